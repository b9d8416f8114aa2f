// Google's own client against a calendar: the address, the calendar and the key file come as
// arguments, steps as JSON lines {do, …}, and each is answered by one line {status, data}. The
// client signs in as it always does, except that its questions about tokens go to the key file's
// own address.
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { auth, calendar } from '@googleapis/calendar';

const [rootUrl, calendarId, keyPath] = process.argv.slice(2);
const key = JSON.parse(readFileSync(keyPath, 'utf8'));

// What Google's library sends to oauth2.googleapis.com goes to the key file's address.
const usualFetch = globalThis.fetch;
const isForTokens = (url) => String(url).startsWith('https://oauth2.googleapis.com/token');
const redirected = (url, init) => usualFetch(isForTokens(url) ? key.token_uri : url, init);
const client = new auth.JWT({
    email: key.client_email, key: key.private_key, keyId: key.private_key_id,
    scopes: ['https://www.googleapis.com/auth/calendar.events'],
    transporterOptions: { fetchImplementation: redirected },
});
const api = calendar({ version: 'v3', auth: client, rootUrl });
const options = (step) => (step.ifMatch ? { headers: { 'If-Match': step.ifMatch } } : {});
const steps = {
    list: ({ query }) => api.events.list({ calendarId, ...query }),
    get: ({ id }) => api.events.get({ calendarId, eventId: id }),
    insert: ({ event }) => api.events.insert({ calendarId, requestBody: event }),
    update: (step) => api.events.update(
        { calendarId, eventId: step.id, requestBody: step.event }, options(step)),
    delete: (step) => api.events.delete({ calendarId, eventId: step.id }, options(step)),
};

for await (const line of createInterface({ input: process.stdin })) {
    const step = JSON.parse(line);
    try {
        const { status, data } = await steps[step.do](step);
        console.log(JSON.stringify({ status, data }));
    } catch (error) {
        console.log(JSON.stringify({
            status: Number(error.code ?? error.response?.status ?? 0),
            data: error.response?.data ?? String(error),
        }));
    }
}
