// What changed between two texts, word by word: the longest common run of words stays, the rest is
// gone or new. A mark such as {{name}} is one word.

export interface Piece {
    kind: 'same' | 'gone' | 'new';
    text: string;
}

/** Beyond so many words, what differs is shown as a whole. */
const wordsMax = 3000;

/** Words, marks, spaces and line breaks, each on its own. Together they are the text. */
export function wordsOf(text: string): string[] {
    return text.match(/\{\{[^{}]*\}\}|\n|[^\S\n]+|[\p{L}\p{N}_'’]+|[^\s]/gu) ?? [];
}

export function diffWords(before: string, after: string): Piece[] {
    const left = wordsOf(before);
    const right = wordsOf(after);
    let head = 0;
    while (head < left.length && head < right.length && left[head] === right[head]) {
        head += 1;
    }
    let tail = 0;
    while (tail < left.length - head && tail < right.length - head &&
        left[left.length - 1 - tail] === right[right.length - 1 - tail]) {
        tail += 1;
    }
    const pieces: Piece[] = [];
    add(pieces, 'same', left.slice(0, head).join(''));
    middle(pieces, left.slice(head, left.length - tail), right.slice(head, right.length - tail));
    add(pieces, 'same', left.slice(left.length - tail).join(''));
    return smooth(pieces);
}

/** Changes with nothing but a space or a comma between them are one change: easier to read. */
function smooth(pieces: readonly Piece[]): Piece[] {
    const result: Piece[] = [];
    let gone = '';
    let added = '';
    const flush = () => {
        add(result, 'gone', gone);
        add(result, 'new', added);
        gone = '';
        added = '';
    };
    pieces.forEach((piece, index) => {
        const isBetween = (gone !== '' || added !== '') && index < pieces.length - 1;
        if (piece.kind === 'gone') {
            gone += piece.text;
        } else if (piece.kind === 'new') {
            added += piece.text;
        } else if (isBetween && /^[^\S\n]*[.,;:!?]?[^\S\n]*$/.test(piece.text)) {
            gone += piece.text;
            added += piece.text;
        } else {
            flush();
            add(result, 'same', piece.text);
        }
    });
    flush();
    return result;
}

function add(pieces: Piece[], kind: Piece['kind'], text: string): void {
    const last = pieces.at(-1);
    if (text === '') {
        return;
    }
    if (last?.kind === kind) {
        last.text += text;
    } else {
        pieces.push({ kind, text });
    }
}

function middle(pieces: Piece[], left: readonly string[], right: readonly string[]): void {
    if (left.length > wordsMax || right.length > wordsMax) {
        add(pieces, 'gone', left.join(''));
        add(pieces, 'new', right.join(''));
        return;
    }
    const lengths = commonLengths(left, right);
    const width = right.length + 1;
    let one = 0;
    let other = 0;
    while (one < left.length || other < right.length) {
        const isBoth = one < left.length && other < right.length;
        if (isBoth && left[one] === right[other]) {
            add(pieces, 'same', left[one] ?? '');
            one += 1;
            other += 1;
        } else if (other >= right.length || (isBoth &&
            (lengths[(one + 1) * width + other] ?? 0) >= (lengths[one * width + other + 1] ?? 0))) {
            add(pieces, 'gone', left[one] ?? '');
            one += 1;
        } else {
            add(pieces, 'new', right[other] ?? '');
            other += 1;
        }
    }
}

/** How many words the rests beginning at (one, other) have in common, row by row. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array {
    const width = right.length + 1;
    const lengths = new Uint16Array((left.length + 1) * width);
    for (let one = left.length - 1; one >= 0; one -= 1) {
        for (let other = right.length - 1; other >= 0; other -= 1) {
            lengths[one * width + other] = left[one] === right[other]
                ? (lengths[(one + 1) * width + other + 1] ?? 0) + 1
                : Math.max(
                    lengths[(one + 1) * width + other] ?? 0, lengths[one * width + other + 1] ?? 0);
        }
    }
    return lengths;
}
