// A mail server for tests: npm smtp-server, on one loopback port for as long as it lives. Reads
// orders as JSON lines and prints, as JSON lines, everything that happens to it.
//
// Settings come as one JSON argument: {secure, starttls, key, cert, user, password,
// ascii}.
// Orders: {order: "refuse" | "delay" | "drop", stage: "mail" | "rcpt" | "data", match, times, code,
// text, ms}, and {order: "down" | "up" | "forget"}. `match` is a part of the recipient's address
// (at "mail": of the sender's). Each order is answered with {event: "ordered"}.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { SMTPServer } from 'smtp-server';

const settings = JSON.parse(process.argv[2] ?? '{}');
const tellers = new Map(); // what we call a connection, by its session
let connections = 0;
let rules = [];
let port = 0;
let server;

function say(what) {
    process.stdout.write(`${JSON.stringify({ ...what, at: Date.now() })}\n`);
}

function takeRule(stage, address) {
    const rule = rules.find((one) => one.stage === stage && address.includes(one.match ?? ''));
    if (rule !== undefined && rule.times !== undefined) {
        rule.times -= 1;
        if (rule.times <= 0) {
            rules = rules.filter((one) => one !== rule);
        }
    }
    return rule;
}

function hangUp(session) {
    for (const connection of server.connections) {
        if (connection.session.id === session.id) {
            connection._socket.destroy();
        }
    }
}

// What the orders want done at this stage; `go` is what a server without orders would do.
function obey(stage, address, session, more, callback, go) {
    const rule = takeRule(stage, address);
    if (rule === undefined) {
        go();
        return;
    }
    const about = { stage, address, connection: tellers.get(session.id), ...more };
    if (rule.order === 'delay') {
        say({ event: 'delayed', ...about });
        setTimeout(go, rule.ms);
    } else if (rule.order === 'drop') {
        say({ event: 'dropped', ...about });
        hangUp(session);
    } else {
        say({ event: 'refused', code: rule.code, ...about });
        callback(Object.assign(new Error(rule.text ?? 'no'), { responseCode: rule.code }));
    }
}

function onConnect(session, callback) {
    connections += 1;
    tellers.set(session.id, connections);
    say({ event: 'connected', connection: connections });
    callback();
}

function onAuth(auth, session, callback) {
    const isGood = auth.username === settings.user && auth.password === settings.password;
    say({ event: 'login', good: isGood, secure: session.secure, method: auth.method });
    if (isGood) {
        callback(null, { user: auth.username });
    } else {
        callback(Object.assign(new Error('5.7.8 Wrong name or password'), { responseCode: 535 }));
    }
}

function onData(stream, session, callback) {
    const pieces = [];
    stream.on('data', (piece) => pieces.push(piece));
    stream.on('end', () => {
        const to = session.envelope.rcptTo.map((one) => one.address);
        const raw = Buffer.concat(pieces).toString('base64');
        obey('data', to.join(' '), session, { raw }, callback, () => {
            say({
                event: 'message',
                connection: tellers.get(session.id),
                secure: session.secure,
                user: session.user ?? null,
                from: session.envelope.mailFrom.address,
                to,
                raw,
            });
            callback(null, '2.0.0 Ok: queued as T1D3ADB33F');
        });
    });
}

function makeServer() {
    const made = new SMTPServer({
        secure: settings.secure ?? false,
        hideSTARTTLS: !settings.starttls,
        hideSMTPUTF8: settings.ascii ?? false,
        key: settings.key && readFileSync(settings.key),
        cert: settings.cert && readFileSync(settings.cert),
        authOptional: settings.user === undefined,
        disabledCommands: settings.user === undefined ? ['AUTH'] : [],
        disableReverseLookup: true,
        logger: false,
        closeTimeout: 1,
        onConnect,
        onAuth,
        onMailFrom: (address, session, callback) =>
            obey('mail', address.address, session, {}, callback, callback),
        onRcptTo: (address, session, callback) =>
            obey('rcpt', address.address, session, {}, callback, callback),
        onData,
        onClose: (session) => {
            say({ event: 'closed', connection: tellers.get(session.id) });
            tellers.delete(session.id);
        },
    });
    made.on('error', (error) => say({ event: 'trouble', text: error.message }));
    return made;
}

function up(done) {
    server = makeServer();
    server.listen(port, '127.0.0.1', () => {
        port = server.server.address().port;
        done();
    });
}

function down(done) {
    for (const connection of server.connections) {
        connection._socket.destroy();
    }
    server.close(done);
}

function carryOut(order, done) {
    if (order.order === 'down') {
        down(done);
    } else if (order.order === 'up') {
        up(done);
    } else if (order.order === 'forget') {
        rules = [];
        done();
    } else {
        rules.push(order);
        done();
    }
}

up(() => {
    say({ event: 'listening', port });
    const orders = createInterface({ input: process.stdin });
    orders.on('line', (line) => carryOut(JSON.parse(line), () => say({ event: 'ordered' })));
    orders.on('close', () => process.exit(0));
});
