// Checks signed webhooks with the reference library of Standard Webhooks. Reads JSON lines
// {secret, id, timestamp, signature, body}, where the secret is "whsec_…", and prints for each one
// line: "valid", or "invalid: " and the reason. The library compares the timestamp with the clock.
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';

for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') {
        continue;
    }
    const { secret, id, timestamp, signature, body } = JSON.parse(line);
    try {
        new Webhook(secret).verify(body, {
            'webhook-id': id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': signature,
        });
        console.log('valid');
    } catch (error) {
        console.log(`invalid: ${error.message}`);
    }
}
