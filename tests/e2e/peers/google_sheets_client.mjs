// Google's own client against a spreadsheet: the address, the spreadsheet and the key file come as
// arguments, steps as JSON lines {do, …}, and each is answered by one line {status, data}. The
// client signs in as it always does, except that its questions about tokens go to the key file's
// own address.
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { auth, sheets } from '@googleapis/sheets';

const [rootUrl, spreadsheetId, keyPath] = process.argv.slice(2);
const key = JSON.parse(readFileSync(keyPath, 'utf8'));

// What Google's library sends to oauth2.googleapis.com goes to the key file's address.
const googleTokens = 'https://oauth2.googleapis.com/token';
const usualFetch = globalThis.fetch;
const redirected = (url, init) =>
    usualFetch(String(url).startsWith(googleTokens) ? key.token_uri : url, init);
const client = new auth.JWT({
    email: key.client_email, key: key.private_key, keyId: key.private_key_id,
    scopes: ['https://www.googleapis.com/auth/spreadsheets'],
    transporterOptions: { fetchImplementation: redirected },
});
const api = sheets({ version: 'v4', auth: client, rootUrl });
const steps = {
    about: () => api.spreadsheets.get({ spreadsheetId }),
    values: ({ ranges }) => api.spreadsheets.values.batchGet({ spreadsheetId, ranges }),
    filtered: ({ tab }) => api.spreadsheets.values.batchGetByDataFilter({
        spreadsheetId, requestBody: { dataFilters: [{ gridRange: { sheetId: tab } }] },
    }),
    change: ({ requests }) =>
        api.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } }),
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
