// For tests: a cluster in which all is well, and its parts with something changed.
import type { Cluster, Node, Replica, Shard } from './report';

export function node(name: string, changed: Partial<Node> = {}): Node {
    return {
        id: `nod_${name.repeat(20)}`, address: `${name}.example:8080`, version: '1.2.0',
        state: 'up', is_here: name === 'a', heartbeat: 100, seen_at: '2026-11-15T14:00:00Z',
        silent_seconds: 0.4, is_silent: (changed.silent_seconds ?? 0) >= 6, shards: 2, ...changed,
    };
}

export function shard(number: number, owner: string, changed: Partial<Shard> = {}): Shard {
    return {
        shard: number, owner: node(owner).id, epoch: 3, commit_seq: 1200,
        state: owner === 'a' ? 'served' : 'elsewhere', served_at: '2026-11-15T13:59:58Z',
        ...changed,
    };
}

export function replica(name: string, changed: Partial<Replica> = {}): Replica {
    return { name, state: 'streaming', sync: 'sync', lag_seconds: null, ...changed };
}

/** Two nodes, four shards, a synchronous copy. */
export function cluster(changed: Partial<Cluster> = {}): Cluster {
    return {
        mode: 'cluster', node: node('a').id, is_serving: true, view_age_seconds: 0.5,
        nodes: [node('a'), node('b')],
        shards: [shard(0, 'a'), shard(1, 'b'), shard(2, 'a'), shard(3, 'b')],
        replicas: [replica('second')],
        ...changed,
    };
}
