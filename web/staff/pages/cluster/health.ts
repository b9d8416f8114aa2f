// What is wrong with the cluster, in sentences for people who do not run servers; the worst first.
// The sentences hold no figures that move, so that screen readers are told of changes only.
import { Offline, sentence } from '../../lib/problems';
import { formatList, t, tn } from '../../lib/say.svelte';
import {
    isSynchronous, lagMaxSeconds, placeOf, versionsOf, type Cluster, type Node,
} from './report';
import { stateOf, type ShardState } from './shards';

export type Level = 'bad' | 'warning' | 'note';

export interface Finding {
    level: Level;
    text: string;
    /** What to do about it. */
    advice?: string;
}

export interface Health {
    tone: 'good' | 'warning' | 'bad';
    /** "All is well", or the worst that is wrong. */
    headline: string;
    /** What to do about the headline, or what being well means. */
    detail: string;
    /** Everything else that is worth a word. */
    others: Finding[];
}

/** `gone` are the places of nodes that were there a while ago, as this page has seen it. */
export function healthOf(cluster: Cluster, gone: readonly string[] = []): Health {
    const findings = findingsOf(cluster, gone);
    const [worst, ...rest] = findings;
    if (worst === undefined || worst.level === 'note') {
        return {
            tone: 'good', headline: t('Everything is fine.'), detail: summary(cluster), others: findings,
        };
    }
    return {
        tone: worst.level, headline: worst.text, detail: worst.advice ?? '', others: rest,
    };
}

/** What is told instead while there is no answer, only the picture of that time. */
export function unreachable(error: unknown, time: string): Health {
    return {
        tone: 'warning',
        headline: error instanceof Offline ? t('The server can’t be reached.') : sentence(error),
        detail: t('Below is how it was at {time}. It updates itself.', { time }),
        others: [],
    };
}

function findingsOf(cluster: Cluster, gone: readonly string[]): Finding[] {
    // Whoever has lost touch knows nothing about the others.
    if (!cluster.is_serving) {
        return [lostTouch()];
    }
    const order: Level[] = ['bad', 'warning', 'note'];
    return [
        ...shardFindings(cluster),
        ...nodeFindings(cluster, gone),
        ...replicaFindings(cluster),
    ].sort((left, right) => order.indexOf(left.level) - order.indexOf(right.level));
}

const lostTouch = (): Finding => ({
    level: 'bad',
    text: t('This server has lost its connection to the database.'),
    advice: t('Below is the last known state. If this lasts more than a minute, call whoever operates the server.'),
});

function shardFindings(cluster: Cluster): Finding[] {
    const numbersOf = (state: ShardState) => cluster.shards
        .filter((shard) => stateOf(shard, cluster) === state)
        .map((shard) => shard.shard);
    const findings: Finding[] = [];
    const halted = numbersOf('halted');
    if (halted.length > 0) {
        findings.push({
            level: 'bad',
            text: tn(halted.length,
                'Shard {shards} is stopped for safety: the database has lost changes that were confirmed. Some lists can’t be used.',
                'Shards {shards} are stopped for safety: the database has lost changes that were confirmed. Some lists can’t be used.',
                { shards: named(halted) }),
            advice: t('Please call whoever operates the server now: someone must check before it can resume.'),
        });
    }
    const unowned = numbersOf('unowned');
    if (unowned.length > 0) {
        findings.push({
            level: 'bad',
            text: tn(unowned.length,
                'No server is running shard {shards} right now. Some lists can’t be used.',
                'No server is running shards {shards} right now. Some lists can’t be used.',
                { shards: named(unowned) }),
            advice: t('Another server usually takes over within seconds. If this lasts more than a minute, call whoever operates the server.'),
        });
    }
    const loading = numbersOf('loading');
    if (loading.length > 0) {
        findings.push({
            level: 'note',
            text: tn(loading.length, 'Shard {shards} is being loaded. That takes a moment.',
                'Shards {shards} are being loaded. That takes a moment.', { shards: named(loading) }),
        });
    }
    return findings;
}

