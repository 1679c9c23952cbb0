#!/usr/bin/env bash
# Caves, biomes and scattered points as a user of the command meets them: cli_world.sh <the command>.
. "$(dirname "$(realpath "$0")")/cli_support.sh" "$1"

instruction_sets=$("$scree" info | sed -n 's/^instruction sets *//p' | tr -d ,)
for page in caves biomes scatter; do
  run $page --help
  check "'$page --help' prints its usage and succeeds" [ "$status" = 0 -a -n "$(grep Usage "$home/out")" -a ! -s "$home/err" ]
done

# ---- the same everywhere ----

hills='fbm(simplex(seed=5, frequency=0.01), octaves=5)'
# everywhere <file> <arguments ...>: one set of bytes on all instruction sets and any number of threads.
everywhere() {
  run "${@:2}" --quiet -o "$1"
  check "${*:2} succeeds, silently" eval '[ "$status" = 0 ] && silent'
  check "... and leaves $1 alone" picture_alone "$1"
  cp "$home/work/$1" "$home/expected"
  for isa in $instruction_sets; do
    SCREE_ISA=$isa run "${@:2}" --quiet --threads 1 -o "$1"
    check "${*:2} has the same bytes on $isa" cmp -s "$home/expected" "$home/work/$1"
  done
  run "${@:2}" --quiet --threads 2 -o "$1"
  check "${*:2} has the same bytes with two threads" cmp -s "$home/expected" "$home/work/$1"
}
everywhere a.png caves --size 200x150 --least 20 --least-rock 9 --connect --seed 3
everywhere a.png caves "$hills" --size 64x50 --depth 9 --slice 2 --steps 2 --connect
everywhere a.png biomes --size 200x150 --spacing 20
everywhere a.tif biomes --height "500 * $hills" --sea --shade --size 200x150 --spacing 4 --seed 18446744073709551615
everywhere a.png biomes --flat --size 200x150 --spacing 20
everywhere a.csv scatter "$hills" --region -50,-20,1000,900 --distance 1.5 --seed 4
everywhere a.geojson scatter "$hills" --kind jittered --jitter 0.7 --chunk -1,2

# ---- what the files hold, in another reader ----

if command -v python3 >/dev/null; then
  pixels() { python3 "$checks/read_png.py" "$home/work/a.png" >"$1"; }
  says() { python3 -c "import json, sys; d = json.load(sys.stdin); assert $1, d" <"$home/out"; }

  # Caves.
  run caves --size 150x100 --gray --json -o a.png
  check "the report of caves is JSON" says 'd["width"] == 150 and d["field"] == "white()" and d["regions"] == d["regions_before"] > 1'
  cp "$home/work/a.png" "$home/cave.png"
  check "a gray cave is read back" pixels "$home/whole.txt"
  check "... in black and white, with the share of air that the report says" python3 - "$home/whole.txt" "$home/out" <<'END'
