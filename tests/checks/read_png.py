"""Reads a PNG with nothing but Python's own library and prints "width height depth" (of colours also the channels), then a line of samples a row."""

import struct
import sys
import zlib


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(kind + body), "wrong checksum"
        yield kind, body
        at += 12 + length
    assert kind == b"IEND", "the end is missing"


def paeth(left, up, corner):
    guess = left + up - corner
    return min((left, up, corner), key=lambda byte: abs(guess - byte))


def unfilter(kind, line, above, step):
    """PNG specification, section 9.2."""
    line = bytearray(line)
    for k in range(len(line)):
        left, corner = (line[k - step], above[k - step]) if k >= step else (0, 0)
        guess = (0, left, above[k], (left + above[k]) // 2, paeth(left, above[k], corner))[kind]
        line[k] = (line[k] + guess) & 255
    return line


def main(name):
    with open(name, "rb") as file:
        found = list(chunks(file.read()))
    width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", found[0][1])
    assert interlace == 0 and colour in (0, 2, 4, 6), "not plain gray or colours"
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    print(width, height, depth, *([channels] if channels > 1 else []))
    data = zlib.decompress(b"".join(body for kind, body in found if kind == b"IDAT"))
    size = depth // 8
    step = channels * size
    length = width * step
    assert len(data) == height * (1 + length), "rows are missing"
    above = bytearray(length)
    for row in range(height):
        at = row * (1 + length)
        above = unfilter(data[at], data[at + 1 : at + 1 + length], above, step)
        print(*(int.from_bytes(above[k : k + size], "big") for k in range(0, length, size)))


main(sys.argv[1])
