// What is wrong with the cluster, in sentences for people who do not run servers; the worst first.
// The sentences hold no figures that move, so that screen readers are told of changes only.
import { Offline, sentence } from '../../lib/problems';
import { count } from '../../lib/words';
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

const operator = 'call whoever operates the server';

/** `gone` are the places of nodes that were there a while ago, as this page has seen it. */
export function healthOf(cluster: Cluster, gone: readonly string[] = []): Health {
    const findings = findingsOf(cluster, gone);
    const [worst, ...rest] = findings;
    if (worst === undefined || worst.level === 'note') {
        return {
            tone: 'good', headline: 'Everything is fine.', detail: summary(cluster), others: findings,
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
        headline: error instanceof Offline ? 'The server can’t be reached.' : sentence(error),
        detail: `Below is how it was at ${time}. It updates itself.`,
        others: [],
    };
}

function findingsOf(cluster: Cluster, gone: readonly string[]): Finding[] {
    // Whoever has lost touch knows nothing about the others.
    if (!cluster.is_serving) {
        return [lostTouch];
    }
    const order: Level[] = ['bad', 'warning', 'note'];
    return [
        ...shardFindings(cluster),
        ...nodeFindings(cluster, gone),
        ...replicaFindings(cluster),
    ].sort((left, right) => order.indexOf(left.level) - order.indexOf(right.level));
}

const lostTouch: Finding = {
    level: 'bad',
    text: 'This server has lost its connection to the database.',
    advice: `Below is the last known state. If this lasts more than a minute, ${operator}.`,
};

function shardFindings(cluster: Cluster): Finding[] {
    const numbersOf = (state: ShardState) => cluster.shards
        .filter((shard) => stateOf(shard, cluster) === state)
        .map((shard) => shard.shard);
    const findings: Finding[] = [];
    const halted = numbersOf('halted');
    if (halted.length > 0) {
        findings.push({
            level: 'bad',
            text: `${named(halted)} ${are(halted)} stopped for safety: the database has lost ` +
                'changes that were confirmed. Some lists can’t be used.',
            advice: `Please ${operator} now: someone must check before it can resume.`,
        });
    }
    const unowned = numbersOf('unowned');
    if (unowned.length > 0) {
        findings.push({
            level: 'bad',
            text: `No server is running ${lower(named(unowned))} right now. Some lists ` +
                'can’t be used.',
            advice: 'Another server usually takes over within seconds. ' +
                `If this lasts more than a minute, ${operator}.`,
        });
    }
    const loading = numbersOf('loading');
    if (loading.length > 0) {
        findings.push({
            level: 'note',
            text: `${named(loading)} ${are(loading)} being loaded. That takes a moment.`,
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
            text: `${servers(silent.map(placeOf))} ${has(silent)} stopped responding.` +
                (isMissed ? ' Some lists can’t be used until another server takes over.' : ''),
            advice: `That usually takes seconds. If this lasts more than a minute, ${operator}.`,
        });
    }
    if (gone.length > 0) {
        findings.push({
            level: 'warning',
            text: `${servers(gone)} ${are(gone)} gone.`,
            advice: 'The others have taken over. ' +
                `If nobody stopped it on purpose, ${operator}.`,
        });
    }
    const leaving = cluster.nodes.filter((node) => node.state === 'leaving' && !node.is_silent);
    if (leaving.length > 0) {
        findings.push({
            level: 'note',
            text: `${servers(leaving.map(placeOf))} ${are(leaving)} shutting down and handing the ` +
                'work over to the others.',
        });
    }
    if (versionsOf(cluster.nodes).length > 1) {
        findings.push({
            level: 'note',
            text: 'An upgrade is in progress: servers of different versions are running side by side.',
        });
    }
    if (atWork(cluster.nodes) === 1) {
        findings.push({
            level: 'note',
            text: 'Only one server is running. If it fails, nothing takes over.',
        });
    }
    return findings;
}

function replicaFindings(cluster: Cluster): Finding[] {
    if (cluster.replicas.length === 0) {
        return [{
            level: 'note',
            text: 'The database reports no copies of itself: there are none, or Standby may not ' +
                'know.',
        }];
    }
    const findings: Finding[] = [];
    const late = cluster.replicas.filter((replica) => replica.state !== 'streaming' ||
        (replica.lag_seconds ?? 0) > lagMaxSeconds);
    if (late.length > 0) {
        const names = join(late.map((replica) => `“${replica.name}”`));
        findings.push({
            level: 'warning',
            text: late.length === 1 ? `The copy ${names} of the database is lagging behind.`
                : `The copies ${names} of the database are lagging behind.`,
            advice: 'Guests won’t notice, but the copy isn’t ready to take over. ' +
                `If it doesn’t catch up within a few minutes, ${operator}.`,
        });
    }
    if (!cluster.replicas.some(isSynchronous)) {
        findings.push({
            level: 'warning',
            text: 'No copy of the database is synchronous.',
            advice: 'If the database’s machine is lost, the last confirmed changes may be ' +
                `lost with it. Unless that’s intended, ${operator}.`,
        });
    }
    return findings;
}

function summary(cluster: Cluster): string {
    const amount = atWork(cluster.nodes);
    return amount < 2 ? 'Every list is available.' : `${amount} servers share the work.`;
}

function atWork(nodes: readonly Node[]): number {
    return nodes.filter((node) => node.state === 'up' && !node.is_silent).length;
}

/** "Shard 3", "Shards 3 and 4", "12 shards". */
function named(numbers: readonly number[]): string {
    if (numbers.length > 3) {
        return count(numbers.length, 'shard');
    }
    return `Shard${numbers.length === 1 ? '' : 's'} ${join(numbers.map(String))}`;
}

function servers(places: readonly string[]): string {
    return `The server${places.length === 1 ? '' : 's'} ${join(places)}`;
}

function join(words: readonly string[]): string {
    const last = words.at(-1) ?? '';
    return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

function lower(text: string): string {
    return text.charAt(0).toLowerCase() + text.slice(1);
}

const are = (things: readonly unknown[]) => (things.length === 1 ? 'is' : 'are');
const has = (things: readonly unknown[]) => (things.length === 1 ? 'has' : 'have');
