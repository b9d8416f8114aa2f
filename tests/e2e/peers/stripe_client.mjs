// Stripe's own client against a double of Stripe, and Stripe's own check of a webhook's signature:
// the address and the key come as arguments, steps as JSON lines {do, with}, and each is answered
// by one line: {said} or {status, type, code, param, message}.
import { createInterface } from 'node:readline';
import Stripe from 'stripe';

const [base, apiKey] = process.argv.slice(2);
const { hostname, port } = new URL(base);
const client = new Stripe(apiKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });

function signed({ payload, header, secret, at }) {
    return client.webhooks.constructEvent(payload, header, secret, 300, undefined, at * 1000);
}

for await (const line of createInterface({ input: process.stdin })) {
    const step = JSON.parse(line);
    try {
        if (step.do === 'webhook') {
            console.log(JSON.stringify({ said: signed(step.with[0]) }));
            continue;
        }
        const names = step.do.split('.');
        const method = names.pop();
        const group = names.reduce((at, name) => at[name], client);
        console.log(JSON.stringify({ said: await group[method](...step.with) }));
    } catch (error) {
        const { statusCode, type, code, param, message } = error;
        console.log(JSON.stringify({ status: statusCode ?? 0, type, code, param, message }));
    }
}
