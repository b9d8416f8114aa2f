// What the server tells about its cluster, and the plain words for it.
import type { Schemas } from '../../lib/api';
import { t } from '../../lib/say.svelte';
import type { StateTone } from '../../lib/words';

export type Cluster = Schemas['Cluster'];
export type Node = Schemas['ClusterNode'];
export type Shard = Schemas['ClusterShard'];
export type Replica = Schemas['ClusterReplica'];

/** A copy of the database that follows is behind by moments. */
export const lagMaxSeconds = 10;

/** "nod_4f9a1c…" as short as people can tell it from the others. */
export function shortName(id: string): string {
    return id.replace(/^[a-z]+_/, '').slice(0, 6);
}

/** How sentences call a node: by where it is, if that is known. */
export function placeOf(node: Node): string {
    return node.address ?? shortName(node.id);
}

/** A word for a node, and its tone. */
export function nodeWords(node: Node): [string, StateTone] {
    if (node.is_silent) {
        return ['silent', 'bad'];
    }
    return node.state === 'leaving' ? ['leaving', 'offer'] : ['running', 'good'];
}

/** When a node was last heard. */
export function heard(node: Node): string {
    return node.is_silent ? t('{time} ago', { time: secondsText(node.silent_seconds) }) : t('just now');
}

export function secondsText(seconds: number): string {
    if (seconds < 10) {
        return `${seconds.toFixed(1)} s`;
    }
    return seconds < 120 ? t('{n} s', { n: Math.round(seconds) })
        : t('{minutes} min', { minutes: Math.round(seconds / 60) });
}

/** The versions that are at work, the newest first. More than one: an upgrade is under way. */
export function versionsOf(nodes: readonly Node[]): string[] {
    return [...new Set(nodes.map((node) => node.version))]
        .sort((left, right) => right.localeCompare(left, 'en', { numeric: true }));
}

/** How far a copy of the database is behind. One without a figure has nothing to catch up on. */
export function lagText(replica: Replica): string {
    return replica.lag_seconds === null ? t('nothing to catch up on')
        : secondsText(replica.lag_seconds);
}

/** Whether a copy has every change before it is confirmed to anybody. */
export function isSynchronous(replica: Replica): boolean {
    return replica.sync === 'sync' || replica.sync === 'quorum';
}
