// Lets code import words/staff/*.toml; each language becomes a file that is fetched when it is spoken.
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

export function tomlWords(): Plugin {
    return {
        name: 'toml-words',
        transform(source, id) {
            if (!id.endsWith('.toml')) {
                return null;
            }
            return { code: `export default ${JSON.stringify(parse(source))};`, map: null };
        },
    };
}
