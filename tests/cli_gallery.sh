#!/usr/bin/env bash
# The commands animate, profile, gallery and info as a user meets them: cli_gallery.sh <the command>.
. "$(dirname "$(realpath "$0")")/cli_support.sh" "$1"

instruction_sets=$("$scree" info | sed -n 's/^instruction sets *//p' | tr -d ,)
clouds='fbm(perlin(seed=3, frequency=0.05), octaves=3)'
python=$(command -v python3) || echo "SKIPPED: pages, pictures and reports in another reader (no python3)"
keep() { rm -rf "${home:?}/$1" && cp -r "$home/work" "$home/$1"; }
same_as() { diff -r "$home/$1" "$home/work" >/dev/null; }
files() { ls -A "$home/work" | tr '\n' ' '; }
listed() { [ "$(files)" = "$1 " ]; }

for page in animate profile gallery; do
  run $page --help
  check "'$page --help' prints its usage and succeeds" [ "$status" = 0 -a -n "$(grep Usage "$home/out")" -a ! -s "$home/err" ]
done
run animate --help
check "animate's help has a line for ffmpeg" grep -q 'ffmpeg .*-i frame-%04d.png' "$home/out"

# ---- info ----

run info
for name in version threads 'instruction sets' 'in use' noises; do
  check "info has a line '$name'" grep -qE "^$name  +[^ ]" "$home/out"
done
check "info names the system" grep -q "$(uname -s)" "$home/out"
run info --json
check "info --json prints one line" [ "$status $(wc -l <"$home/out")" = "0 1" ]
if [ -n "$python" ]; then
  check "another reader finds instruction sets and noises in it" \
    python3 -c 'import json, sys; d = json.load(sys.stdin); assert d["instruction_sets"] == sys.argv[1].split() and "perlin" in d["noises"] and d["isa"] == d["instruction_sets"][-1]' \
    "$instruction_sets" <"$home/out"
fi

# ---- animate ----

run animate "$clouds" --frames 3 --speed 2 --size 40x30 -o 'a-%03d.png'
check "animate writes as many frames, numbered" listed "a-000.png a-001.png a-002.png"
check "... and says so" grep -qE '^a-000.png to a-002.png: 3 frames written' "$home/out"
check "... and nothing to stderr when it is no terminal" [ ! -s "$home/err" ]
check "frames differ" [ "$(cat "$home"/work/*.png | wc -c; cmp -s "$home/work/a-000.png" "$home/work/a-001.png"; echo $?)" != 0 ]
keep plain
run animate "$clouds" --frames 2 --first 1 --speed 2 --size 40x30 --quiet -o 'a-%03d.png'
check "--first goes on where others end" [ "$(files)" = "a-001.png a-002.png " -a "$(cmp "$home/plain/a-001.png" "$home/work/a-001.png" && cmp "$home/plain/a-002.png" "$home/work/a-002.png" && echo same)" = same ]
check "--quiet prints nothing" silent
run animate "offset($clouds, 0, 0, 4)" --frames 1 --speed 2 --size 40x30 -o 'a-%d.png'
check "frame k lies at z = k times the speed" cmp -s "$home/plain/a-002.png" "$home/work/a-0.png"
run animate 'z / 8' --frames 5 --speed 2 --size 1x1 --palette heat --from 0 --to 1 -o '%%%d.png'
check "%% is a percent sign" listed "%0.png %1.png %2.png %3.png %4.png"
run animate "$clouds" --frames 2 --speed 2 --size 4x3 -o .
check "a folder gets frames of their own name" listed "frame-0000.png frame-0001.png"
run animate "$clouds" --frames 4 --speed 1 --loop --size 40x30 --palette terrain --shade -o 'a-%d.png'
keep loop
run animate "$clouds" --frames 4 --speed 1 --loop --first 4 --size 40x30 --palette terrain --relief 1 --shade -o 'b-%d.png'
check "frames after a turn have their numbers" listed "b-4.png b-5.png b-6.png b-7.png"
for isa in $instruction_sets; do
  for threads in 1 2; do
    SCREE_ISA=$isa run animate "$clouds" --frames 4 --speed 1 --loop --size 40x30 --palette terrain --shade --threads $threads --quiet -o 'a-%d.png'
    check "a loop has the same bytes on $isa with $threads threads" same_as loop
  done
