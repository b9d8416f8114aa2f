// A real CalDAV server as a peer: radicale, on a free port with a folder of its own and one user.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const calendarUser = 'noor';
export const calendarPassword = 'scissors-and-comb';

/** As calendars write times: "20261124T140000Z". */
function stamp(time: Date): string {
    return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

export class Radicale {
    private readonly folder = mkdtempSync(join(tmpdir(), 'standby-radicale-'));
    private process: ChildProcess | undefined;
    private readonly calendar = `/${calendarUser}/clients/`;

    constructor(readonly port: number) {}

    get url(): string {
        return `http://127.0.0.1:${this.port}${this.calendar}`;
    }

    /** Returns when it answers, and has one empty calendar. */
    async start(): Promise<void> {
        const users = join(this.folder, 'users');
        writeFileSync(users, `${calendarUser}:${calendarPassword}\n`);
        const started = spawn('radicale', [
            '--config', '', `--server-hosts=127.0.0.1:${this.port}`, '--auth-type=htpasswd',
            `--auth-htpasswd-filename=${users}`, '--auth-htpasswd-encryption=plain', '--auth-delay=0',
            `--storage-filesystem-folder=${join(this.folder, 'collections')}`,
        ], { stdio: 'ignore' });
        this.process = started;
        process.once('exit', () => void started.kill('SIGKILL'));
        for (const deadline = Date.now() + 30_000; !(await this.answers());) {
            if (started.exitCode !== null || Date.now() > deadline) {
                throw new Error('radicale did not start');
            }
        }
        await this.ask('MKCALENDAR', this.calendar);
    }

    async add(name: string, startsAt: Date, title: string): Promise<void> {
        const endsAt = new Date(startsAt.getTime() + 3_600_000);
        await this.ask('PUT', `${this.calendar}${name}.ics`, [
            'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//test//EN', 'BEGIN:VEVENT', `UID:${name}`,
            `DTSTAMP:${stamp(startsAt)}`, `DTSTART:${stamp(startsAt)}`, `DTEND:${stamp(endsAt)}`,
            `SUMMARY:${title}`, 'END:VEVENT', 'END:VCALENDAR', '',
        ].join('\r\n'));
    }

    async remove(name: string): Promise<void> {
        await this.ask('DELETE', `${this.calendar}${name}.ics`);
    }

    /** Everything that is in the calendar. */
    text(): Promise<string> {
        return this.ask('GET', this.calendar);
    }

    async stop(): Promise<void> {
        if (this.process !== undefined && this.process.exitCode === null) {
            this.process.kill('SIGTERM');
            await once(this.process, 'exit');
        }
        rmSync(this.folder, { recursive: true, force: true });
    }

    private async answers(): Promise<boolean> {
        try {
            return (await this.send('OPTIONS', `/${calendarUser}/`)).status < 500;
        } catch {
            return false;
        }
    }

    private send(method: string, path: string, body?: string): Promise<Response> {
        const login = Buffer.from(`${calendarUser}:${calendarPassword}`).toString('base64');
        return fetch(`http://127.0.0.1:${this.port}${path}`, {
            method,
            headers: { Authorization: `Basic ${login}`, 'Content-Type': 'text/calendar' },
            body,
        });
    }

    private async ask(method: string, path: string, body?: string): Promise<string> {
        const answer = await this.send(method, path, body);
        const text = await answer.text();
        if (answer.status >= 300) {
            throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
        }
        return text;
    }
}
