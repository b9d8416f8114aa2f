// docs/openapi.yaml as something that can be asked: is this answer one that the file promises?
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

type Node = Record<string, unknown>;

const file = fileURLToPath(new URL('../../../docs/openapi.yaml', import.meta.url));
const documentId = 'https://standby.test/openapi';
const methods = ['get', 'put', 'post', 'patch', 'delete'];
/** What may come from any operation through its `default` answer. 500 is never all right. */
const anywhere = [405, 408, 431];

export interface Answer {
    method: string;
    path: string;
    status: number;
    contentType: string;
    body: string;
}

interface Operation {
    name: string;
    method: string;
    pattern: RegExp;
    /** A pointer into the document for each status. */
    responses: Map<string, string>;
}

function escapePointer(part: string): string {
    return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Percent-encoded, as a pointer in a URI must be. */
function uriOf(pointer: string): string {
    return `${documentId}#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

function patternOf(template: string): RegExp {
    const special = /[.*+?^${}()|[\]\\]/g;
    const parts = template.split(/\{\w+\}/).map((part) => part.replace(special, '\\$&'));
    return new RegExp(`^${parts.join('[^/:]+')}$`);
}

export class Contract {
    private readonly document: Node;
    private readonly ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    private readonly operations: Operation[] = [];
    private readonly validators = new Map<string, ValidateFunction>();

    constructor() {
        this.document = parse(readFileSync(file, 'utf8'), { merge: true }) as Node;
        this.ajv.addSchema({ ...this.document, $id: documentId });
        for (const [template, item] of Object.entries(this.document.paths as Node)) {
            for (const method of methods) {
                const operation = (item as Node)[method] as Node | undefined;
                if (operation !== undefined) {
                    this.addOperation(template, method, operation);
                }
            }
        }
    }

    /** What is wrong with an answer; nothing when the contract promises it. */
    check(answer: Answer): string[] {
        const operation = this.find(answer.method, answer.path);
        if (operation === undefined) {
            return [`${answer.method} ${answer.path} is no operation of the contract`];
        }
        const isAnywhere = anywhere.includes(answer.status);
        const pointer =
            operation.responses.get(String(answer.status)) ??
            (isAnywhere ? operation.responses.get('default') : undefined);
        if (pointer === undefined) {
            return [`${operation.name} answered ${answer.status}: ${answer.body.slice(0, 300)}`];
        }
        return this.checkBody(pointer, answer).map(
            (error) => `${operation.name} answered ${answer.status}, but ${error}`,
        );
    }

    /** What is wrong with one server-sent event of the stream at that path. */
    checkEvent(path: string, name: string, data: string): string[] {
        const operation = this.find('GET', path);
        const pointer = operation?.responses.get('200');
        if (operation === undefined || pointer === undefined) {
            return [`${path} is no stream of the contract`];
        }
        const events = `${pointer}/content/${escapePointer('text/event-stream')}/x-standby-events`;
        const known = this.at(events) as Node | undefined;
        if (known?.[name] === undefined) {
            return [`${operation.name} sent an unknown event "${name}"`];
        }
        return this.errors(`${events}/${name}`, data).map(
            (error) => `${operation.name} sent the event ${name}, but ${error}`,
        );
    }

    private find(method: string, path: string): Operation | undefined {
        return this.operations.find(
            (operation) => operation.method === method && operation.pattern.test(path),
        );
    }

    private addOperation(template: string, method: string, node: Node): void {
        const responses = new Map<string, string>();
        for (const [status, answer] of Object.entries(node.responses as Node)) {
            const reference = (answer as Node).$ref as string | undefined;
            const own = `/paths/${escapePointer(template)}/${method}/responses/${status}`;
            responses.set(status, reference === undefined ? own : reference.slice(1));
        }
        this.operations.push({
            name: `${method.toUpperCase()} ${template}`,
            method: method.toUpperCase(),
            pattern: patternOf(template),
            responses,
        });
    }

    private checkBody(pointer: string, answer: Answer): string[] {
        const content = ((this.at(pointer) as Node).content ?? {}) as Node;
        const kind = answer.contentType.split(';')[0]?.trim() ?? '';
        if (Object.keys(content).length === 0) {
            return answer.body === '' ? [] : ['it has a body'];
        }
        if (content[kind] === undefined) {
            return [`it is "${kind}", not one of ${Object.keys(content).join(', ')}`];
        }
        if (!kind.endsWith('json')) {
            return [];
        }
        return this.errors(`${pointer}/content/${escapePointer(kind)}/schema`, answer.body);
    }

    private errors(pointer: string, text: string): string[] {
        let value: unknown;
        try {
            value = JSON.parse(text);
        } catch {
            return [`it is no JSON: ${text.slice(0, 200)}`];
        }
        let validate = this.validators.get(pointer);
        if (validate === undefined) {
            validate = this.ajv.compile({ $ref: uriOf(pointer) });
            this.validators.set(pointer, validate);
        }
        if (validate(value)) {
            return [];
        }
        const sentences = (validate.errors ?? []).slice(0, 4).map((error) => {
            const extra = JSON.stringify(error.params);
            return `${error.instancePath || 'the body'} ${error.message ?? 'is wrong'} ${extra}`;
        });
        return [`${sentences.join('; ')} in ${text.slice(0, 600)}`];
    }

    private at(pointer: string): unknown {
        return pointer
            .split('/')
            .slice(1)
            .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
            .reduce<unknown>((node, part) => (node as Node | undefined)?.[part], this.document);
    }
}
