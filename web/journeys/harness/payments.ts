// A payment provider as a peer: the doubles of the end-to-end tests, which Stripe's and Mollie's own
// clients take for the real ones, with a page on which a guest can pay.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface BookRow {
    payment: string;
    reference: string | null;
    amount: number;
    held: number;
    captured: number;
    refunded: number;
}

const folder = fileURLToPath(new URL('../../../tests/e2e', import.meta.url));

export class PaymentDouble {
    url = '';
    key = '';
    secret = '';

    private process: ChildProcess | undefined;
    private lines: AsyncIterator<string> | undefined;
    private reader: Interface | undefined;

    constructor(private readonly kind: 'stripe' | 'mollie') {}

    /** Flags of a server that asks it. */
    get flags(): string[] {
        return [`--${this.kind}-api-base`, this.url];
    }

    async start(): Promise<void> {
        const started = spawn('python3', ['-B', 'payment_double.py', this.kind], {
            cwd: folder,
            stdio: ['pipe', 'pipe', 'inherit'],
        });
        this.process = started;
        process.once('exit', () => void started.kill('SIGKILL'));
        this.reader = createInterface({ input: started.stdout });
        this.lines = this.reader[Symbol.asyncIterator]();
        const { url, key, secret } = JSON.parse(await this.line()) as PaymentDouble;
        Object.assign(this, { url, key, secret });
    }

    async stop(): Promise<void> {
        const running = this.process;
        this.process = undefined;
        if (running !== undefined && running.exitCode === null) {
            const ended = once(running, 'exit');
            running.stdin?.end();
            await ended;
        }
        this.reader?.close();
    }

    /** Stands still at that instant, as the server's clock does. */
    moveClock(to: string): Promise<unknown> {
        return this.ask({ do: 'clock', to });
    }

    /** Where it calls about payments: Mollie is told with each of them. */
    callsTo(server: string): Promise<unknown> {
        return this.ask({ do: 'call', url: server });
    }

    losesCalls(): Promise<unknown> {
        return this.ask({ do: 'lose' });
    }

    /** It can't be asked to end its pages, until it can again. */
    keepsPages(does: boolean): Promise<unknown> {
        return this.ask({ do: does ? 'stand' : 'end' });
    }

    /** Somebody pays there, without a page of ours open. */
    pay(url: string): Promise<unknown> {
        return this.ask({ do: 'pay', url });
    }

    async book(): Promise<BookRow[]> {
        return (await this.ask({ do: 'book' })) as BookRow[];
    }

    private async ask(step: Record<string, unknown>): Promise<unknown> {
        this.process?.stdin?.write(JSON.stringify(step) + '\n');
        return (JSON.parse(await this.line()) as { said: unknown }).said;
    }

    private async line(): Promise<string> {
        const next = await this.lines?.next();
        if (next === undefined || next.done) {
            throw new Error('the double of a payment provider ended');
        }
        return next.value;
    }
}
