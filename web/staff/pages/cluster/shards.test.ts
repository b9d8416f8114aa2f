// How shards are named, counted and walked through.
import { describe, expect, it } from 'vitest';
import { cluster, node, shard } from './examples';
import { countStates, moveTo, ownerText, shardSentence, stateOf } from './shards';

describe('a shard', () => {
    it('is told with its owner and its epoch', () => {
        expect(shardSentence(shard(1, 'b'), cluster())).toBe(
            'Shard 1: served by another server. Owner bbbbbb (b.example:8080). Epoch 3.');
        expect(shardSentence(shard(4, 'a', { state: 'unowned', owner: null, epoch: 0 }), cluster()))
            .toBe('Shard 4: not served right now. Epoch 0.');
    });

    it('whose owner is gone says so', () => {
        const alone = cluster({ nodes: [node('a')] });
        expect(stateOf(shard(1, 'b'), alone)).toBe('unowned');
        expect(ownerText(shard(1, 'b'), alone)).toBe('bbbbbb, which is gone');
        expect(ownerText(shard(1, 'a', { owner: null }), alone)).toBe('nobody');
    });

    it('of a silent owner is not called served', () => {
        const report = cluster({ nodes: [node('a'), node('b', { silent_seconds: 8 })] });
        expect(stateOf(shard(1, 'b'), report)).toBe('silent');
    });

    it('that is halted stays so without an owner', () => {
        const alone = cluster({ nodes: [node('a')] });
        expect(stateOf(shard(1, 'b', { state: 'halted' }), alone)).toBe('halted');
    });
});

describe('the states', () => {
    it('are counted with the troubles first', () => {
        const report = cluster({ shards: [
            shard(0, 'a'), shard(1, 'b'), shard(2, 'b'), shard(3, 'c'),
            shard(4, 'a', { state: 'halted' }), shard(5, 'a', { state: 'loading' }),
        ] });
        expect(countStates(report)).toEqual([
            { state: 'halted', amount: 1 }, { state: 'unowned', amount: 1 },
            { state: 'loading', amount: 1 }, { state: 'served', amount: 1 },
            { state: 'elsewhere', amount: 2 },
        ]);
    });
});

describe('the keys', () => {
    it.each([
        ['ArrowRight', 1, 2], ['ArrowRight', 3, 0], ['ArrowLeft', 1, 0], ['ArrowLeft', 0, 3],
        ['ArrowDown', 0, 1], ['ArrowUp', 2, 1], ['Home', 2, 0], ['End', 1, 3],
    ])('%s leads from %i to %i', (key, from, to) => {
        expect(moveTo(key, from, 4)).toBe(to);
    });

    it('that mean something else are left alone', () => {
        expect(moveTo('Tab', 1, 4)).toBeUndefined();
        expect(moveTo('Enter', 1, 4)).toBeUndefined();
    });
});
