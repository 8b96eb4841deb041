"""Packs standard input as web/src/core/lzma.ts reads it: raw LZMA, lc=3, lp=0, pb=0."""
import lzma
import sys

packing = {
    "id": lzma.FILTER_LZMA1,
    "preset": 9 | lzma.PRESET_EXTREME,
    "dict_size": 1 << 20,
    "lc": 3,
    "lp": 0,
    "pb": 0,
    "nice_len": 273,
    "depth": 1000,
}
sys.stdout.buffer.write(
    lzma.compress(sys.stdin.buffer.read(), format=lzma.FORMAT_RAW, filters=[packing])
)
