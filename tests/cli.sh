#!/usr/bin/env bash
# The scree command as a user meets it: cli.sh <the command>.
. "$(dirname "$(realpath "$0")")/cli_support.sh" "$1"

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
  run render "$noise(frequency=0.01)" --size 130x70 -o "$noise.png"
  check "render draws $noise" [ "$status" = 0 ]
  check "render of $noise leaves one file" picture_alone "$noise.png"
  check "render of $noise prints its throughput" grep -qE '^9100 samples in [0-9.]+ s: [0-9.]+ million' "$home/out"
  check "render of $noise keeps stderr free when it is no terminal" [ ! -s "$home/err" ]
  cp "$home/work/$noise.png" "$home/expected.png"
  for isa in $instruction_sets; do
    SCREE_ISA=$isa run render "$noise(frequency=0.01)" --size 130x70 --threads 1 --quiet -o "$noise.png"
    check "$noise has the same bytes on $isa" cmp -s "$home/expected.png" "$home/work/$noise.png"
    check "--quiet prints nothing" silent
  done
done

run render 'fmb(perlin())' --size 64x64 -o b.png
check "a broken field is an error with a suggestion" grep -q 'did you mean fbm' "$home/err"
check "... and a caret" grep -qE '^ *\^$' "$home/err"
check "... and leaves no file" [ "$status $(ls -A "$home/work")" = "2 " ]
run render 'perlin(frequency=0)' -o a.png
check "an option out of its bounds is an error that names it" grep -q 'frequency is 0' "$home/err"
check "... and leaves no file" [ "$status $(ls -A "$home/work")" = "2 " ]

# differs <sentence> <file> <arguments ...>: render again, to another picture than that in the file.
differs() {
  run render "${@:3}"
  check "$1" [ "$status $(cmp -s "$2" "$home/work/a.png"; echo $?)" = "0 1" ]
}
hills='fbm(simplex(seed=7, frequency=0.01), octaves=3)'
run render 'perlin(seed=18446744073709551615, frequency=-0.5)' --origin -5,-9223372036854775808 --size 7x5 -o a.png
check "negative and extreme numbers are taken" [ "$status" = 0 ]
run render "$hills" --size 64x64 -o a.png
check "render draws a field" [ "$status" = 0 ]
check "render of a field leaves one file" picture_alone a.png
cp "$home/work/a.png" "$home/gray.png"
printf '# hills\n%s\n' "$hills" >"$home/field.txt"
run render "@$home/field.txt" --size 64x64 -o a.png
check "render draws the field of a file, the same" cmp -s "$home/gray.png" "$home/work/a.png"
differs "--from changes the picture" "$home/gray.png" "$hills" --from -0.5 --size 64x64 -o a.png
differs "--to changes the picture" "$home/gray.png" "$hills" --to 0.5 --size 64x64 -o a.png
differs "--shade changes the picture" "$home/gray.png" "$hills" --shade --size 64x64 -o a.png
cp "$home/work/a.png" "$home/shaded.png"
for light in "--azimuth 100" "--altitude 20" "--relief 3"; do
  # shellcheck disable=SC2086
  differs "$light changes the light" "$home/shaded.png" "$hills" --shade $light --size 64x64 -o a.png
done
for isa in $instruction_sets; do
  SCREE_ISA=$isa run render "$hills" --shade --palette terrain --size 300x200 --threads 1 --quiet -o "$isa.png"
  cp "$home/work/$isa.png" "$home/$isa.png"
  check "colours and light have the same bytes on $isa" cmp -s "$home/${instruction_sets%% *}.png" "$home/$isa.png"
done
run render "$hills" --palette terrain --shade --size 64x48 --json -o a.png
check "--json prints one line" [ "$(wc -l <"$home/out")" = 1 ]
check "... with what was drawn" grep -qE '^\{"file": "a.png", "width": 64, "height": 48, "channels": 3, "depth": 8, "from": -1[0-9.]*, "to": 1[0-9.]*, "relief": [0-9.]+, "field": "fbm' "$home/out"

run demo --size 1030 -o demo.png
check "demo succeeds" [ "$status" = 0 ]
check "demo leaves its picture alone" picture_alone demo.png
check "demo prints speed and share of memset" grep -qE '^ +1 +[0-9.]+ million/s +[0-9.]+ million/s +[0-9.]+ %$' "$home/out"
cp "$home/work/demo.png" "$home/expected.png"
run render 'perlin(seed=7, frequency=0.02)' --origin 3,3 --size 1024x1024 -o a.png
check "demo's picture is the middle of its field" cmp -s "$home/expected.png" "$home/work/a.png"

