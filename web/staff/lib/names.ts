// Names as people mean them: whoever types " COLOUR" or "cölour" means the same. The server decides;
// here it is only guessed, so that a question comes while something is typed.

/** Names with the same key are the same. */
export function nameKey(text: string): string {
    return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[\s\-‐‑–]/gu, '');
}

/** How many letters differ: added, left out, changed, or two exchanged. */
export function distance(one: string, other: string): number {
    const from = [...one];
    const to = [...other];
    const rows: number[][] = [to.map((_, column) => column).concat(to.length)];
    for (let line = 1; line <= from.length; line += 1) {
        const row = [line];
        const above = rows[line - 1] ?? [];
        for (let column = 1; column <= to.length; column += 1) {
            const changed = from[line - 1] === to[column - 1] ? 0 : 1;
            let least = Math.min((above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1,
                (above[column - 1] ?? 0) + changed);
            if (line > 1 && column > 1 && from[line - 1] === to[column - 2] &&
                from[line - 2] === to[column - 1]) {
                least = Math.min(least, (rows[line - 2]?.[column - 2] ?? 0) + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    return rows[from.length]?.[to.length] ?? 0;
}

/** The name that was most likely meant; undefined when none is close. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
    const key = nameKey(text);
    const allowed = key.length < 3 ? 0 : key.length < 6 ? 1 : key.length < 10 ? 2 : 3;
    let best: string | undefined;
    let least = allowed + 1;
    for (const name of names) {
        const far = distance(key, nameKey(name));
        if (far < least) {
            best = name;
            least = far;
        }
    }
    return best;
}