import json, sys
cells = " ".join(open(sys.argv[1]).read().split("\n")[1:]).split()
assert set(cells) == {"0", "255"}
assert abs(cells.count("255") / len(cells) - json.load(open(sys.argv[2]))["air"]) < 1e-12
END
  run caves --size 50x40 --origin 60,30 --gray -o a.png
  check "a chunk of a cave is read back" pixels "$home/part.txt"
  check "... and is a part of the whole" cmp -s <(sed -n '32,71p' "$home/whole.txt" | cut -d' ' -f61-110) <(tail -n +2 "$home/part.txt")
  run caves --size 150x100 --zoom 2 --gray -o a.png
  check "--zoom is read back" pixels "$home/part.txt"
  check "... with four pixels a cell" cmp -s <(tail -n +2 "$home/whole.txt") <(tail -n +2 "$home/part.txt" | sed -n 'n;p' | sed -E 's/([0-9]+) \1/\1/g')
  run caves --size 150x100 --gray -o a.pgm
  check "PGM takes it" picture_alone a.pgm
  for change in "--seed 9" "--edge 0.2" "--birth 6" "--survival 3" "--steps 2" "--least 40" "--least-rock 40" "--connect"; do
    # shellcheck disable=SC2086
    run caves --size 150x100 --gray $change -o a.png
    check "$change changes the cave" eval "[ $status = 0 ] && ! cmp -s '$home/cave.png' '$home/work/a.png'"
  done
  run caves --size 150x100 --connect --radius 3 --json -o a.png
  check "--connect makes one region of all air" says 'd["regions"] == 1 and d["largest"] == 1 and d["regions_before"] > 1 > d["largest_before"] > 0'
  check "... and digs" says 'd["air"] > d["air_before"]'
  run caves --size 150x100 --least 50 --json -o a.png
  check "--least leaves fewer regions and less air" says '0 < d["regions"] < d["regions_before"] and d["air"] < d["air_before"]'
  run caves --size 60x50 --edge 2 --json -o a.png
  check "a cave of rock alone has no region" says 'd["air"] == 0 and d["regions"] == 0 and d["largest"] == 0'

  volume=(caves "$hills" --size 40x30 --depth 12 --depth-origin -3 --edge 0.1 --steps 1)
  run "${volume[@]}" --json -o a.raw
  check "a volume and what describes it are all there is" [ "$(ls "$home/work" | tr '\n' ' ')" = "a.nhdr a.raw " ]
  check "the report says its depth" says 'd["depth"] == 12'
  check "the header says what the volume is" cmp -s "$home/work/a.nhdr" <(printf 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 40 30 12\nencoding: raw\ndata file: a.raw\n')
  cp "$home/work/a.raw" "$home/a.raw"
  for slice in 0 11; do
    run "${volume[@]}" --slice $slice --gray -o a.png
    check "slice $slice is read back" pixels "$home/part.txt"
    check "... with the bytes of the volume" cmp -s <(tail -n +2 "$home/part.txt") <(python3 -c 'import sys
d, k = open(sys.argv[1], "rb").read(), int(sys.argv[2])
assert len(d) == 40 * 30 * 12 and set(d) == {0, 255}
for y in range(30): print(*d[1200 * k + 40 * y : 1200 * k + 40 * y + 40])' "$home/a.raw" $slice)
  done
  run "${volume[@]}" --depth 3 --depth-origin 2 -o a.raw
  check "options are given once" [ "$status" = 2 ]
  run caves "$hills" --size 40x30 --depth 3 --depth-origin 2 --edge 0.1 --steps 1 -o a.raw
  check "a chunk of a volume is a part of it" cmp -s "$home/work/a.raw" <(tail -c +$((5 * 1200 + 1)) "$home/a.raw" | head -c 3600)

  # Biomes.
  "$scree" biomes --help | sed -n '/^  biome/,$p' | grep -E '^  [a-z]' >"$home/table.txt"
  run biomes --table "$home/table.txt" --size 60x40 --json -o a.png
  check "the table that the help shows is one" says '[b["name"] for b in d["biomes"]] == ["tundra", "boreal forest"]'
  printf 'biome 0a141e dry land # a comment\nbiome d2781e wet land\ntemperature\nmoisture 50\ncells 0\ncells 1\n' >"$home/table.txt"
  land=(biomes --table "$home/table.txt" --temperature 5 --moisture 'x * 10' --size 11x1)
  run "${land[@]}" --flat --json -o a.png
  check "flat biomes are read back" pixels "$home/whole.txt"
  check "... in the colours of the table, a threshold above itself" [ "$(tail -1 "$home/whole.txt")" = "10 20 30 10 20 30 10 20 30 10 20 30 10 20 30 210 120 30 210 120 30 210 120 30 210 120 30 210 120 30 210 120 30" ]
  check "the report of biomes is JSON with names, colours and shares" says '[(b["name"], b["colour"], round(b["share"] * 11, 6)) for b in d["biomes"]] == [("dry land", "0a141e", 5), ("wet land", "d2781e", 6)]'
  run "${land[@]}" --moisture-blend 40 -o a.png
  check "blended biomes are read back" pixels "$home/part.txt"
  check "... in the middle of the border by halves, 10 away from it by smoothstep" [ "$(tail -1 "$home/part.txt" | cut -d' ' -f10-24)" = "10 20 30 41 36 30 110 70 30 179 104 30 210 120 30" ]
  run "${land[@]}" -o a.png
  check "the report lists every biome" grep -qE '^ +[0-9.]+ %  #d2781e  wet land$' "$home/out"
  run biomes --table "$home/table.txt" --temperature 5 --moisture 'x * 10' --size 11x1 --height 'x - 2' --sea --flat --json -o a.png
  check "the sea is read back" pixels "$home/part.txt"
  check "... where the height is below 0" [ "$(tail -1 "$home/part.txt" | cut -d' ' -f1-9)" = "58 102 143 58 102 143 10 20 30" ]
  check "... and in the report" says 'd["biomes"][2]["name"] == "sea" and round(d["biomes"][2]["share"] * 11, 6) == 2'
  run biomes --size 60x40 --spacing 30 --json -o a.png
  check "shares of the nine biomes add up to 1" says 'len(d["biomes"]) == 9 and abs(sum(b["share"] for b in d["biomes"]) - 1) < 1e-6'
  cp "$home/work/a.png" "$home/map.png"
  for change in "--seed 1" "--flat" "--temperature-blend 1" "--moisture-blend 1" "--height 2000" "--temperature x" "--moisture y"; do
    # shellcheck disable=SC2086
    run biomes --size 60x40 --spacing 30 $change -o a.png
    check "$change changes the map" eval "[ $status = 0 ] && ! cmp -s '$home/map.png' '$home/work/a.png'"
  done
  run biomes --size 60x40 --spacing 30 --height "1000 * $hills" --shade --json -o a.png
  check "--shade says how high it took the ground" says 'd["relief"] > 0'
  check "... and lights the map" eval "! cmp -s '$home/map.png' '$home/work/a.png'"
  cp "$home/work/a.png" "$home/lit.png"
  for change in "--azimuth 100" "--altitude 20" "--relief 0.01" "--lapse-rate 60"; do
    # shellcheck disable=SC2086
    run biomes --size 60x40 --spacing 30 --height "1000 * $hills" --shade $change -o a.png
    check "$change changes the lit map" eval "[ $status = 0 ] && ! cmp -s '$home/lit.png' '$home/work/a.png'"
  done

  # Points. They are found in blocks of 712 x 356 spacings: more than one here, along both axes.
  run scatter "$hills + 0.5" --region -1300,-20,70,700 --distance 1.25 --seed 7 --json -o a.csv
  check "the report of scatter is JSON" says 'd["points"] > 100000 and d["kind"] == "poisson" and d["distance"] == 1.25 and d["seed"] == 7 and d["y1"] == 700'
  cp "$home/work/a.csv" "$home/a.csv"
  cp "$home/out" "$home/report"
  check "CSV has its points in the region, apart, each once, with an id of 64 bits and a density" python3 - "$home/a.csv" "$home/report" <<'END'
import collections, csv, json, sys
with open(sys.argv[1], newline="") as file:
    rows = list(csv.DictReader(file))
assert list(rows[0]) == ["x", "y", "id", "density"] and len(rows) == json.load(open(sys.argv[2]))["points"]
assert len({row["id"] for row in rows}) == len(rows) and max(int(row["id"]) for row in rows) > 1 << 63
squares = collections.defaultdict(list)
for row in rows:
    x, y = float(row["x"]), float(row["y"])
    assert -1300 <= x < 70 and -20 <= y < 700 and 0 < float(row["density"]) <= 1
    assert repr(x) == row["x"] or "e" in row["x"], "not the shortest text"
    i, j = int(x // 1.25), int(y // 1.25)
    for di in (-1, 0, 1):
        for dj in (-1, 0, 1):
            for u, v in squares[i + di, j + dj]:
                assert (x - u) ** 2 + (y - v) ** 2 >= 1.25**2
    squares[i, j].append((x, y))
END
  run scatter "$hills + 0.5" --region -1300,-20,70,700 --distance 1.25 --seed 7 -o a.geojson
  check "GeoJSON has the same points, ids as text" python3 - "$home/a.csv" "$home/work/a.geojson" <<'END'
import csv, json, sys
with open(sys.argv[1], newline="") as file:
    rows = [(float(r["x"]), float(r["y"]), r["id"], float(r["density"])) for r in csv.DictReader(file)]
found = json.load(open(sys.argv[2]))
assert found["type"] == "FeatureCollection" and {f["type"] + f["geometry"]["type"] for f in found["features"]} == {"FeaturePoint"}
assert rows == [(*f["geometry"]["coordinates"], f["properties"]["id"], f["properties"]["density"]) for f in found["features"]]
END
  run scatter "$hills + 0.5" --chunk 0,3 --chunk-size 50 --distance 1.25 --seed 7 -o a.csv
  check "a chunk holds those points of a region that are in it" cmp -s <(tail -n +2 "$home/work/a.csv" | sort) \
    <(awk -F, 'NR > 1 && $1 >= 0 && $1 < 50 && $2 >= 150 && $2 < 200' "$home/a.csv" | sort)
  run scatter --kind jittered --jitter 0 --distance 2 --region 0,0,6,4 -o a.csv
  check "points without jitter are a grid" [ "$(cut -d, -f1,2 "$home/work/a.csv" | tr '\n' ' ')" = "x,y 1,1 3,1 5,1 1,3 3,3 5,3 " ]
  for ending in csv geojson; do
    run scatter 0 --region 0,0,60,4 -o "a.$ending"
    check "no point makes a whole .$ending" [ "$status" = 0 ]
  done
  check "... which is read back" python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["features"] == []' "$home/work/a.geojson"

  if gives_terminals; then
    for work in "caves --size 30000x30000 -o b.png" "biomes --size 20000x20000 -o b.png" "scatter --region 0,0,30000,30000 -o b.csv"; do
      # shellcheck disable=SC2086
      check "progress of $work shows on a terminal" grep -qE '\[#*\.+\] +[0-9]+ %' <(cd "$home/work" && on_terminal stop $work)
    done
  fi
else
  echo "SKIPPED: pictures, volumes and points in another reader (no python3)"
fi
check "a pipe gets CSV" grep -qx 'x,y,id,density' < <("$scree" scatter --region 0,0,9,9 --quiet -o /dev/stdout | cat)

# ---- what is refused ----

for command in "caves" "biomes --temperature" "biomes --moisture" "biomes --height" "scatter --region 0,0,1,1"; do
  # shellcheck disable=SC2086
  run $command 'fmb(perlin())' -o a.csv
  check "$command: a broken field is an error with a suggestion, and no file" eval '[ "$status" = 2 ] && grep -q "did you mean fbm" "$home/err" && empty_folder'
done

refuses "--output is required" caves
refuses "--birth is 'x'" caves --birth x -o a.png
refuses "--depth is '1.5'" caves --depth 1.5 -o a.png
refuses "steps is -1, but must be 0 or more" caves --steps -1 -o a.png
refuses "--steps is '4294967298'" caves --steps 4294967298 -o a.png
refuses "birth is 10, but must be 0 to 9" caves --birth 10 -o a.png
refuses "survival is 28, but must be 0 to 27" caves --depth 8 --survival 28 -o a.png
refuses "edge is NaN" caves --edge nan -o a.png
refuses "--least is '-1'" caves --least -1 -o a.png
refuses "radius is 256, but must be 0 to 255" caves --connect --radius 256 -o a.png
refuses "hardness is 0, but must be 1 to 16" caves --connect --hardness 0 -o a.png
refuses "--seed is '18446744073709551616'" caves --seed 18446744073709551616 -o a.png
refuses "--slice is one of --depth" caves --slice 1 -o a.png
refuses "--slice is 8, but must be 0 to 7" caves --depth 8 --slice 8 -o a.png
refuses "--slice is for pictures" caves --depth 8 --slice 2 -o a.raw
refuses "--depth is 0" caves --depth 0 -o a.png
refuses "--depth-origin plus --depth" caves --depth 2 --depth-origin 9223372036854775807 -o a.png
refuses "origin and size along z are -9223372036854775808" caves --depth 2 --depth-origin -9223372036854775808 -o a.png
refuses "--zoom is 0" caves --zoom 0 -o a.png
refuses "--zoom is for pictures" caves --zoom 2 -o a.raw
refuses "width is 0" caves --size 0x10 -o a.png
refuses "a side is 0 cells" caves --size 10x0 -o a.raw
refuses "there are 3 channels" caves -o a.pgm
refuses "a picture's name ends with .png, .tif" caves -o a.jpg
refuses "spacing" caves --spacing 0 -o a.png

refuses "--output is required" biomes
refuses "not expected: perlin()" biomes 'perlin()' -o a.png
refuses "cannot read the table from '$home/absent.txt'" biomes --table "$home/absent.txt" -o a.png
printf 'biome 0a141e dry land\ntemperature\nmoisture 50\ncells 0\ncells 1\n' >"$home/wrong.txt"
refuses "biome table: " biomes --table "$home/wrong.txt" -o a.png
refuses "temperature_blend is -1" biomes --temperature-blend -1 -o a.png
refuses "moisture_blend" biomes --moisture-blend 1000 -o a.png
refuses "lapse_rate is inf" biomes --height 5 --lapse-rate inf -o a.png
refuses "--shade needs a --height" biomes --shade -o a.png
refuses "--sea needs a --height" biomes --sea -o a.png
refuses "altitude is 91" biomes --height x --shade --altitude 91 -o a.png
refuses "there are 3 channels" biomes -o a.pgm
refuses "spacing" biomes --spacing nan -o a.png

refuses "--output is required" scatter --region 0,0,1,1
refuses "one of them has to be given" scatter -o a.csv
refuses "one of them has to be given" scatter --region 0,0,1,1 --chunk 0,0 -o a.csv
for region in 0,0,1 0,0,1,1,1 1,0,0,1 0,1,1,0 0,0,1,inf 0,0,1,1x "" 1e400,0,0,0; do
  refuses "--region is '$region', right is" scatter --region "$region" -o a.csv
done
refuses "--chunk is '0'" scatter --chunk 0 -o a.csv
refuses "size is 0, but must be finite and above 0" scatter --chunk 0,0 --chunk-size 0 -o a.csv
refuses "chunk: (2000000000000000, 0) is out of bounds" scatter --chunk 2000000000000000,0 -o a.csv
refuses "spacing is 0" scatter --region 0,0,1,1 --distance 0 -o a.csv
refuses "jitter is 2" scatter --region 0,0,1,1 --kind jittered --jitter 2 -o a.csv
refuses "--kind is 'poison', right is jittered or poisson" scatter --region 0,0,1,1 --kind poison -o a.csv
refuses "but must be within" scatter --region 0,0,1,1e30 -o a.csv
refuses "more than 2^40 squares" scatter --region 0,0,1e7,1e7 -o a.csv
refuses "ends with .csv, .geojson or .json" scatter --region 0,0,1,1 -o a.txt
SCREE_ISA=sse9 refuses "sse9" scatter --region 0,0,1,1 -o a.csv
refuses "dimension" scatter z --region 0,0,1,1 -o a.csv

# ---- files that cannot be written ----

for name in a.png a.raw; do
  refuses "missing/$name: cannot be written: No such file or directory" caves -o "missing/$name"
done
refuses "$scree/a.png: cannot be written: Not a directory" biomes -o "$scree/a.png"
refuses "missing/a.csv: cannot be written: No such file or directory" scatter --region 0,0,9,9 -o missing/a.csv
refuses "name is empty" scatter --region 0,0,9,9 -o ""
mkdir -p "$home/folder/a.nhdr"
refuses "a.nhdr: cannot be written" caves --depth 4 --size 16x16 -o "$home/folder/a.raw"
# The file size limit of the shell stands for a disk that fills up on the way.
# fills <file> <arguments ...>
fills() {
  rm -rf "$home/work" && mkdir "$home/work" && echo older >"$home/work/$1"
  status=0
  (cd "$home/work" && trap '' XFSZ && ulimit -f 16 && exec "$scree" "${@:2}" -o "$1") >"$home/out" 2>"$home/err" || status=$?
  check "a disk that fills up under ${*:2} is an error" [ "$status" = 2 ]
  check "... which says why" grep -q "^scree: $1: cannot be written: File too large" "$home/err"
  check "... leaves no partial file" picture_alone "$1"
  check "... and the older one" grep -qx older "$home/work/$1"
}
if is_full; then
  refuses "$full: cannot be written: No space left on device" scatter --region 0,0,200,200 -o "$full"
  refuses "$full: cannot be written: No space left on device" scatter --region 0,0,2,2 -o "$full"
else
  echo "SKIPPED: full disk (no device like /dev/full here)"
fi
fills a.png caves
fills a.raw caves --size 64x64 --depth 16
fills a.png biomes --spacing 20
fills a.csv scatter --region 0,0,100,100
fills a.geojson scatter --region 0,0,100,100

# ---- signals ----

interrupt INT caves --size 30000x30000 -o a.png
check "Ctrl-C ends caves with 130 and no file" [ "$status $(ls -A "$home/work")" = "130 " ]
interrupt TERM biomes --size 30000x30000 -o a.png
check "SIGTERM ends biomes with 143 and no file" [ "$status $(ls -A "$home/work")" = "143 " ]
interrupt INT scatter --region 0,0,20000,20000 -o a.csv
check "Ctrl-C ends scatter with 130 and no file" [ "$status $(ls -A "$home/work")" = "130 " ]
check "... and says so" grep -qx 'scree: interrupted' "$home/err"

verdict
