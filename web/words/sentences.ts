// Reads the source of the staff app for what people read in it: which sentences are said through t()
// and tn(), and which words stand outside of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'svelte/compiler';

export const staff = fileURLToPath(new URL('../staff', import.meta.url));

/** Something that is said, and where. */
export interface Sentence {
    /** The English sentence; that for many, where it is about a number. */
    key: string;
    /** The sentence for one, where it is about a number. */
    one: string | undefined;
    place: string;
}

export interface Findings {
    sentences: Sentence[];
    /** Words that people read and that no language can have for its own. */
    unsaid: string[];
    /** Sentences that are put together, or said in a way that can't be translated. */
    pieced: string[];
}

interface Node {
    type: string;
    start: number;
    [field: string]: unknown;
}

/** Attributes and properties whose text is shown or read aloud. */
const readAttributes = new Set([
    'alt', 'announce', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext',
    'caption', 'description', 'empty', 'error', 'heading', 'help', 'hint', 'label', 'legend', 'meaning', 'name',
    'note', 'placeholder', 'summary', 'text', 'title', 'unit', 'what', 'word', 'words',
]);

/** Elements and parts whose `name` is no word: a form's field, an icon. */
const nameless = /^(Icon|input|select|textarea|meta|slot|form|button|Field|Group)$/;

/** Names and signs that are the same in every language. */
const same = new Set([
    'Standby', 'SMS', 'API', 'CSV', 'JSON', 'URL', 'ID', 'PostgreSQL', 'SHA', 'UTC', 'GSM', 'UCS',
    'WhatsApp', 'Twilio', 'Meta', 'SMTP', 'QR', 'Authorization', 'Bearer', 'px', 'Cloudflare',
    'Turnstile', 'hCaptcha', 'Stripe', 'Mollie', 'rk', 'whsec', 'English', 'Deutsch', 'Français', 'Español', 'DE', 'AT', 'CH', 'en', 'Esc',
]);

/** Texts for programs: commands, markup, keys, days as the API and zones as browsers name them. */
const forPrograms = new RegExp('^(<|:host|standby |(Escape|Enter|Tab|Space|Backspace|Delete|Home|End|' +
    'Mon|Tue|Wed|Thu|Fri|Sat|Sun|Problem|Offline|Date|English|Deutsch|Français|Español)$)');

function isNode(value: unknown): value is Node {
    return typeof value === 'object' && value !== null &&
        typeof (value as { type?: unknown }).type === 'string';
}

/** The source files of the staff app, without tests, types and what tests use. */
export function sourceFiles(): string[] {
    return readdirSync(staff, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(svelte|ts)$/.test(path))
        .filter((path) => !/\.(test|d)\.ts$|fake_timers|examples\.ts$/.test(path))
        .sort();
}

