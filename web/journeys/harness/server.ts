// The real binary as a process: started on a free port with data of its own, stopped by its id,
// started again on the same data. Waits for facts, never for a while.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const startMilliseconds = 30_000;
const stopMilliseconds = 30_000;

export function binary(): string {
    const path = process.env.STANDBY_BINARY;
    if (path === undefined) {
        throw new Error('STANDBY_BINARY must name the standby executable');
    }
    return path;
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
    const probe = createServer();
    probe.listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    return port;
}

export class Server {
    readonly dataDir = mkdtempSync(join(tmpdir(), 'standby-journey-'));
    /** Where browsers find it, without a slash at the end. */
    url = '';
    log = '';

    private process: ChildProcess | undefined;
    private port = 0;

    constructor(
        private readonly flags: readonly string[],
        readonly apiKey = 'sk_' + randomBytes(24).toString('hex'),
        private readonly host = '127.0.0.1',
    ) {}

    /** Returns when the server is ready to commit. */
    async start(): Promise<void> {
        if (this.port === 0) {
            this.port = await freePort();
            this.url = `http://${this.host}:${this.port}`;
        }
        const started = spawn(
            binary(),
            [
                'serve',
                ...['--listen', `127.0.0.1:${this.port}`, '--public-url', this.url],
                ...['--data-dir', this.dataDir, '--api-key', this.apiKey, ...this.flags],
            ],
            {
                stdio: ['ignore', 'pipe', 'pipe'],
                // Most stories are about what happens once a guest was told.
                env: { STANDBY_TOLD_ELSEWHERE: 'yes', ...process.env },
            },
        );
        this.process = started;
        // A journey that runs out of time is ended without its cleaning up.
        const kill = (): void => void started.kill('SIGKILL');
        process.once('exit', kill);
        started.once('exit', () => process.off('exit', kill));
        const keep = (text: Buffer): void => {
            this.log += text.toString();
        };
        started.stdout.on('data', keep);
        started.stderr.on('data', keep);
        const deadline = Date.now() + startMilliseconds;
        while (!(await this.isReady())) {
            const early = started.exitCode ?? started.signalCode;
            if (early !== null) {
                throw new Error(`the server ended with ${early}:\n${this.tail()}`);
            }
            if (Date.now() > deadline) {
                started.kill('SIGKILL');
                throw new Error(`the server did not get ready:\n${this.tail()}`);
            }
            await new Promise((resolve) => setTimeout(resolve, 10));
        }
    }

    /** Asks it to end, and expects that it goes well. */
    async stop(): Promise<void> {
        const running = this.process;
        this.process = undefined;
        if (running === undefined) {
            return;
        }
        const early = running.exitCode ?? running.signalCode;
        if (early !== null) {
            throw new Error(`the server ended by itself with ${early}:\n${this.tail()}`);
        }
        const ended = once(running, 'exit') as Promise<[number | null]>;
        running.kill('SIGTERM');
        const killer = setTimeout(() => running.kill('SIGKILL'), stopMilliseconds);
        const [code] = await ended;
        clearTimeout(killer);
        if (code !== 0) {
            throw new Error(`the server ended with ${code}:\n${this.tail()}`);
        }
    }

    /** Ends it as a power cut would. */
    async kill(): Promise<void> {
        const running = this.process;
        this.process = undefined;
        if (running !== undefined && running.exitCode === null && running.signalCode === null) {
            const ended = once(running, 'exit');
            running.kill('SIGKILL');
            await ended;
        }
    }

    /** Runs another command of the binary on this server's data. */
    async run(...command: string[]): Promise<string> {
        const flags = ['--data-dir', this.dataDir];
        const done = await promisify(execFile)(binary(), [...command, ...flags]);
        return done.stdout;
    }

    async remove(): Promise<void> {
        try {
            await this.stop();
        } finally {
            rmSync(this.dataDir, { recursive: true, force: true });
        }
    }

    /** The link that the first start makes, with which the first owner comes in. */
    get setupUrl(): string {
        return readFileSync(join(this.dataDir, 'setup-link'), 'utf8').trim();
    }

    get setupToken(): string {
        return this.setupUrl.slice(this.setupUrl.indexOf('#') + 1);
    }

    private tail(): string {
        return this.log.slice(-3000);
    }

    private async isReady(): Promise<boolean> {
        try {
            return (await fetch(`${this.url}/readyz`)).ok;
        } catch {
            return false;
        }
    }
}
