// SHA-256 of a text, in lower-case hexadecimal digits. Browsers have it too, but only on pages that
// came over https, and a draw must be checkable on every page.

/** The first 32 bits of the fractional parts of roots of the first primes. */
function roots(count: number, power: number): number[] {
    const found: number[] = [];
    for (let candidate = 2; found.length < count; candidate += 1) {
        let isPrime = true;
        for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
            isPrime = isPrime && candidate % divisor !== 0;
        }
        if (isPrime) {
            const root = Math.pow(candidate, power);
            found.push(((root - Math.floor(root)) * 4294967296) | 0);
        }
    }
    return found;
}

const start = roots(8, 1 / 2);
const constants = roots(64, 1 / 3);

function turn(word: number, bits: number): number {
    return (word >>> bits) | (word << (32 - bits));
}

function mix(state: number[], block: DataView, offset: number, words: Int32Array): void {
    for (let index = 0; index < 64; index += 1) {
        if (index < 16) {
            words[index] = block.getInt32(offset + index * 4);
            continue;
        }
        const before = words[index - 15]!;
        const last = words[index - 2]!;
        words[index] =
            words[index - 16]! +
            (turn(before, 7) ^ turn(before, 18) ^ (before >>> 3)) +
            words[index - 7]! +
            (turn(last, 17) ^ turn(last, 19) ^ (last >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
    ];
    for (let index = 0; index < 64; index += 1) {
        const one =
            h +
            (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
            ((e & f) ^ (~e & g)) +
            constants[index]! +
            words[index]!;
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = (d + one) | 0;
        d = c;
        c = b;
        b = a;
        a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
        state[index] = (state[index]! + word) | 0;
    });
}

export function sha256(text: string): string {
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 4, bytes.length * 8);
    const state = start.slice();
    const words = new Int32Array(64);
    for (let offset = 0; offset < padded.length; offset += 64) {
        mix(state, view, offset, words);
    }
    return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
