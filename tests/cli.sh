#!/usr/bin/env bash
# The scree command as a user meets it: cli.sh <the command>. Every check is a sentence; those that fail are printed.
set -u
scree=$(realpath "$1")
read_png="$(dirname "$(realpath "$0")")/checks/read_png.py"
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

# ---- what goes well ----

noises=$("$scree" info | sed -n 's/^noises *//p' | tr -d ,)
instruction_sets=$("$scree" info | sed -n 's/^instruction sets *//p' | tr -d ,)
check "info names noises and instruction sets" [ -n "$noises" -a -n "$instruction_sets" ]
check "the last instruction set is in use" grep -q "in use *${instruction_sets##* }\$" <("$scree" info)
run --version
check "--version prints name and version" grep -qxE 'scree [0-9]+\.[0-9]+\.[0-9]+' "$home/out"
for page in "" render demo info; do
  # shellcheck disable=SC2086
  run $page --help
  check "'$page --help' prints its usage and succeeds" [ "$status" = 0 -a -n "$(grep Usage "$home/out")" -a ! -s "$home/err" ]
done

for noise in $noises; do
  run render --noise "$noise" --size 130x70 -o "$noise.png"
  check "render draws $noise" [ "$status" = 0 ]
  check "render of $noise leaves one file" picture_alone "$noise.png"
  check "render of $noise prints its throughput" grep -qE "^9100 samples of $noise in [0-9.]+ s: [0-9.]+ million" "$home/out"
  check "render of $noise keeps stderr free when it is no terminal" [ ! -s "$home/err" ]
  cp "$home/work/$noise.png" "$home/expected.png"
  for isa in $instruction_sets; do
    SCREE_ISA=$isa run render --noise "$noise" --size 130x70 --threads 1 --quiet -o "$noise.png"
    check "$noise has the same bytes on $isa" cmp -s "$home/expected.png" "$home/work/$noise.png"
    check "--quiet prints nothing" silent
  done
done

run render --seed 18446744073709551615 --origin -5,-9223372036854775808 --frequency -0.5 --size 7x5 -o a.png
check "negative and extreme numbers are taken" [ "$status" = 0 ]
run render --noise simplex --falloff 0.6 --size 64x64 -o a.png
cp "$home/work/a.png" "$home/expected.png"
run render --noise simplex --size 64x64 -o a.png
check "--falloff changes the picture" [ "$(cmp -s "$home/expected.png" "$home/work/a.png"; echo $?)" = 1 ]
run render 'fbm(perlin(frequency=0.05), octaves=3) * 0.5' --size 64x64 -o a.png
check "render draws a field" [ "$status" = 0 ]
check "render of a field leaves one file" picture_alone a.png
printf '# hills\nridged(simplex(frequency=0.02))\n' >"$home/field.txt"
run render "@$home/field.txt" --size 64x64 -o a.png
check "render draws the field of a file" [ "$status" = 0 ]
run render 'fmb(perlin())' --size 64x64 -o b.png
check "a broken field is an error with a suggestion" grep -q 'did you mean fbm' "$home/err"
check "and leaves no file" empty_folder
run render 'perlin()' --noise simplex --size 64x64 -o b.png
check "a field and a noise at once are refused" [ "$status" != 0 ]
run render "@$home/absent.txt" --size 64x64 -o b.png
check "a field's file that is not there is named" grep -q 'absent.txt' "$home/err"
run render --noise perlin --fade linear --size 64x64 -o a.png
cp "$home/work/a.png" "$home/expected.png"
run render --noise perlin --size 64x64 -o a.png
check "--fade changes the picture" [ "$(cmp -s "$home/expected.png" "$home/work/a.png"; echo $?)" = 1 ]

run demo --size 1030 -o demo.png
check "demo succeeds" [ "$status" = 0 ]
check "demo leaves its picture alone" picture_alone demo.png
check "demo prints speed and share of memset" grep -qE '^ +1 +[0-9.]+ million/s +[0-9.]+ million/s +[0-9.]+ %$' "$home/out"
cp "$home/work/demo.png" "$home/expected.png"
run render --noise perlin --frequency 0.02 --origin 3,3 --size 1024x1024 -o a.png
check "demo's picture is the middle of its field" cmp -s "$home/expected.png" "$home/work/a.png"

if command -v python3 >/dev/null; then
  pixels() { python3 "$read_png" "$home/work/a.png" >"$1"; }
  for depth in 8 16; do
    run render --depth $depth --frequency 0.05 --size 100x80 --origin -20,-10 -o a.png
    check "another reader reads $depth bits" pixels "$home/whole.txt"
    check "the header says 100x80 with $depth bits" [ "$(head -1 "$home/whole.txt")" = "100 80 $depth" ]
    run render --depth $depth --frequency 0.05 --size 30x20 --origin -10,20 -o a.png
    check "another reader reads the smaller picture" pixels "$home/part.txt"
    check "a picture from another origin is the slice of the larger one" \
      cmp -s <(sed -n '32,51p' "$home/whole.txt" | cut -d' ' -f11-40) <(tail -n +2 "$home/part.txt")
    run render --depth $depth --frequency 0.025 --spacing 2 --size 100x80 --origin -20,-10 -o a.png
    check "twice the spacing is half the frequency" pixels "$home/part.txt"
    check "... with the same pixels" cmp -s "$home/whole.txt" "$home/part.txt"
  done
  run render --noise white --frequency 1 --size 3x700000 -o a.png # more than one band of rows
  check "a tall picture is read back whole" pixels "$home/whole.txt"
  run render --noise white --frequency 1 --size 3x9 --origin 0,699991 -o a.png
  check "its last rows are read back" pixels "$home/part.txt"
  check "its last rows are those of their origin" cmp -s <(tail -n 9 "$home/whole.txt") <(tail -n 9 "$home/part.txt")
  on_terminal='import os, pty, subprocess, sys