if command -v python3 >/dev/null; then
  pixels() { python3 "$checks/read_png.py" "$home/work/a.png" >"$1"; }
  for depth in 8 16; do
    run render "$hills" --depth $depth --size 100x80 --origin -20,-10 -o a.png
    check "another reader reads $depth bits" pixels "$home/whole.txt"
    check "the header says 100x80 with $depth bits" [ "$(head -1 "$home/whole.txt")" = "100 80 $depth" ]
    run render "$hills" --depth $depth --size 30x20 --origin -10,20 -o a.png
    check "another reader reads the smaller picture" pixels "$home/part.txt"
    check "a picture from another origin is the slice of the larger one" \
      cmp -s <(sed -n '32,51p' "$home/whole.txt" | cut -d' ' -f11-40) <(tail -n +2 "$home/part.txt")
    run render "fbm(simplex(seed=7, frequency=0.005), octaves=3)" --depth $depth --spacing 2 --size 100x80 --origin -20,-10 -o a.png
    check "twice the spacing is half the frequency" pixels "$home/part.txt"
    check "... with the same pixels" cmp -s "$home/whole.txt" "$home/part.txt"
    run render "$hills" --palette terrain --shade --relief 20 --depth $depth --size 100x80 --origin -20,-10 -o a.png
    check "another reader reads colours of $depth bits" pixels "$home/whole.txt"
    check "the header says so" [ "$(head -1 "$home/whole.txt")" = "100 80 $depth 3" ]
    run render "$hills" --palette terrain --shade --relief 20 --depth $depth --size 30x20 --origin -10,20 -o a.png
    check "another reader reads a part of it" pixels "$home/part.txt"
    check "colours and light of a part are those of the whole" \
      cmp -s <(sed -n '32,51p' "$home/whole.txt" | cut -d' ' -f31-120) <(tail -n +2 "$home/part.txt")
  done
  printf '0 10 20 30\n1 210 120 40\nnv 1 2 3\n' >"$home/palette.txt"
  run render 'x / 4' --palette "$home/palette.txt" --size 5x1 -o a.png
  check "colours from a file are read back" pixels "$home/whole.txt"
  check "... at its knots and between, by its own values" [ "$(tail -1 "$home/whole.txt")" = "10 20 30 60 45 33 110 70 35 160 95 38 210 120 40" ]
  printf '0%% 10 20 30 0\n100%% 210 120 40\n' >"$home/palette.txt"
  run render x --palette "$home/palette.txt" --from 1 --to 3 --size 4x1 -o a.png
  check "colours with alpha, by shares, are read back" pixels "$home/whole.txt"
  check "... from --from to --to" [ "$(tail -1 "$home/whole.txt")" = "10 20 30 0 10 20 30 0 110 70 35 128 210 120 40 255" ]
  run render "$hills" --palette heat --bar --size 100x80 -o a.png
  check "a picture with a bar is read back" pixels "$home/part.txt"
  run render "$hills" --palette heat --size 100x80 -o a.png
  check "a picture without it, too" pixels "$home/whole.txt"
  check "the bar stands beside the picture" cmp -s <(tail -n 80 "$home/whole.txt") <(tail -n 80 "$home/part.txt" | cut -d' ' -f1-300)
  check "... and widens it" [ "$(head -1 "$home/part.txt" | cut -d' ' -f1)" -gt 120 ]
  run render 'white()' --size 3x700000 -o a.png # more than one band of rows
  check "a tall picture is read back whole" pixels "$home/whole.txt"
  run render 'white()' --size 3x9 --origin 0,699991 -o a.png
  check "its last rows are read back" pixels "$home/part.txt"
  check "its last rows are those of their origin" cmp -s <(tail -n 9 "$home/whole.txt") <(tail -n 9 "$home/part.txt")

  # Other files with the same samples.
  run render "$hills" --depth 16 --size 300x270 --origin -20,-10 -o a.png
  check "16 bits are read back" pixels "$home/whole.txt"
  run render "$hills" --size 300x270 --origin -20,-10 -o a.r16
  check "R16 and what describes it are all there is" [ "$(ls "$home/work" | tr '\n' ' ')" = "a.hdr a.r16 " ]
  integers='import struct, sys; w, h, code = int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]; d = open(sys.argv[1], "rb").read()
