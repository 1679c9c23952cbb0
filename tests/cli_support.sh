# For the tests of the scree command, which begin with: . cli_support.sh <the command>. Every check is a sentence; those that fail are printed.
set -u
scree=$(realpath "$1")
checks="$(dirname "$(realpath "${BASH_SOURCE[0]}")")/checks"
unset SCREE_ISA
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
failed=0 passed=0

# check <sentence> <command ...>: the command succeeds.
check() {
  if "${@:2}"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$1"
    [ ! -s "$home/err" ] || sed 's/^/  stderr: /' "$home/err"
  fi
}

# run <arguments ...>: scree in an empty folder; sets $status, leaves $home/out and $home/err.
run() {
  rm -rf "$home/work"
  mkdir "$home/work"
  status=0
  (cd "$home/work" && exec "$scree" "$@") >"$home/out" 2>"$home/err" || status=$?
}

silent() { [ ! -s "$home/out" ] && [ ! -s "$home/err" ]; }
empty_folder() { [ -z "$(ls -A "$home/work")" ]; }
picture_alone() { [ "$(ls -A "$home/work")" = "$1" ]; }
refused() { # one line "scree: ..." with this text, exit code 2, no file
  [ "$status" = 2 ] && [ ! -s "$home/out" ] && [ "$(wc -l <"$home/err")" = 1 ] && grep -q '^scree: ' "$home/err" &&
    grep -qF -e "$1" "$home/err" && empty_folder
}

# refuses <text of the message> <arguments ...>
refuses() {
  run "${@:2}"
  check "scree ${*:2} is refused with '$1'" refused "$1"
}

# The last line of a test.
verdict() {
  echo "$passed checks passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
