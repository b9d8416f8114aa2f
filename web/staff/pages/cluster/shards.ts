// How the shards stand: one word for each, whose it is, and how the arrow keys go through them.
import { spoken, t } from '../../lib/say.svelte';
import type { StateTone } from '../../lib/words';
import { shortName, type Cluster, type Shard } from './report';

export type ShardState = Shard['state'] | 'silent';

/** A word for each state, its tone, and what it means. In the order in which they are told. */
export const shardWords: Record<ShardState, { word: string; tone: StateTone; meaning: string }> = spoken(() => ({
    halted: { word: t('stopped'), tone: 'bad', meaning: t('stopped until someone has checked') },
    silent: { word: t('silent'), tone: 'bad', meaning: t('owned by a server that has stopped responding') },
    unowned: { word: t('nobody'), tone: 'bad', meaning: t('not served right now') },
    loading: { word: t('loading'), tone: 'offer', meaning: t('being loaded by this server') },
    served: { word: t('here'), tone: 'good', meaning: t('served by this server') },
    elsewhere: { word: t('other'), tone: 'wait', meaning: t('served by another server') },
}));

/** The state of a shard. That it is elsewhere is no comfort when its owner is not there. */
export function stateOf(shard: Shard, cluster: Cluster): ShardState {
    if (shard.state !== 'elsewhere') {
        return shard.state;
    }
    const owner = cluster.nodes.find((node) => node.id === shard.owner);
    if (owner === undefined) {
        return 'unowned';
    }
    return owner.is_silent ? 'silent' : 'elsewhere';
}

/** The states that occur and how many shards are in each. */
export function countStates(cluster: Cluster): { state: ShardState; amount: number }[] {
    const states = cluster.shards.map((shard) => stateOf(shard, cluster));
    return (Object.keys(shardWords) as ShardState[])
        .map((state) => ({ state, amount: states.filter((one) => one === state).length }))
        .filter(({ amount }) => amount > 0);
}

/** Whose a shard is: the node's short name and where it is. */
export function ownerText(shard: Shard, cluster: Cluster): string {
    const owner = cluster.nodes.find((node) => node.id === shard.owner);
    if (owner) {
        return owner.address === null ? shortName(owner.id)
            : `${shortName(owner.id)} (${owner.address})`;
    }
    return shard.owner === null ? t('nobody')
        : t('{name}, which is gone', { name: shortName(shard.owner) });
}

/** All about a shard in a line. */
export function shardSentence(shard: Shard, cluster: Cluster): string {
    const { meaning } = shardWords[stateOf(shard, cluster)];
    const values = {
        shard: shard.shard, meaning, epoch: shard.epoch, owner: ownerText(shard, cluster),
    };
    return shard.owner === null ? t('Shard {shard}: {meaning}. Epoch {epoch}.', values)
        : t('Shard {shard}: {meaning}. Owner {owner}. Epoch {epoch}.', values);
}

/** The place in a row of `amount` that a key leads to; undefined for other keys. */
export function moveTo(key: string, index: number, amount: number): number | undefined {
    const last = amount - 1;
    switch (key) {
        case 'ArrowRight':
        case 'ArrowDown':
            return index === last ? 0 : index + 1;
        case 'ArrowLeft':
        case 'ArrowUp':
            return index === 0 ? last : index - 1;
        case 'Home':
            return 0;
        case 'End':
            return last;
        default:
            return undefined;
    }
}
