"""Reads a tiled TIFF or BigTIFF of one picture with nothing but Python's own library and prints "width height depth" (of colours also the channels), then
a line of samples a row; floats as the integers that their bits are. TIFF 6.0, its supplement 2, and Adobe's note on the predictor for floats."""

import struct
import sys
import zlib

SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 12: 8, 16: 8}
CODES = {1: "B", 3: "H", 4: "I", 16: "Q"}


def tags(data):
    order = {b"II": "<", b"MM": ">"}[data[:2]]
    (version,) = struct.unpack_from(order + "H", data, 2)
    big = version == 43
    assert version in (42, 43), "no TIFF"
    (at,) = struct.unpack_from(order + ("Q" if big else "I"), data, 8 if big else 4)
    (count,) = struct.unpack_from(order + ("Q" if big else "H"), data, at)
    at += 8 if big else 2
    found = {}
    for _ in range(count):
        tag, kind = struct.unpack_from(order + "HH", data, at)
        (number,) = struct.unpack_from(order + ("Q" if big else "I"), data, at + 4)
        place = at + (12 if big else 8)
        if number * SIZES[kind] > (8 if big else 4):
            (place,) = struct.unpack_from(order + ("Q" if big else "I"), data, place)
        if kind in CODES:
            found[tag] = struct.unpack_from(f"{order}{number}{CODES[kind]}", data, place)
        at += 20 if big else 12
    return order, found


def unpredict(tile, predictor, order, columns, rows, channels, size):
    """Integers are differences to the pixel at the left; floats are differences of bytes, the upper bytes of a row first."""
    if predictor == 1:
        return tile
    out = bytearray(len(tile))
    length = columns * channels * size
    for row in range(rows):
        line = bytearray(tile[row * length : (row + 1) * length])
        if predictor == 3:
            for k in range(channels, length):
                line[k] = (line[k] + line[k - channels]) & 255
            count = columns * channels
            for k in range(count):
                word = bytes(line[byte * count + k] for byte in range(size))
                out[row * length + k * size : row * length + (k + 1) * size] = word if order == ">" else word[::-1]
        else:
            code = f"{order}{columns * channels}{'BH'[size - 1]}"
            values = list(struct.unpack(code, line))
            for k in range(channels, len(values)):
                values[k] = (values[k] + values[k - channels]) & (256**size - 1)
            out[row * length : (row + 1) * length] = struct.pack(code, *values)
    return bytes(out)


def main(name):
    with open(name, "rb") as file:
        data = file.read()
    order, tag = tags(data)
    one = lambda number, usual=None: tag.get(number, (usual,))[0]
    width, height, columns, rows = one(256), one(257), one(322), one(323)
    depth, channels, compression, predictor = one(258), one(277, 1), one(259, 1), one(317, 1)
    assert one(284, 1) == 1 and compression in (1, 8), "a TIFF that this reader does not know"
    assert one(339, 1) == (3 if depth == 32 else 1), "the sample format is wrong"
    size = depth // 8
    print(width, height, depth, *([channels] if channels > 1 else []))
    across = -(-width // columns)
    lines = [bytearray() for _ in range(height)]
    for number, (offset, count) in enumerate(zip(tag[324], tag[325])):
        tile = data[offset : offset + count]
        if compression == 8:
            tile = zlib.decompress(tile)
        assert len(tile) == columns * rows * channels * size, "a tile is not whole"
        tile = unpredict(tile, predictor, order, columns, rows, channels, size)
        wide = min(columns, width - number % across * columns) * channels * size
        for row in range(min(rows, height - number // across * rows)):
            start = row * columns * channels * size
            lines[number // across * rows + row] += tile[start : start + wide]
    code = f"{order}{width * channels}{ {1: 'B', 2: 'H', 4: 'I'}[size] }"
    for line in lines:
        print(*struct.unpack(code, line))


main(sys.argv[1])
