// Everything that people read in the staff app can be read in every language. `npm run words` says
// what is still to be done, with lines to paste into words/staff.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { readFile, readSource, sourceFiles, type Sentence } from './sentences.ts';

const others = ['de', 'fr', 'es'];
const found = sourceFiles().map(readFile);
const sentences = found.flatMap((findings) => findings.sentences);

type Words = Record<string, string | Record<string, string>>;

function wordsOf(language: string): Words {
    const path = fileURLToPath(new URL(`../../words/staff/${language}.toml`, import.meta.url));
    return parse(readFileSync(path, 'utf8')) as Words;
}

function marks(text: string): string {
    return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');
}

/** What a translator would write a line for. */
function line({ key, one }: Sentence): string {
    const quoted = JSON.stringify(key);
    return one === undefined
        ? `${quoted} = ""` : `${quoted}.one = ""\n${quoted}.other = ""`;
}

/** What is wrong with a translation; "" if nothing is. */
function fault(sentence: Sentence, words: Words): string {
    const text = words[sentence.key];
    if (sentence.one === undefined) {
        return typeof text !== 'string' ? 'is about no number here'
            : marks(text) === marks(sentence.key) ? '' : 'has other marks than English';
    }
    if (typeof text !== 'object') {
        return 'needs the forms one and other';
    }
    const { one = '', other = '' } = text;
    const withoutNumber = (form: string) => marks(form.replaceAll('{n}', ''));
    return one === '' || other === '' ? 'needs the forms one and other'
        : marks(other) !== marks(sentence.key) ? 'has other marks than English'
            : withoutNumber(one) !== withoutNumber(sentence.one) ? 'has other marks for one'
                : '';
}

describe.each(others)('The words in %s', (language) => {
    const words = wordsOf(language);

    it('are there for every sentence', () => {
        const missing = sentences.filter(({ key }) => words[key] === undefined);
        const lines = [...new Set(missing.map(line))];
        expect(lines, `add to words/staff/${language}.toml:\n${lines.join('\n')}`).toEqual([]);
    });

    it('have the values of the English sentence', () => {
        const wrong = sentences.filter(({ key }) => words[key] !== undefined)
            .map((sentence) => [sentence, fault(sentence, words)] as const)
            .filter(([, why]) => why !== '')
            .map(([sentence, why]) => `${sentence.place}: ${sentence.key}: ${why}`);
        expect(wrong).toEqual([]);
    });

    it('are all used', () => {
        const used = new Set(sentences.map(({ key }) => key));
        const unused = Object.keys(words).filter((key) => !used.has(key));
        expect(unused).toEqual([]);
    });
});

describe('The staff app', () => {
    it('says everything through t() or tn()', () => {
        expect(found.flatMap((findings) => findings.unsaid)).toEqual([]);
    });

    it('puts no sentence together', () => {
        expect(found.flatMap((findings) => findings.pieced)).toEqual([]);
    });
});

describe('The reader of the source', () => {
    const read = (source: string, path = 'a.svelte') => readSource(source, path);
    const script = (source: string) => read(source, 'a.ts');

    it('finds sentences in scripts and in markup', () => {
        const keys = (source: string) => read(source).sentences.map(({ key }) => key);
        expect(keys('<script lang="ts">const a: string = t(\'One\');</script><p>{t(\'Two\')}</p>'))
            .toEqual(['One', 'Two']);
        expect(keys('<A label={t(a ? \'One\' : \'Two\')} />')).toEqual(['One', 'Two']);
        expect(read('{tn(n, \'{n} guest\', \'{n} guests\')}').sentences[0])
            .toMatchObject({ key: '{n} guests', one: '{n} guest' });
    });

    it.each([
        '<p>Hello</p>', '<p>{a ? \'Yes\' : b}</p>', '<A label="Name" />', '<p title="Why">{a}</p>',
        '<A hint={`At most ${n}`} />', '<p>{n} left</p>',
        '<script lang="ts">const a = \'Give it a name.\';</script>',
        '<script lang="ts">const a = () => `seen ${when}`;</script>', '<A onclick={() => later(`${name} came.`)} />',
    ])('notices words outside of t(): %s', (source) => {
        expect(read(source).unsaid).toHaveLength(1);
    });

    it.each([
        '<p>{t(\'Hello there\')}</p>', '<p>Standby</p>', '<Icon name="cross" />', '<p>{a} · {b}</p>',
        '<p class="row spread">{a}</p>', '<input name="code" />', '<p>{name}</p>',
        '<script lang="ts">import a from \'./a b c\';</script>',
        '<script lang="ts">const a = () => f(`bulk:${key}`);</script>', '<A class={f(`row ${kind}`)} />',
    ])('leaves alone what needs no language: %s', (source) => {
        expect(read(source)).toMatchObject({ unsaid: [], pieced: [] });
    });

    it.each([
        'const f = () => `${t(\'Offered\')} to you`;', 'const f = () => t(\'Guest\') + \' left\';',
        'const f = () => t(`Hello ${name}`);', 'const f = () => t(words[a]);',
        'const name = t(\'Owner\');', 'const names = { owner: t(\'Owner\') };',
    ])('notices what can’t be translated: %s', (source) => {
        expect(script(source).pieced).toHaveLength(1);
    });

    it('lets tables be spoken when they are looked at', () => {
        expect(script('const names = spoken(() => ({ owner: t(\'Owner\') }));').pieced).toEqual([]);
    });
});
