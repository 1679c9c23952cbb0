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

# A device that is always full. Root gets its own: a command that replaced its target would take the machine's away.
full=/dev/full
if [ "$(id -u)" = 0 ]; then
  full=$home/full
  mknod -m 666 "$full" c 1 7
fi
is_full() { [[ $(echo 2>&1 >"$full") == *"No space left on device"* ]]; }

# interrupt <signal> <arguments ...>: sent as soon as the temporary is there; sets $status.
interrupt() {
  rm -rf "$home/work" && mkdir "$home/work"
  cd "$home/work" || exit 1
  env --default-signal=INT,TERM "$scree" "${@:2}" >"$home/out" 2>"$home/err" &
  for _ in $(seq 200); do
    [ -z "$(ls)" ] || break
    sleep 0.05
  done
  check "'${*:2}' begins a temporary file" [ "$(ls | grep -c '\.part$')" = 1 ]
  kill -"$1" $!
  status=0
  wait $! || status=$?
  cd - >/dev/null || exit 1
}

# on_terminal wait|stop <arguments ...>: scree with stderr on a terminal; prints what is seen there, then "end". With stop it is interrupted as soon as
# it shows how far it is. Needs python3, and a system that gives terminals: bare containers may not.
gives_terminals() { python3 -c 'import pty; pty.openpty()' 2>/dev/null || { echo "SKIPPED: progress on a terminal (this system gives none)"; false; }; }
terminal='import os, pty, signal, subprocess, sys, time
ours, its = pty.openpty()
run = subprocess.Popen(sys.argv[2:], stderr=its, stdout=subprocess.DEVNULL)
if sys.argv[1] == "stop":
    shown = b""
    while b"%" not in shown:
        shown += os.read(ours, 1 << 16)
    run.send_signal(signal.SIGINT)
run.wait()
os.write(its, b"end")
sys.stdout.write((shown if sys.argv[1] == "stop" else b"").decode() + os.read(ours, 1 << 16).decode())'
on_terminal() { timeout 60 python3 -c "$terminal" "$1" "$scree" "${@:2}"; }

# The last line of a test.
verdict() {
  echo "$passed checks passed, $failed failed"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}
