// What Twilio's own library would sign. Reads JSON lines {token, url, params} and prints for each
// one line: the signature. A parameter that is repeated has an array of values. With a `signature`
// in the line it prints instead whether the library takes it: true or false.
import { createInterface } from 'node:readline';
import twilio from 'twilio';
import webhooks from 'twilio/lib/webhooks/webhooks.js';

for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') {
        continue;
    }
    const { token, url, params, signature } = JSON.parse(line);
    console.log(
        signature === undefined
            ? webhooks.getExpectedTwilioSignature(token, url, params ?? {})
            : twilio.validateRequest(token, signature, url, params ?? {}),
    );
}
