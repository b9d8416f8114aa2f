// Mollie's own client against a double of Mollie: the address and the key come as arguments, steps
// as JSON lines {do, with}, where `with` are the arguments of the client's own call, and each is
// answered by one line: {said} or {status, title, detail, field}.
import http from 'node:http';
import { createInterface } from 'node:readline';
import { createMollieClient } from '@mollie/api-client';

// The client insists on an agent for https; the double speaks plain http.
const usualRequest = http.request;
const withoutAgent = (one) => (one?.agent ? { ...one, agent: undefined } : one);
http.request = (...given) => usualRequest(...given.map(withoutAgent));

const [base, apiKey] = process.argv.slice(2);
const client = createMollieClient({ apiKey, apiEndpoint: `${base}/v2/` });

function plain(thing) {
    const said = JSON.parse(JSON.stringify(thing ?? null));
    if (typeof thing?.getCheckoutUrl === 'function') {
        said.checkout = thing.getCheckoutUrl();
    }
    return Array.isArray(thing) ? { items: said, next: thing.nextPageCursor } : said;
}

for await (const line of createInterface({ input: process.stdin })) {
    const step = JSON.parse(line);
    const [binder, method] = step.do.split('.');
    try {
        console.log(JSON.stringify({ said: plain(await client[binder][method](...step.with)) }));
    } catch (error) {
        console.log(JSON.stringify({
            status: error.statusCode ?? 0, title: error.title, detail: error.message,
            field: error.field,
        }));
    }
}