function nodeFindings(cluster: Cluster, gone: readonly string[]): Finding[] {
    const findings: Finding[] = [];
    const silent = cluster.nodes.filter((node) => node.is_silent);
    if (silent.length > 0) {
        const isMissed = silent.some((node) => node.shards > 0);
        findings.push({
            level: isMissed ? 'bad' : 'warning',
            text: isMissed
                ? tn(silent.length,
                    'The server {servers} has stopped responding. Some lists can’t be used until another server takes over.',
                    'The servers {servers} have stopped responding. Some lists can’t be used until another server takes over.',
                    { servers: formatList(silent.map(placeOf)) })
                : tn(silent.length, 'The server {servers} has stopped responding.',
                    'The servers {servers} have stopped responding.',
                    { servers: formatList(silent.map(placeOf)) }),
            advice: t('That usually takes seconds. If this lasts more than a minute, call whoever operates the server.'),
        });
    }
    if (gone.length > 0) {
        findings.push({
            level: 'warning',
            text: tn(gone.length, 'The server {servers} is gone.', 'The servers {servers} are gone.',
                { servers: formatList(gone) }),
            advice: t('The others have taken over. If nobody stopped it on purpose, call whoever operates the server.'),
        });
    }
    const leaving = cluster.nodes.filter((node) => node.state === 'leaving' && !node.is_silent);
    if (leaving.length > 0) {
        findings.push({
            level: 'note',
            text: tn(leaving.length,
                'The server {servers} is shutting down and handing the work over to the others.',
                'The servers {servers} are shutting down and handing the work over to the others.',
                { servers: formatList(leaving.map(placeOf)) }),
        });
    }
    if (versionsOf(cluster.nodes).length > 1) {
        findings.push({
            level: 'note',
            text: t('An upgrade is in progress: servers of different versions are running side by side.'),
        });
    }
    if (atWork(cluster.nodes) === 1) {
        findings.push({
            level: 'note',
            text: t('Only one server is running. If it fails, nothing takes over.'),
        });
    }
    return findings;
}

function replicaFindings(cluster: Cluster): Finding[] {
    if (cluster.replicas.length === 0) {
        return [{
            level: 'note',
            text: t('The database reports no copies of itself: there are none, or Standby may not know.'),
        }];
    }
    const findings: Finding[] = [];
    const late = cluster.replicas.filter((replica) => replica.state !== 'streaming' ||
        (replica.lag_seconds ?? 0) > lagMaxSeconds);
    if (late.length > 0) {
        const names = formatList(late.map((replica) => `“${replica.name}”`));
        findings.push({
            level: 'warning',
            text: tn(late.length, 'The copy {names} of the database is lagging behind.',
                'The copies {names} of the database are lagging behind.', { names }),
            advice: t('Guests won’t notice, but the copy isn’t ready to take over. If it doesn’t catch up within a few minutes, call whoever operates the server.'),
        });
    }
    if (!cluster.replicas.some(isSynchronous)) {
        findings.push({
            level: 'warning',
            text: t('No copy of the database is synchronous.'),
            advice: t('If the database’s machine is lost, the last confirmed changes may be lost with it. Unless that’s intended, call whoever operates the server.'),
        });
    }
    return findings;
}

function summary(cluster: Cluster): string {
    const amount = atWork(cluster.nodes);
    return amount < 2 ? t('Every list is available.') : tn(amount, '{n} server shares the work.', '{n} servers share the work.');
}

function atWork(nodes: readonly Node[]): number {
    return nodes.filter((node) => node.state === 'up' && !node.is_silent).length;
}

/** "3", "3 and 4", "1, 2, 3 and 12 more". */
function named(numbers: readonly number[]): string {
    const names = numbers.slice(0, 3).map(String);
    const others = numbers.length - names.length;
    return formatList(others > 0 ? [...names, t('{n} more', { n: others })] : names);
}