size = struct.calcsize(code); d = d[len(d) - w * h * size :]
for r in range(h): print(*struct.unpack_from(code[0] + str(w) + code[1], d, r * w * size))'
  check "R16 has the samples of the PNG" cmp -s <(python3 -c "$integers" "$home/work/a.r16" 300 270 '<H') <(tail -n +2 "$home/whole.txt")
  run render "$hills" --depth 16 --size 300x270 --origin -20,-10 -o a.pgm
  check "PGM has the samples of the PNG" cmp -s <(python3 -c "$integers" "$home/work/a.pgm" 300 270 '>H') <(tail -n +2 "$home/whole.txt")
  run render "$hills" --depth 16 --size 300x270 --origin -20,-10 -o a.tif
  check "TIFF has the samples of the PNG" cmp -s <(python3 "$checks/read_tiff.py" "$home/work/a.tif") "$home/whole.txt"
  run render "$hills" --size 300x270 --origin -20,-10 -o a.r32
  python3 -c "$integers" "$home/work/a.r32" 300 270 '<I' >"$home/floats.txt"
  for how in "" --uncompressed; do
    # shellcheck disable=SC2086
    run render "$hills" --size 300x270 --origin -20,-10 $how -o a.tiff
    check "TIFF${how:+ with $how} has the floats of R32" cmp -s <(python3 "$checks/read_tiff.py" "$home/work/a.tiff" | tail -n +2) "$home/floats.txt"
  done
  run render "$hills" --palette terrain --shade --size 300x270 -o a.png
  check "colours are read back" pixels "$home/whole.txt"
  run render "$hills" --palette terrain --shade --size 300x270 -o a.tif
  check "TIFF has the colours of the PNG" cmp -s <(python3 "$checks/read_tiff.py" "$home/work/a.tif") "$home/whole.txt"

  # Progress: on a terminal, after a second; then Ctrl-C.
  if gives_terminals; then
    check "progress shows on a terminal" grep -qE '\[#*\.+\] +[0-9]+ %' <(cd "$home/work" && on_terminal stop render 'white()' --size 30000x30000 -o b.png)
    check "short work shows none" grep -qx 'end' <(cd "$home/work" && on_terminal wait render 'white()' --size 64x64 -o b.png)
  fi
  check "--json is read by others" python3 -c 'import json, sys; assert json.load(sys.stdin)["width"] == 64' < <(cd "$home/work" && "$scree" render 'white()' --size 64x64 --json -o 'b".png')
else
  echo "SKIPPED: pictures in another reader, progress on a terminal (no python3)"
fi

# ---- what is refused ----

refuses "which command"
refuses "nonsense" nonsense
refuses "EXPR is required" render -o a.png
refuses "--output is required" render 'perlin()'
refuses "right is" render 'perlin()' --size 10 -o a.png
refuses "right is" render 'perlin()' --size 10x-10 -o a.png
refuses "width is 0" render 'perlin()' --size 0x10 -o a.png
refuses "height is 1000001" render 'perlin()' --size 10x1000001 -o a.png
refuses "cannot read the field from '$home/absent.txt'" render "@$home/absent.txt" -o a.png
refuses "cannot read the field from '$home'" render "@$home" -o a.png
refuses "spacing" render 'perlin()' --spacing 0 -o a.png
refuses "spacing" render 'perlin()' --spacing inf -o a.png
refuses "--origin is '1'" render 'perlin()' --origin 1 -o a.png
refuses "--origin plus --size" render 'perlin()' --origin 0,9223372036854775807 --size 2x2 -o a.png
refuses "depth is 12" render 'perlin()' --depth 12 -o a.png
refuses "depth is 32" render 'perlin()' --depth 32 -o a.png
refuses "depth is 8" render 'perlin()' --depth 8 -o a.r16
refuses "there are 3 channels" render 'perlin()' --palette heat -o a.pgm
refuses "without --palette, --shade and --bar" render 'perlin()' --palette heat --depth 32 -o a.tif
refuses "a picture's name ends with .png, .tif" render 'perlin()' -o a.jpg
refuses "a picture's name ends with .png, .tif" render 'perlin()' -o picture
refuses "none of gray, heat, terrain, diverging" render 'perlin()' --palette haet -o a.png
printf '0 0 0 0\n1 2 3\n' >"$home/palette.txt"
refuses "palette.txt: line 2: here are 3 words" render 'perlin()' --palette "$home/palette.txt" -o a.png
refuses "azimuth is nan" render 'perlin()' --shade --azimuth nan -o a.png
refuses "altitude is 91" render 'perlin()' --shade --altitude 91 -o a.png
refuses "height is inf" render 'perlin()' --shade --relief inf -o a.png
refuses "but must be two different" render 'perlin()' --palette heat --from 1 --to 1 -o a.png
refuses "but must be two different" render 'perlin()' --from 1 --to nan -o a.png
refuses "but must be two different" render 2 -o a.png
refuses "--threads is '-1'" render 'perlin()' --threads -1 -o a.png
refuses "simplex()" render 'perlin()' 'simplex()' -o a.png
refuses "--size is 'many'" demo --size many -o a.png
refuses "--size is 0" demo --size 0 -o a.png
refuses "--size is 1073741825" demo --size 1073741825 -o a.png
if grep -q __asan_init "$scree"; then
  echo "SKIPPED: a heightfield past all memory (AddressSanitizer ends the program)"