ours, its = pty.openpty()
subprocess.run(sys.argv[1:], stderr=its, stdout=subprocess.DEVNULL)
os.write(its, b"end")
sys.stdout.write(os.read(ours, 1 << 16).decode())'
  check "progress shows on a terminal" \
    grep -q '###.*100 %' <(python3 -c "$on_terminal" "$scree" render --size 64x64 -o "$home/work/a.png")
  check "--quiet shows no progress" \
    grep -qx 'end' <(python3 -c "$on_terminal" "$scree" render --quiet --size 64x64 -o "$home/work/a.png")
else
  echo "SKIPPED: pictures in another reader, progress on a terminal (no python3)"
fi

# ---- what is refused ----

refuses "which command"
refuses "nonsense" nonsense
refuses "--output is required" render
refuses "right is" render --size 10 -o a.png
refuses "right is" render --size 10x-10 -o a.png
refuses "width is 0" render --size 0x10 -o a.png
refuses "height is 1000001" render --size 10x1000001 -o a.png
refuses "--noise is 'wurst', known are" render --noise wurst -o a.png
refuses "simplex noise has no --release" render --noise simplex --release 2011 -o a.png
refuses "alpha is nan" render --noise psrdnoise --alpha nan -o a.png
refuses "simplex_noise_js, three_js and simplexnoise1234" render --noise simplex_table --port gustavson -o a.png
refuses "no --port" render --noise psrdnoise --port three_js -o a.png
refuses "release is 2000" render --noise webgl_simplex --release 2000 -o a.png
refuses "frequency" render --frequency 0 -o a.png
refuses "frequency" render --frequency nan -o a.png
refuses "frequency" render --frequency abc -o a.png
refuses "spacing" render --spacing 0 -o a.png
refuses "spacing" render --spacing inf -o a.png
refuses "--seed is '-1'" render --seed -1 -o a.png
refuses "--seed is '18446744073709551616'" render --seed 18446744073709551616 -o a.png
refuses "--origin is '1'" render --origin 1 -o a.png
refuses "--origin plus --size" render --origin 0,9223372036854775807 --size 2x2 -o a.png
refuses "depth is 12" render --depth 12 -o a.png
refuses "--threads is '-1'" render --threads -1 -o a.png
refuses "simplex noise has no --fade" render --fade cubic -o a.png
refuses "perlin noise has no --falloff" render --noise perlin --falloff 0.5 -o a.png
refuses "--fade is 'cube', right are" render --noise perlin --fade cube -o a.png
refuses "falloff" render --falloff 0.7 -o a.png
refuses "--size is 0" demo --size 0 -o a.png
refuses "--size is 1073741825" demo --size 1073741825 -o a.png
if grep -q __asan_init "$scree"; then
  echo "SKIPPED: a heightfield past all memory (AddressSanitizer ends the program)"
else
  refuses "GiB" demo --size 1073741824 -o a.png
fi
SCREE_ISA=sse9 refuses "sse9" render -o a.png
SCREE_ISA=sse9 refuses "${instruction_sets##* }" info

# ---- files that cannot be written ----

refuses "missing/a.png: cannot be written: No such file or directory" render -o missing/a.png
refuses "$scree/a.png: cannot be written: Not a directory" render -o "$scree/a.png"
refuses "Not a directory" demo --size 64 -o "$scree/a.png"
refuses "/proc/a.png: cannot be written" render -o /proc/a.png
refuses "$home: cannot be written: Is a directory" render -o "$home"
refuses "name is empty" render -o ""
# A device that is always full. Root gets its own: a command that replaced its target would take the machine's away.
full=/dev/full
if [ "$(id -u)" = 0 ]; then
  full=$home/full
  mknod -m 666 "$full" c 1 7
fi
if [[ $(echo 2>&1 >"$full") == *"No space left on device"* ]]; then
  for edge in 4 400; do # less than a buffer, and many
    refuses "$full: cannot be written: No space left on device" render --size ${edge}x$edge -o "$full"
  done
  check "a device stays a device" [ -c "$full" ]
  "$scree" info >"$full" 2>"$home/err"
  check "a report that cannot be printed is an error" [ $? = 2 ]
  check "... which says so" grep -qx 'scree: standard output cannot be written' "$home/err"
else
  echo "SKIPPED: full disk (no device like /dev/full here)"
fi
# The file size limit of the shell stands for a disk that fills up on the way.
rm -rf "$home/work" && mkdir "$home/work" && echo older >"$home/work/a.png"
status=0
(cd "$home/work" && trap '' XFSZ && ulimit -f 64 && exec "$scree" render --depth 16 -o a.png) >"$home/out" 2>"$home/err" || status=$?
check "a write that fails on the way is an error" [ "$status" = 2 ]
check "... which says why" grep -q '^scree: a.png: cannot be written: File too large' "$home/err"
check "... leaves no partial file" picture_alone a.png
check "... and the older picture" grep -qx older "$home/work/a.png"

# ---- signals ----

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
interrupt INT render --size 30000x30000 -o a.png
check "Ctrl-C ends render with 130" [ "$status" = 130 ]
check "... says so" grep -qx 'scree: interrupted' "$home/err"
check "... and leaves no file" empty_folder
interrupt INT demo --size 2048 -o a.png
check "Ctrl-C ends the demo with 130 and no file" [ "$status $(ls -A "$home/work")" = "130 " ]
interrupt TERM render --size 30000x30000 -o a.png
check "SIGTERM ends render with 143 and no file" [ "$status $(ls -A "$home/work")" = "143 " ]

echo "$passed checks passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
