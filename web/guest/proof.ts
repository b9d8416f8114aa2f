// The work that a join costs while a list is crowded: the server gives a puzzle, and this looks for
// an answer such that SHA-256 of "puzzle.answer" begins with enough zero bits. Nobody has to click
// on pictures. Own code, because the browser's digest answers too late to be asked a million times.

const constants = new Uint32Array([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
/** What fits into one block beside its padding. */
const bytesMax = 55;

/** The first 32 bits of the SHA-256 of an ASCII text of at most 55 characters. */
export class ShortHash {
    private readonly words = new Uint32Array(64);

    firstWord(text: string): number {
        const words = this.words;
        words.fill(0, 0, 16);
        for (let index = 0; index < text.length; index += 1) {
            words[index >> 2]! |= text.charCodeAt(index) << (24 - (index & 3) * 8);
        }
        words[text.length >> 2]! |= 0x80 << (24 - (text.length & 3) * 8);
        words[15] = text.length * 8;
        for (let index = 16; index < 64; index += 1) {
            const early = words[index - 15]!;
            const late = words[index - 2]!;
            const s0 =
                ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
            const s1 =
                ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
            words[index] = words[index - 16]! + s0 + words[index - 7]! + s1;
        }
        let a = 0x6a09e667;
        let b = 0xbb67ae85;
        let c = 0x3c6ef372;
        let d = 0xa54ff53a;
        let e = 0x510e527f;
        let f = 0x9b05688c;
        let g = 0x1f83d9ab;
        let h = 0x5be0cd19;
        for (let index = 0; index < 64; index += 1) {
            const s1 =
                ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
            const one = (h + s1 + ((e & f) ^ (~e & g)) + constants[index]! + words[index]!) | 0;
            const s0 =
                ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
            const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
            h = g;
            g = f;
            f = e;
            e = (d + one) | 0;
            d = c;
            c = b;
            b = a;
            a = (one + two) | 0;
        }
        return (0x6a09e667 + a) >>> 0;
    }
}

/** Tries so many answers from `first` on; the proof, or null when none of them is one. */
export function tryAnswers(
    hash: ShortHash,
    puzzle: string,
    bits: number,
    first: number,
    count: number,
): string | null {
    for (let answer = first; answer < first + count; answer += 1) {
        const text = `${puzzle}.${answer}`;
        if (Math.clz32(hash.firstWord(text)) >= bits) {
            return text;
        }
    }
    return null;
}

const triesAtOnce = 2000;

/** Works in small pieces, so that the page stays alive. `pause` gives the others their turn. */
export async function solve(
    puzzle: string,
    bits: number,
    pause: () => Promise<void>,
): Promise<string> {
    if (puzzle.length + 17 > bytesMax || bits > 32) {
        throw new Error('no such puzzle');
    }
    const hash = new ShortHash();
    for (let first = 0; ; first += triesAtOnce) {
        const proof = tryAnswers(hash, puzzle, bits, first, triesAtOnce);
        if (proof !== null) {
            return proof;
        }
        await pause();
    }
}