/** Whether a text has a word that would have to be translated. */
export function hasWords(text: string): boolean {
    const words = text.replace(/https?:\S+/g, '').match(/\p{L}[\p{L}’'-]+/gu) ?? [];
    return words.some((word) => !same.has(word));
}

export function readFile(path: string): Findings {
    return readSource(readFileSync(join(staff, path), 'utf8'), path);
}

/** What a file says; its path decides how it is read. */
export function readSource(source: string, path: string): Findings {
    const isComponent = path.endsWith('.svelte');
    // Svelte's own reader knows TypeScript, too, so there is one reader for both.
    const text = isComponent ? source : `<script module lang="ts">${source}\n</script>`;
    const root = parse(text, { modern: true, filename: path });
    const reader = new Reader(path, text);
    for (const [part, context] of [
        [root.module?.content, 'module'], [root.instance?.content, 'function'],
        [root.fragment, 'function'],
    ] as const) {
        if (part !== undefined && part !== null) {
            reader.walk(part as unknown as Node, [], context === 'module');
        }
    }
    return reader.findings;
}

class Reader {
    readonly findings: Findings = { sentences: [], unsaid: [], pieced: [] };

    readonly path: string;
    readonly text: string;

    constructor(path: string, text: string) {
        this.path = path;
        this.text = text;
    }

    walk(node: Node, parents: Node[], isAtOnce: boolean): void {
        this.look(node, parents, isAtOnce);
        const isLater = isAtOnce && !/Function|Method/.test(node.type);
        for (const value of Object.values(node)) {
            for (const child of Array.isArray(value) ? value : [value]) {
                if (isNode(child)) {
                    this.walk(child, [...parents, node], isLater);
                }
            }
        }
    }

    look(node: Node, parents: Node[], isAtOnce: boolean): void {
        if (isSaying(node)) {
            this.lookAtSaying(node, parents, isAtOnce);
        } else if (node.type === 'Text' && !isInAttribute(parents)) {
            this.unsaid(node, String(node.data));
        } else if (node.type === 'ExpressionTag' && !isInAttribute(parents)) {
            this.lookAtShown(node.expression as Node);
        } else if (node.type === 'Attribute') {
            this.lookAtAttribute(node, parents.at(-1));
        } else if (node.type === 'Property' && !isInScript(parents)) {
            this.lookAtProperty(node);
        } else if (isText(node) && (isInScript(parents) || isGiven(parents))) {
            this.lookAtScript(node, parents);
        }
    }

    lookAtSaying(node: Node, parents: Node[], isAtOnce: boolean): void {
        const name = (node.callee as Node).name;
        const given = node.arguments as Node[];
        const place = this.placeOf(node);
        if (isAtOnce) {
            this.findings.pieced.push(`${place}: said before the language is known; use spoken() ` +
                'or a function');
        }
        if (isPieced(node, parents)) {
            this.findings.pieced.push(`${place}: put together with other words`);
        }
        const literals = given.slice(name === 't' ? 0 : 1, name === 't' ? 1 : 3).map(sentencesIn);
        if (literals.length === 0 || literals.some((found) => found === undefined)) {
            this.findings.pieced.push(`${place}: the sentence doesn’t stand in the call`);
            return;
        }
        const [first, second] = literals as string[][];
        if (name === 't') {
            for (const key of first ?? []) {
                this.findings.sentences.push({ key, one: undefined, place });
            }
        } else {
            (second ?? []).forEach((key, index) =>
                this.findings.sentences.push({ key, one: first?.[index] ?? '', place }));
        }
    }

    /** Strings that an expression of the markup shows as they are. */
    lookAtShown(node: Node): void {
        for (const shown of shownTexts(node)) {
            this.unsaid(node, shown);
        }
    }

    lookAtAttribute(node: Node, element: Node | undefined): void {
        const name = String(node.name);
        if (!readAttributes.has(name) ||
            (name === 'name' && nameless.test(String(element?.name ?? '')))) {
            return;
        }
        for (const part of Array.isArray(node.value) ? node.value : [node.value]) {
            if (isNode(part) && part.type === 'Text') {
                this.unsaid(part, String(part.data));
            } else if (isNode(part) && part.type === 'ExpressionTag') {
                this.lookAtShown(part.expression as Node);
            }
        }
    }

    /** Words for a part in an object of the markup: series={[{ label: 'Freed' }]}. */
    lookAtProperty(node: Node): void {
        const name = String((node.key as Node).name);
        if (readAttributes.has(name) && name !== 'name') {
            this.lookAtShown(node.value as Node);
        }
    }

    /** Several words in a string of the script are a sentence, unless it is for programs. */
    lookAtScript(node: Node, parents: Node[]): void {
        const text = textOf(node);
        const isForPrograms = parents.some((parent) =>
            /^(Import|ExportAll|ExportNamed)/.test(parent.type) && parent.source === node) ||
            parents.some((parent) => isNode(parent.callee) && isProgramCall(parent.callee));
        const isSaid = parents.some(isSaying);
        const isSentence = /\p{L}[,;:.]? \p{L}/u.test(text) || /^\p{Lu}\p{Ll}+[.…?!]?$/u.test(text) ||
            (node.type === 'TemplateElement' && /(^| )\p{L}{2,} | \p{L}{2,}[ .,:;?!]*$/u.test(text));
        if (!isForPrograms && !isSaid && isSentence && !isCompared(parents.at(-1)) &&
            !forPrograms.test(text)) {
            this.unsaid(node, text);
        }
    }

    unsaid(node: Node, text: string): void {
        if (hasWords(text)) {
            this.findings.unsaid.push(`${this.placeOf(node)}: ${text.trim().replace(/\s+/g, ' ')}`);
        }
    }

    placeOf(node: Node): string {
        const line = this.text.slice(0, node.start).split('\n').length;
        return `${relative('.', this.path)}:${line}`;
    }
}

/** Compared with what a browser or the server says: event.key === 'Escape'. */
function isCompared(parent: Node | undefined): boolean {
    return parent?.type === 'SwitchCase' ||
        (parent?.type === 'BinaryExpression' && parent.operator !== '+');
}

function isSaying(node: Node): boolean {
    return node.type === 'CallExpression' && isNode(node.callee) &&
        node.callee.type === 'Identifier' && /^tn?$/.test(String(node.callee.name));
}

/** Calls whose strings nobody reads. */
function isProgramCall(callee: Node): boolean {
    return callee.type === 'Identifier' && /^(RegExp|matchMedia)$/.test(String(callee.name)) ||
        callee.type === 'MemberExpression' && isNode(callee.property) &&
        /^(querySelector|querySelectorAll|closest|matches)$/.test(String(callee.property.name));
}

function isText(node: Node): boolean {
    return (node.type === 'Literal' && typeof node.value === 'string') ||
        node.type === 'TemplateElement';
}

function textOf(node: Node): string {
    return node.type === 'TemplateElement'
        ? String((node.value as { cooked?: string }).cooked ?? '')
        : String(node.value);
}

function isInAttribute(parents: Node[]): boolean {
    return parents.some((parent) => /^(Attribute|StyleDirective|ClassDirective)$/.test(parent.type));
}

function isInScript(parents: Node[]): boolean {
    return parents[0]?.type === 'Program' && !parents.some((parent) => parent.type.startsWith('TS'));
}

/** In a call of the markup, such as a handler: onclick={() => later(`${name} came.`)}. */
function isGiven(parents: Node[]): boolean {
    return parents[0]?.type !== 'Program' && parents.some((parent) => parent.type === 'CallExpression') &&
        !parents.some((parent) => /^(StyleDirective|ClassDirective)$/.test(parent.type) ||
            (parent.type === 'Attribute' && /^(class|style)$/.test(String(parent.name))));
}

/** The sentences that a call may say: one, or two if it chooses; undefined if they aren't there. */
function sentencesIn(node: Node): string[] | undefined {
    if (node.type === 'Literal' && typeof node.value === 'string') {
        return [node.value];
    }
    if (node.type === 'TemplateLiteral' && (node.expressions as Node[]).length === 0) {
        return [textOf((node.quasis as Node[])[0] as Node)];
    }
    if (node.type === 'ConditionalExpression') {
        const branches = [node.consequent, node.alternate].map((part) => sentencesIn(part as Node));
        return branches.some((branch) => branch === undefined)
            ? undefined : (branches as string[][]).flat();
    }
    return undefined;
}

/** The strings an expression may result in, by its own parts. */
function shownTexts(node: Node): string[] {
    switch (node.type) {
        case 'Literal':
            return typeof node.value === 'string' ? [node.value] : [];
        case 'TemplateLiteral':
            return [...(node.quasis as Node[]).map(textOf),
                ...(node.expressions as Node[]).flatMap(shownTexts)];
        case 'ConditionalExpression':
            return [node.consequent, node.alternate].flatMap((part) => shownTexts(part as Node));
        case 'LogicalExpression':
        case 'BinaryExpression':
            return node.type === 'LogicalExpression' || node.operator === '+'
                ? [node.left, node.right].flatMap((part) => shownTexts(part as Node)) : [];
        default:
            return [];
    }
}

/** Whether a sentence is joined to letters: `${t('…')} more`, t('…') + 's'. */
function isPieced(node: Node, parents: Node[]): boolean {
    let child = node;
    for (const parent of parents.toReversed()) {
        if (parent.type === 'TemplateLiteral') {
            return (parent.quasis as Node[]).some((part) => /\p{L}/u.test(textOf(part)));
        }
        if (parent.type === 'BinaryExpression' && parent.operator === '+') {
            const other = (parent.left === child ? parent.right : parent.left) as Node;
            return shownTexts(other).some((text) => /\p{L}/u.test(text)) || isSaying(other);
        }
        if (!/^(ConditionalExpression|LogicalExpression|ParenthesizedExpression)$/.test(parent.type)) {
            return false;
        }
        child = parent;
    }
    return false;
}