done
run animate "$clouds" --frames 4 --speed 1 --loop --first 2 --size 40x30 -o 'a-%d.png'
check "the next turn of a loop is the first one" [ "$(files)" = "a-2.png a-3.png a-4.png a-5.png " ]
keep turn
run animate "$clouds" --frames 4 --speed 1 --loop --size 40x30 -o 'a-%d.png'
check "frame N is frame 0" cmp -s "$home/turn/a-4.png" "$home/work/a-0.png"
check "frame N + 1 is frame 1" cmp -s "$home/turn/a-5.png" "$home/work/a-1.png"
run animate "$clouds" --frames 2 --speed 0.5 --size 40x30 --json -o 'a-%d.png'
check "--json prints one line with what was drawn" grep -qE '^\{"first_file": "a-0.png", "last_file": "a-1.png", "frames": 2, "width": 40, "height": 30, "channels": 1, "from": -1[0-9.]*, "to": 1[0-9.]*, "speed": 0.5, "loop": "no", "field": "fbm' "$home/out"
if [ -n "$python" ]; then
  # A loop through z and w has the places that its words promise, and moves as fast at its seam as elsewhere.
  run animate 'z' --frames 8 --speed 3 --loop --size 1x1 --from -8 --to 8 -o 'a-%d.png'
  check "a loop is a circle whose circumference is frames times speed" python3 - "$checks" "$home/work" <<'P'
import math, subprocess, sys
for k in range(8):
    text = subprocess.run([sys.executable, sys.argv[1] + "/read_png.py", f"{sys.argv[2]}/a-{k}.png"], capture_output=True, text=True, check=True).stdout
    z = 24 / (2 * math.pi) * math.cos(2 * math.pi * k / 8)
    assert abs(int(text.split()[-1]) - (z + 8) / 16 * 255) <= 0.51, (k, text)
P
  run animate "$clouds" --frames 12 --speed 2 --loop --size 60x60 --from -0.7 --to 0.7 -o 'a-%02d.png'
  check "a loop moves over its seam as fast as elsewhere" python3 - "$checks" "$home/work" <<'P'
import subprocess, sys
def pixels(k):
    text = subprocess.run([sys.executable, sys.argv[1] + "/read_png.py", f"{sys.argv[2]}/a-{k:02}.png"], capture_output=True, text=True, check=True).stdout
    return [int(word) for word in text.split()[3:]]
frames = [pixels(k) for k in range(12)]
steps = [sum(abs(a - b) for a, b in zip(frames[k], frames[(k + 1) % 12])) for k in range(12)]
assert 0 < steps[11] < 1.5 * sum(steps[:11]) / 11, steps
P
fi

refuses "EXPR is required" animate --frames 1 --speed 1 -o 'a-%d.png'
refuses "--frames is required" animate x --speed 1 -o 'a-%d.png'
refuses "--speed is required" animate x --frames 1 -o 'a-%d.png'
refuses "--frames is 0" animate x --frames 0 --speed 1 -o 'a-%d.png'
refuses "--frames is '-1'" animate x --frames -1 --speed 1 -o 'a-%d.png'
refuses "passes 2^53" animate x --frames 2 --first 9007199254740991 --speed 1 -o 'a-%d.png'
refuses "--speed is 0" animate x --frames 1 --speed 0 -o 'a-%d.png'
refuses "--speed is nan" animate x --frames 1 --speed nan -o 'a-%d.png'
for name in a.png 'a-%s.png' 'a-%d-%d.png' 'a-%4d.png' 'a-%099d.png' 'a-%'; do
  refuses "right is one number in a name" animate x --frames 1 --speed 1 -o "$name"
done
refuses "must end with .png" animate x --frames 1 --speed 1 -o 'a-%d.tif'
refuses "width is 0" animate x --frames 1 --speed 1 --size 0x4 -o 'a-%d.png'
refuses "hash12_value" animate 'hash12_value()' --frames 1 --speed 1 -o 'a-%d.png'
refuses "missing/a-0.png: cannot be written: No such file or directory" animate x --frames 1 --speed 1 -o 'missing/a-%d.png'
SCREE_ISA=sse9 refuses "sse9" animate x --frames 1 --speed 1 -o 'a-%d.png'

