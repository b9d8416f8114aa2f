// The example booking system of docs/guide, as a process: what it holds and has booked, and what
// somebody else books there.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const example = fileURLToPath(new URL('../../../docs/guide/booking_server.py', import.meta.url));

export const bookingToken = 'a-long-secret';

export interface Booking {
    uuid: string;
    status: 'ON_HOLD' | 'CONFIRMED' | 'CANCELLED' | 'EXPIRED';
}

export class BookingServer {
    private readonly folder = mkdtempSync(join(tmpdir(), 'standby-bookings-'));
    private process: ChildProcess | undefined;

    constructor(readonly port: number) {}

    get url(): string {
        return `http://127.0.0.1:${this.port}`;
    }

    /** Returns when it answers. What was booked before is there still. */
    async start(): Promise<void> {
        const started = spawn('/usr/bin/python3', ['-B', example, '--port', String(this.port), '--token', bookingToken,
            '--file', join(this.folder, 'bookings.db')], { stdio: 'ignore' });
        this.process = started;
        process.once('exit', () => void started.kill('SIGKILL'));
        for (const deadline = Date.now() + 30_000; !(await this.answers());) {
            if (started.exitCode !== null || Date.now() > deadline) {
                throw new Error('the booking server did not start');
            }
        }
    }

    async kill(): Promise<void> {
        if (this.process !== undefined && this.process.exitCode === null) {
            this.process.kill('SIGKILL');
            await once(this.process, 'exit');
        }
    }

    async close(): Promise<void> {
        await this.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }

    /** What there is under the name of an offer. */
    async status(offer: { id: string }): Promise<Booking['status'] | undefined> {
        const answer = await this.ask('GET', `/bookings/${offer.id}`);
        return answer.status === 404 ? undefined : ((await answer.json()) as Booking).status;
    }

    cancel(offer: { id: string }): Promise<Response> {
        return this.ask('DELETE', `/bookings/${offer.id}`);
    }

    /** Somebody else books there. */
    async take(place: { starts_at: string; staff: string }): Promise<void> {
        const answer = await this.ask('POST', '/bookings', { uuid: 'somebody-else', quantity: 1, ...place });
        if (answer.status !== 201) {
            throw new Error(`booking there answered ${answer.status}`);
        }
    }

    private async answers(): Promise<boolean> {
        try {
            return (await this.ask('GET', '/bookings/nothing')).status === 404;
        } catch {
            return false;
        }
    }

    private ask(method: string, path: string, body?: unknown): Promise<Response> {
        return fetch(`${this.url}${path}`, {
            method,
            headers: { Authorization: `Bearer ${bookingToken}`, 'Content-Type': 'application/json' },
            body: body === undefined ? undefined : JSON.stringify(body),
        });
    }
}
