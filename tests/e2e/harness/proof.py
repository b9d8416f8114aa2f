"""The work that a crowded list asks for, done as the page's script does it."""
import hashlib


def solve(puzzle, bits):
    answer = 0
    while True:
        text = f'{puzzle}.{answer}'
        head = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], 'big')
        if head >> (32 - bits) == 0:
            return text
        answer += 1