else
  refuses "GiB" demo --size 1073741824 -o a.png
fi
SCREE_ISA=sse9 refuses "sse9" render 'perlin()' -o a.png
SCREE_ISA=sse9 refuses "${instruction_sets##* }" info

# ---- files that cannot be written ----

for name in a.png a.tif a.pgm a.r16; do
  refuses "missing/$name: cannot be written: No such file or directory" render 'perlin()' -o "missing/$name"
  refuses "$scree/$name: cannot be written: Not a directory" render 'perlin()' -o "$scree/$name"
  refuses "/proc/$name: cannot be written" render 'perlin()' -o "/proc/$name"
done
refuses "Not a directory" demo --size 64 -o "$scree/a.png"
refuses "$home: cannot be written: Is a directory" render 'perlin()' -o "$home"
refuses "name is empty" render 'perlin()' -o ""
mkdir -p "$home/folder/a.hdr"
refuses "a.hdr: cannot be written" render 'perlin()' -o "$home/folder/a.r16"
check "a raw file without its description is none" [ "$(ls -A "$home/folder")" = a.hdr ]
if [ "$(id -u)" != 0 ]; then
  mkdir "$home/locked" && chmod 500 "$home/locked"
  refuses "locked/a.png: cannot be written: Permission denied" render 'perlin()' -o "$home/locked/a.png"
fi
if is_full; then
  for edge in 4 400; do # less than a buffer, and many
    refuses "$full: cannot be written: No space left on device" render 'perlin()' --size ${edge}x$edge -o "$full"
  done
  ln -s "$full" "$home/full.pgm" && ln -s "$full" "$home/full.tif"
  refuses "full.pgm: cannot be written: No space left on device" render 'perlin()' -o "$home/full.pgm"
  refuses "full.tif: cannot be written" render 'perlin()' -o "$home/full.tif"
  check "a device stays a device" [ -c "$full" ]
  "$scree" info >"$full" 2>"$home/err"
  check "a report that cannot be printed is an error" [ $? = 2 ]
  check "... which says so" grep -qx 'scree: standard output cannot be written' "$home/err"
else
  echo "SKIPPED: full disk (no device like /dev/full here)"
fi
# The file size limit of the shell stands for a disk that fills up on the way.
for name in a.png a.tif a.pgm a.r32; do
  rm -rf "$home/work" && mkdir "$home/work" && echo older >"$home/work/$name"
  status=0
  (cd "$home/work" && trap '' XFSZ && ulimit -f 64 && exec "$scree" render 'simplex(frequency=0.01)' -o "$name") >"$home/out" 2>"$home/err" || status=$?
  check "a write of $name that fails on the way is an error" [ "$status" = 2 ]
  check "... which says why" grep -q "^scree: $name: cannot be written: File too large" "$home/err"
  check "... leaves no partial file" picture_alone "$name"
  check "... and the older picture" grep -qx older "$home/work/$name"
done

# ---- signals ----

interrupt INT render 'simplex(frequency=0.01)' --size 30000x30000 -o a.png
check "Ctrl-C ends render with 130" [ "$status" = 130 ]
check "... says so" grep -qx 'scree: interrupted' "$home/err"
check "... and leaves no file" empty_folder
interrupt INT demo --size 2048 -o a.png
check "Ctrl-C ends the demo with 130 and no file" [ "$status $(ls -A "$home/work")" = "130 " ]
interrupt INT render 'perlin(frequency=0.01)' --shade --palette terrain --size 30000x30000 -o a.tif
check "Ctrl-C ends a TIFF with 130 and no file" [ "$status $(ls -A "$home/work")" = "130 " ]
interrupt TERM render 'simplex(frequency=0.01)' --size 30000x30000 -o a.png
check "SIGTERM ends render with 143 and no file" [ "$status $(ls -A "$home/work")" = "143 " ]

verdict
