// Twilio's own library against a double of Twilio, to show that the double is a good one. Takes as
// one JSON argument {account, token, base, to, from, body}; prints what the library makes of the
// answer: {sid, status, dateCreated} or {status, code, message}.
import twilio from 'twilio';
import RequestClient from 'twilio/lib/base/RequestClient.js';

const { account, token, base, ...fields } = JSON.parse(process.argv[2]);

class Redirected extends RequestClient {
    request(options) {
        const uri = options.uri.replace('https://api.twilio.com', base);
        return super.request({ ...options, uri });
    }
}

const client = twilio(account, token, { httpClient: new Redirected() });
try {
    const { sid, status, to, body, dateCreated } = await client.messages.create(fields);
    console.log(JSON.stringify({ sid, status, to, body, dateCreated }));
} catch ({ status, code, message, moreInfo }) {
    console.log(JSON.stringify({ status, code, message, moreInfo }));
}
