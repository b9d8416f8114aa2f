// The same for many guests: a few at a time, and whoever can't be changed keeps nobody else back.

const atOnce = 4;

/** In the order of joining, as far as ids tell. */
export function inOrder(ids: readonly string[]): string[] {
    return [...ids].sort((one, other) =>
        one.length - other.length || (one < other ? -1 : one > other ? 1 : 0));
}

/** Throws the first problem after all were tried. */
export async function forEach(
    ids: readonly string[], send: (id: string) => Promise<unknown>, most = atOnce): Promise<void> {
    const left = [...ids];
    const problems: unknown[] = [];
    const work = async () => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
            try {
                await send(id);
            } catch (error) {
                problems.push(error);
            }
        }
    };
    await Promise.all(Array.from({ length: Math.min(most, ids.length) }, work));
    if (problems.length > 0) {
        throw problems[0];
    }
}