# ---- profile ----

run profile 'perlin(seed=2)' -o a.svg
check "profile writes one file" picture_alone a.svg
check "... and says how far values go" grep -qE '^a.svg: 400 samples from 0 to 16, values -0.[0-9]+ to 0.[0-9]+' "$home/out"
keep profile
for isa in $instruction_sets; do
  SCREE_ISA=$isa run profile 'perlin(seed=2)' --threads 1 --quiet -o a.svg
  check "a profile has the same bytes on $isa" same_as profile
done
run profile -o a.svg
check "profile has a field of its own" [ "$status" = 0 ]
run profile 'x * x' --from -3 --to 2 --samples 6 --json -o a.svg
check "--json says what was drawn" grep -qE '^\{"file": "a.svg", "samples": 6, "from": -3, "to": 2, "least": 0, "largest": 9, "field": ' "$home/out"
if [ -n "$python" ]; then
  check "another reader finds the curve and as many samples of white noise" python3 - "$home/work/a.svg" <<'P'
import re, sys, xml.etree.ElementTree as tree
paths = [p.get("d") for p in tree.parse(sys.argv[1]).iter("{http://www.w3.org/2000/svg}path") if p.get("class", "").startswith("curve")]
assert len(paths) == 2
points = [[tuple(map(float, pair.split())) for pair in re.split("[ML]", d)[1:]] for d in paths]
assert [len(p) for p in points] == [6, 6]
x, y = zip(*points[0])
steps = [b - a for a, b in zip(x, x[1:])]
assert max(steps) - min(steps) < 0.01 and min(steps) > 50
unit = (y[3] - y[0]) / 9   # from 0 to 9, downwards
assert all(abs((y[3] - at) / unit - value) < 0.01 for at, value in zip(y, (9, 4, 1, 0, 1, 4))), y
P
fi
for field in 2 'x / 0' '3e38 * x'; do
  run profile "$field" -o a.svg
  check "profile draws '$field', too" [ "$status" = 0 ]
done
refuses "--samples is 1," profile --samples 1 -o a.svg
refuses "--samples is 100001" profile --samples 100001 -o a.svg
refuses "--from below --to" profile --from 1 --to 1 -o a.svg
refuses "--from below --to" profile --from 0 --to inf -o a.svg
refuses "must end with .svg" profile -o a.png
refuses "missing/a.svg: cannot be written: No such file or directory" profile -o missing/a.svg
refuses "hash12_value" profile 'hash12_value()' -o a.svg

# ---- gallery ----

run gallery page --size 48
check "gallery succeeds" [ "$status" = 0 ]
check "... leaves its folder alone" picture_alone page
check "... says how many pictures there are" grep -qE "^page/index.html: $(ls "$home/work/page" | grep -cE '(png|svg)$') pictures in" "$home/out"
check "... and nothing to stderr when it is no terminal" [ ! -s "$home/err" ]
keep gallery
for isa in $instruction_sets; do
  SCREE_ISA=$isa run gallery page --size 48 --threads 1 --quiet
  check "a gallery has the same bytes on $isa" same_as gallery
