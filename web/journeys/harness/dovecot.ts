// A real IMAP server as a peer: dovecot, as the tests of the API start it.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

export const mailboxUser = 'waitlist';
export const mailboxPassword = 'comb-and-scissors';

const folder = join(import.meta.dirname, '../../../tests/e2e');

export class Dovecot {
    private readonly process: ChildProcessWithoutNullStreams;
    private readonly said: AsyncIterator<string>;
    private readonly lines: Interface;

    private constructor() {
        this.process = spawn('python3', ['-B', '-m', 'harness.dovecot'], { cwd: folder });
        const started = this.process;
        process.once('exit', () => void started.kill('SIGTERM'));
        this.lines = createInterface({ input: started.stdout });
        this.said = this.lines[Symbol.asyncIterator]();
    }

    port = 0;

    static async start(): Promise<Dovecot> {
        const dovecot = new Dovecot();
        const { value } = await dovecot.said.next() as { value: string | undefined };
        dovecot.port = Number(value);
        if (!dovecot.port) {
            throw new Error('dovecot did not start');
        }
        return dovecot;
    }

    /** Puts a mail into the mailbox. */
    async deliver(mail: string): Promise<void> {
        this.process.stdin.write(`${Buffer.from(mail).toString('base64')}\n`);
        await this.said.next();
    }

    async stop(): Promise<void> {
        this.process.stdin.end();
        if (this.process.exitCode === null) {
            await once(this.process, 'exit');
        }
    }
}
