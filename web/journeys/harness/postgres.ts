// A PostgreSQL of a journey's own: made in a temporary folder, reached by a socket in there, ended
// by its id. It will not run as root, so root runs it as the user that its package brings.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const packages = '/usr/lib/postgresql';
const user = 'postgres';
const startMilliseconds = 20_000;
/** The process becomes the program, so that its id is the program's. */
const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--'] as const;

/** Where the programs of the newest PostgreSQL are; undefined where there is none. */
export function postgresPrograms(): string | undefined {
    if (!existsSync(packages)) {
        return undefined;
    }
    return readdirSync(packages)
        .sort((left, right) => Number(right) - Number(left))
        .map((version) => join(packages, version, 'bin'))
        .find((folder) => existsSync(join(folder, 'initdb')));
}

export class Postgres {
    private readonly folder = mkdtempSync(join(tmpdir(), 'standby-pg-'));
    private readonly isRoot = process.getuid?.() === 0;
    private process: ChildProcess | undefined;
    private log = '';

    constructor(private readonly programs: string) {}

    /** As Standby takes it: a role that owns its database and may nothing else. */
    get dsn(): string {
        return `postgres://standby@/standby?host=${encodeURIComponent(this.folder)}`;
    }

    /** Returns when there is a database to use. */
    async start(): Promise<void> {
        const data = join(this.folder, 'data');
        if (this.isRoot) {
            await promisify(execFile)('chown', [user, this.folder]);
        }
        await this.run('initdb', '-D', data, '-U', user, '--auth=trust', '--no-sync', '-E', 'UTF8');
        const flags = ['-k', this.folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
        const [program, ...words] = this.command('postgres', ['-D', data, ...flags]);
        const started = spawn(program, words, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
        this.process = started;
        // A journey that runs out of time is ended without its cleaning up.
        const kill = (): void => void started.kill('SIGQUIT');
        process.once('exit', kill);
        started.once('exit', () => process.off('exit', kill));
        const keep = (text: Buffer): void => {
            this.log += text.toString();
        };
        started.stdout.on('data', keep);
        started.stderr.on('data', keep);
        await this.waitUntilReady(started);
        await this.run('createuser', '-h', this.folder, '-U', user, 'standby');
        await this.run('createdb', '-h', this.folder, '-U', user, '-O', 'standby', 'standby');
    }

    /** Ends it at once, and removes what it kept. */
    async remove(): Promise<void> {
        const running = this.process;
        this.process = undefined;
        if (running !== undefined && running.exitCode === null && running.signalCode === null) {
            const ended = once(running, 'exit');
            running.kill('SIGQUIT');
            await ended;
        }
        rmSync(this.folder, { recursive: true, force: true });
    }

    private async waitUntilReady(started: ChildProcess): Promise<void> {
        const deadline = Date.now() + startMilliseconds;
        while (!(await this.isReady())) {
            if (started.exitCode !== null || Date.now() > deadline) {
                throw new Error(`PostgreSQL did not start:\n${this.log.slice(-3000)}`);
            }
            await new Promise((resolve) => setTimeout(resolve, 20));
        }
    }

    private async isReady(): Promise<boolean> {
        try {
            await this.run('pg_isready', '-h', this.folder);
            return true;
        } catch {
            return false;
        }
    }

    private command(program: string, words: string[]): [string, ...string[]] {
        const path = join(this.programs, program);
        return this.isRoot ? [...asUser, path, ...words] : [path, ...words];
    }

    private async run(program: string, ...words: string[]): Promise<void> {
        const [first, ...rest] = this.command(program, words);
        await promisify(execFile)(first, rest, { cwd: '/' });
    }
}