done
run gallery page --size 48 --threads 2 --json
check "... and with two threads" same_as gallery
check "--json prints one line" grep -qE '^\{"page": "page/index.html", "pictures": [0-9]+, "size": 48, "isa"' "$home/out"
if [ -n "$python" ]; then
  check "another reader reads the page, and its folder holds what it names" python3 "$checks/read_gallery.py" "$home/gallery/page" >"$home/recipes.txt"
  check "most pictures have their command" [ "$(grep -c '^scree render' "$home/recipes.txt")" -ge 50 ]
  rm -rf "$home/again" && mkdir "$home/again" && cp "$home/gallery/page/sky.txt" "$home/again"
  ln -s "$scree" "$home/scree"
  while IFS= read -r line; do
    [[ $line == "scree render "* || $line == "scree profile "* ]] || continue
    line=${line//$'\1'/$'\n'}
    (cd "$home/again" && PATH=$home:$PATH bash -c "$line" >"$home/out" 2>"$home/err")
    file=${line##* -o }
    check "the command under $file writes it: $line" cmp -s "$home/gallery/page/$file" "$home/again/$file"
  done <"$home/recipes.txt"
  loop=$(grep '^scree animate' "$home/recipes.txt")
  check "the command of the loop writes as many frames" [ "$(cd "$home/again" && PATH=$home:$PATH bash -c "$loop" >/dev/null && ls | grep -c '^frame-[0-9][0-9].png$')" = 32 ]
fi
run gallery page --size 16 --seed 5
check "another seed is another gallery, of the same files" [ "$status" = 0 -a "$(ls "$home/work/page")" = "$(ls "$home/gallery/page")" ]
again() { # gallery into the folder that is there
  status=0
  (cd "$home/work" && exec "$scree" gallery "$@") >"$home/out" 2>"$home/err" || status=$?
}
rm -rf "$home/work" && cp -r "$home/gallery" "$home/work"
echo '<a href="stale.png">' >>"$home/work/page/index.html" && echo old >"$home/work/page/stale.png"
again page --size 48
check "an earlier gallery is replaced" same_as gallery
echo mine >"$home/work/page/notes.txt"
again page --size 48
check "a folder with other files is refused" grep -q "holds 'notes.txt', which is of no earlier gallery" "$home/err"
check "... and stays as it is" [ "$status $(cat "$home/work/page/notes.txt") $(ls "$home/work/page" | wc -l)" = "2 mine $(($(ls "$home/gallery/page" | wc -l) + 1))" ]
rm -rf "$home/work" && mkdir -p "$home/work/page"
again page/ --size 16
check "an empty folder is taken" [ "$status" = 0 -a -s "$home/work/page/index.html" ]

refuses "DIR is required" gallery
refuses "--size is 15" gallery page --size 15
refuses "--size is 4097" gallery page --size 4097
refuses "--size is 'big'" gallery page --size big
refuses "--seed is '-1'" gallery page --seed -1
refuses "--threads is '-1'" gallery page --threads -1
refuses "$scree: cannot be written: Not a directory" gallery "$scree"
refuses "missing/page: cannot be written: No such file or directory" gallery missing/page
refuses "/proc/page: cannot be written" gallery /proc/page
refuses "name is empty" gallery ""
if [ "$(id -u)" != 0 ]; then
  mkdir "$home/locked" && chmod 500 "$home/locked"
  refuses "locked: cannot be written: Permission denied" gallery "$home/locked"
fi
rm -rf "$home/work" && mkdir "$home/work"
status=0
(cd "$home/work" && trap '' XFSZ && ulimit -f 4 && exec "$scree" gallery page --size 200) >"$home/out" 2>"$home/err" || status=$?
check "a gallery that cannot be written on the way is an error" grep -q "^scree: page/.*cannot be written: File too large" "$home/err"
check "... and leaves nothing" [ "$status $(ls -A "$home/work")" = "2 " ]

# ---- Ctrl-C ----

# interrupt <what to wait for> <arguments ...>: SIGINT as soon as such a file is there; sets $status.
interrupt() {
  cd "$home/work" || exit 1
  env --default-signal=INT,TERM "$scree" "${@:2}" >"$home/out" 2>"$home/err" &
  for _ in $(seq 400); do
    [ -z "$(find . -name "$1")" ] || break
    sleep 0.02
  done
  kill -INT $!
  status=0
  wait $! || status=$?
  cd - >/dev/null || exit 1
}
rm -rf "$home/work" && mkdir "$home/work"
interrupt 'f-1.png' animate "$clouds" --frames 100000 --speed 1 --size 300x300 -o 'f-%d.png'
check "Ctrl-C ends animate with 130" [ "$status" = 130 ]
check "... and leaves whole frames only" [ -z "$(find "$home/work" -name '*.part')" -a -s "$home/work/f-0.png" ]
rm -rf "$home/work" && mkdir "$home/work"
interrupt 'octaves-1.png' gallery page --size 2000
check "Ctrl-C ends gallery with 130 and nothing" [ "$status $(ls -A "$home/work")" = "130 " ]
rm -rf "$home/work" && cp -r "$home/gallery" "$home/work"
interrupt '*.part' gallery page --size 2000
check "... or with the earlier gallery" [ "$status$(same_as gallery; echo $?)" = 1300 ]

verdict
