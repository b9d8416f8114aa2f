// Nodes that were there and are not any more. The cluster itself forgets a dead node within
// seconds, but whoever looks at the page wants to know that one is missing.
import type { Cluster } from './report';

/** For how long a node is missed. */
export const missedForMs = 10 * 60_000;

export class Sightings {
    #isLeaving = new Map<string, boolean>();
    #goneAt = new Map<string, number>();

    /** Takes a report; gives the addresses that are missed, those that went first before others. */
    see(cluster: Cluster, nowMs: number): string[] {
        if (cluster.is_serving) {
            this.#compare(cluster, nowMs);
        }
        for (const [address, goneAt] of this.#goneAt) {
            if (nowMs - goneAt > missedForMs) {
                this.#goneAt.delete(address);
            }
        }
        return [...this.#goneAt.keys()];
    }

    /** A node has a new id after each start, so it is known again by its address. */
    #compare(cluster: Cluster, nowMs: number): void {
        const present = new Map<string, boolean>();
        for (const node of cluster.nodes) {
            if (node.address !== null) {
                present.set(node.address, node.state === 'leaving');
            }
        }
        for (const [address, wasLeaving] of this.#isLeaving) {
            if (!present.has(address) && !wasLeaving) {
                this.#goneAt.set(address, nowMs);
            }
        }
        for (const address of present.keys()) {
            this.#goneAt.delete(address);
        }
        this.#isLeaving = present;
    }
}
