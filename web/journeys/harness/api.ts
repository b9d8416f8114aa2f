// Short ways to set things up and to look behind the pages: the API with the owner's key, every
// answer held against the contract.
import type { Contract } from './contract.ts';

export interface Resource {
    id: string;
    name: string;
    capacity: number;
    counts: { waiting: number; offered: number; accepted: number; free: number };
}

export interface Offer {
    id: string;
    state: string;
    sent_at: string | null;
    expires_at: string;
    claim_url: string | null;
}

export interface Entry {
    id: string;
    name: string | null;
    state: string;
    rank: number | null;
    set_aside: boolean;
    wants: { services?: string[]; weekly: { days: string[]; from: string; to: string }[] };
    referral_code: string | null;
    offer: Offer | null;
}

export interface Joined extends Entry {
    token: string;
    status_url: string;
}

export type Fields = Record<string, unknown>;

export interface Reply {
    status: number;
    body: unknown;
}

let people = 0;

/** An instant in the future, in the API's form and on a whole second. */
export function later(hours: number, from = Date.now()): string {
    const time = new Date(Math.round(from / 1000) * 1000 + hours * 3_600_000);
    return time.toISOString().replace('.000Z', 'Z');
}

export class Api {
    constructor(
        private readonly url: string,
        private readonly key: string,
        private readonly contract: Contract,
    ) {}

    /** Someone else, at the same server. */
    as(key: string): Api {
        return new Api(this.url, key, this.contract);
    }

    async send(method: string, path: string, body?: unknown): Promise<Reply> {
        const answer = await fetch(this.url + path, {
            method,
            headers: {
                Authorization: `Bearer ${this.key}`,
                ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
            },
            body: body === undefined ? undefined : JSON.stringify(body),
        });
        const text = await answer.text();
        const contentType = answer.headers.get('content-type') ?? '';
        if (path.startsWith('/v1/')) {
            const errors = this.contract.check({
                method,
                path: path.split('?')[0] ?? path,
                status: answer.status,
                contentType,
                body: text,
            });
            if (errors.length > 0) {
                throw new Error(errors.join('\n'));
            }
        }
        const isJson = contentType.includes('json');
        return { status: answer.status, body: isJson ? (JSON.parse(text) as unknown) : text };
    }

    /** The body of an answer that must go well. */
    async call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
        const reply = await this.send(method, path, body);
        if (reply.status >= 300) {
            const text = JSON.stringify(reply.body);
            throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
        }
        return reply.body as Body;
    }

    /** A list whose guests may be disturbed at any hour, since journeys run at any hour. */
    makeResource(fields: Fields): Promise<Resource> {
        const rules = { quiet_hours: null, ...(fields.rules as Fields | undefined) };
        const body = { kind: 'slots', time_zone: 'Europe/Berlin', ...fields, rules };
        return this.call('POST', '/v1/resources', body);
    }

    join(resource: Resource, fields: Fields = {}): Promise<Joined> {
        people += 1;
        const person = { name: `Guest ${people}`, email: `guest.${people}@mail.example.org` };
        return this.call('POST', `/v1/resources/${resource.id}/waitlist:join`, {
            ...person,
            ...fields,
        });
    }

    freeSlot(resource: Resource, fields: Fields = {}): Promise<{ id: string }> {
        return this.call('POST', `/v1/resources/${resource.id}/openings`, {
            starts_at: later(72),
            duration: '45m',
            ...fields,
        });
    }

    resource(resource: Resource): Promise<Resource> {
        return this.call('GET', `/v1/resources/${resource.id}`);
    }

    change(resource: Resource, fields: Fields): Promise<Resource> {
        return this.call('PATCH', `/v1/resources/${resource.id}`, fields);
    }

    entry(entry: { id: string }): Promise<Entry> {
        return this.call('GET', `/v1/waitlist/${entry.id}`);
    }

    /** The entry of the person of that name. */
    async entryNamed(resource: Resource, name: string): Promise<Entry> {
        const path = `/v1/resources/${resource.id}/entries`;
        const found = (await this.call<{ items: Entry[] }>('GET', path)).items.find(
            (entry) => entry.name === name,
        );
        if (found === undefined) {
            throw new Error(`${name} is not on the list`);
        }
        return found;
    }

    /** The offer that is live for that entry; there must be one. */
    async offerOf(entry: { id: string }): Promise<Offer & { claim_url: string }> {
        const { offer } = await this.entry(entry);
        if (offer === null || offer.claim_url === null) {
            throw new Error(`${entry.id} is offered nothing`);
        }
        return { ...offer, claim_url: offer.claim_url };
    }

    /** Lets time pass on a server that was started with a clock moved by hand. */
    async passTime(to: string): Promise<void> {
        await this.call('POST', '/test/clock', { to });
    }
}
