// What people are told about the cluster: each trouble in a sentence, the worst first.
import { describe, expect, it } from 'vitest';
import { Offline, Problem } from '../../lib/problems';
import { cluster, node, replica, shard } from './examples';
import { healthOf, unreachable } from './health';
import type { Cluster } from './report';

/** Every sentence that is told, the headline first. */
function told(report: Cluster, gone: string[] = []): string[] {
    const { headline, others } = healthOf(report, gone);
    return [headline, ...others.map((finding) => finding.text)];
}

describe('a cluster in which nothing is wrong', () => {
    it('is well, and nothing else is said', () => {
        expect(healthOf(cluster())).toEqual({
            tone: 'good', headline: 'Everything is fine.', detail: '2 servers share the work.', others: [],
        });
    });

    it('is well while something passes by that is no trouble', () => {
        const health = healthOf(cluster({
            nodes: [node('a'), node('b', { version: '1.10.0' }), node('c', { state: 'leaving' })],
            shards: [shard(0, 'a', { state: 'loading' }), shard(1, 'b')],
            replicas: [],
        }));
        expect(health.tone).toBe('good');
        expect(health.headline).toBe('Everything is fine.');
        expect(health.others.map(({ level, text }) => `${level}: ${text}`)).toEqual([
            'note: Shard 0 is being loaded. That takes a moment.',
            'note: The server c.example:8080 is shutting down and handing the work over to the ' +
                'others.',
            'note: An upgrade is in progress: servers of different versions are running side by side.',
            'note: The database reports no copies of itself: there are none, or Standby may ' +
                'not know.',
        ]);
    });

    it('says that one server alone has nobody to take over', () => {
        const health = healthOf(cluster({ nodes: [node('a')], shards: [shard(0, 'a')] }));
        expect(health.tone).toBe('good');
        expect(health.detail).toBe('Every list is available.');
        expect(health.others.map(({ text }) => text)).toEqual([
            'Only one server is running. If it fails, nothing takes over.',
        ]);
    });
});

describe('a shard', () => {
    it('that is halted needs a person', () => {
        const health = healthOf(cluster({
            shards: [shard(0, 'a'), shard(7, 'b', { state: 'halted' })],
        }));
        expect(health.tone).toBe('bad');
        expect(health.headline).toBe('Shard 7 is stopped for safety: the database has lost ' +
            'changes that were confirmed. Some lists can’t be used.');
        expect(health.detail).toMatch(/call whoever operates the server now/);
    });

    it('that nobody owns is told', () => {
        const health = healthOf(cluster({ shards: [
            shard(0, 'a'), shard(1, 'b', { state: 'unowned', owner: null }),
        ] }));
        expect(health.tone).toBe('bad');
        expect(health.headline)
            .toBe('No server is running shard 1 right now. Some lists can’t be used.');
        expect(health.detail).toMatch(/takes over within seconds.*a minute, call whoever operates/);
    });

    it('whose owner is not there any more is served by nobody', () => {
        const report = cluster({ nodes: [node('a'), node('c')] });
        expect(told(report)[0]).toMatch(/^No server is running shards 1 and 3 right now/);
    });

    it.each([
        [['halted'], 'Shard 0 is stopped'],
        [['halted', 'halted'], 'Shards 0 and 1 are stopped'],
        [['halted', 'halted', 'halted'], 'Shards 0, 1 and 2 are stopped'],
        [['halted', 'halted', 'halted', 'halted'], 'Shards 0, 1, 2 and 1 more are stopped'],
    ] as const)('is named while there are few: %s', (states, beginning) => {
        const shards = states.map((state, number) => shard(number, 'a', { state }));
        expect(told(cluster({ shards }))[0]).toContain(beginning);
    });
});

