#!/usr/bin/env bash
# Installs what scree needs on a fresh Debian or Ubuntu, as root or through sudo.
#
#   bash cmake/install-packages.sh         what the library and the scree command need
#   bash cmake/install-packages.sh --ci    tests, benchmarks, Clang and the AArch64 cross build as well
set -euo pipefail

packages=(g++ cmake ninja-build libxsimd-dev libpng-dev libtiff-dev libcli11-dev)
case "${1:-}" in
  "") ;;
  --ci)
    packages+=(
      doctest-dev libbenchmark-dev
      libglm-dev libnoise-dev libstb-dev                      # oracles and peers
      clang libomp-dev libclang-rt-dev                        # the second compiler, its OpenMP and its sanitizers
      g++-aarch64-linux-gnu qemu-user                         # NEON
      python3 clang-format clang-tidy
    ) ;;
  *) sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "$0: run this as root, or install sudo" >&2; exit 1; }
  root=(sudo)
fi

# Nothing to do is the usual case: then no network is needed either.
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
if [ "${#missing[@]}" -eq 0 ]; then
  echo "All ${#packages[@]} packages are installed."
  exit 0
fi

# Mirrors have bad moments: three tries, with a pause between them.
persistently() {
  local try
  for try in 1 2 3; do
    "$@" && return 0
    [ "$try" -eq 3 ] || sleep $((try * 10))
  done
  return 1
}

persistently "${root[@]}" apt-get -o Acquire::Retries=3 update
persistently "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get -o Acquire::Retries=3 install -y --no-install-recommends "${missing[@]}"