describe('a node', () => {
    it('that is silent and has shards leaves lists unserved', () => {
        const health = healthOf(cluster({ nodes: [node('a'), node('b', { silent_seconds: 7 })] }));
        expect(health.tone).toBe('bad');
        expect(health.headline).toBe('The server b.example:8080 has stopped responding. Some lists ' +
            'can’t be used until another server takes over.');
        expect(health.detail).toMatch(/a minute, call whoever operates the server/);
    });

    it('that is silent and has no shards is a warning', () => {
        const health = healthOf(cluster({
            nodes: [node('a'), node('b'), node('c', { silent_seconds: 60, shards: 0 })],
        }));
        expect(health.tone).toBe('warning');
        expect(health.headline).toBe('The server c.example:8080 has stopped responding.');
    });

    it('is not called silent between two heartbeats', () => {
        const report = cluster({ nodes: [node('a'), node('b', { silent_seconds: 4.2 })] });
        expect(healthOf(report).tone).toBe('good');
    });

    it('is told once when several are silent', () => {
        const report = cluster({ nodes: [
            node('a'), node('b', { silent_seconds: 9 }), node('c', { silent_seconds: 8 }),
        ] });
        expect(told(report)[0])
            .toMatch(/^The servers b\.example:8080 and c\.example:8080 have stopped responding\./);
    });

    it('without an address is called by its name', () => {
        const report = cluster({
            nodes: [node('a'), node('b', { address: null, silent_seconds: 9 })],
        });
        expect(told(report)[0]).toMatch(/^The server bbbbbb has stopped responding/);
    });

    it('that was there a while ago is missed', () => {
        const health = healthOf(cluster(), ['c.example:8080']);
        expect(health.tone).toBe('warning');
        expect(health.headline).toBe('The server c.example:8080 is gone.');
        expect(health.detail).toMatch(/If nobody stopped it on purpose, call whoever operates/);
    });

    it('that answers but has lost the database says only that', () => {
        const health = healthOf(cluster({
            is_serving: false, nodes: [node('a'), node('b', { silent_seconds: 99 })], replicas: [],
        }), ['c.example:8080']);
        expect(health.tone).toBe('bad');
        expect(health.headline)
            .toBe('This server has lost its connection to the database.');
        expect(health.detail).toMatch(/last known state.*call whoever operates the server/);
        expect(health.others).toEqual([]);
    });
});

describe('a copy of the database', () => {
    it.each([
        ['is far behind', { lag_seconds: 30 }],
        ['is still catching up', { state: 'catchup' }],
    ])('that %s is told', (_case, changed) => {
        const health = healthOf(cluster({
            replicas: [replica('second'), replica('third', { sync: 'async', ...changed })],
        }));
        expect(health.tone).toBe('warning');
        expect(health.headline).toBe('The copy “third” of the database is lagging behind.');
        expect(health.detail).toMatch(/call whoever operates the server/);
    });

    it('is told once when several lag', () => {
        const late = { lag_seconds: 12 };
        const report = cluster({ replicas: [replica('second', late), replica('third', late)] });
        expect(told(report))
            .toEqual(['The copies “second” and “third” of the database are lagging behind.']);
    });

    it('may be behind by moments', () => {
        const report = cluster({ replicas: [replica('second', { lag_seconds: 0.8 })] });
        expect(healthOf(report).tone).toBe('good');
    });

    it.each(['sync', 'quorum'])('that is %s is enough', (sync) => {
        const report = cluster({
            replicas: [replica('second', { sync }), replica('third', { sync: 'async' })],
        });
        expect(healthOf(report).tone).toBe('good');
    });

    it('that nobody waits for is a warning when there is no other', () => {
        const health = healthOf(cluster({ replicas: [replica('second', { sync: 'async' })] }));
        expect(health.tone).toBe('warning');
        expect(health.headline).toBe('No copy of the database is synchronous.');
        expect(health.detail).toMatch(/may be lost/);
    });
});

describe('several troubles', () => {
    it('are told with the worst first', () => {
        const report = cluster({
            nodes: [node('a'), node('c', { version: '1.3.0' })],
            shards: [shard(0, 'a'), shard(1, 'b'), shard(2, 'c', { state: 'halted' })],
            replicas: [replica('second', { sync: 'async' })],
        });
        expect(told(report, ['b.example:8080']).map((text) => text.slice(0, 27))).toEqual([
            'Shard 2 is stopped for safe',
            'No server is running shard ',
            'The server b.example:8080 i',
            'No copy of the database is ',
            'An upgrade is in progress: ',
        ]);
    });
});

describe('a server that does not answer', () => {
    it('is not well, whatever it last said', () => {
        expect(unreachable(new Offline(), '14:00:05')).toEqual({
            tone: 'warning',
            headline: 'The server can’t be reached.',
            detail: 'Below is how it was at 14:00:05. It updates itself.',
            others: [],
        });
    });

    it('but refuses is quoted', () => {
        const refusal = new Problem(503, { detail: 'the server is starting' });
        expect(unreachable(refusal, '14:00:05').headline).toBe('The server is starting');
    });
});

describe('the sentences', () => {
    it('stay the same while only figures move', () => {
        const at = (seconds: number) => cluster({
            view_age_seconds: seconds,
            nodes: [node('a'), node('b', { silent_seconds: 10 + seconds, heartbeat: seconds })],
            replicas: [replica('second', { lag_seconds: 20 + seconds })],
        });
        expect(healthOf(at(2))).toEqual(healthOf(at(1)));
    });
});
