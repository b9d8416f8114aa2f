// Nodes that were seen and are missed.
import { describe, expect, it } from 'vitest';
import { cluster, node } from './examples';
import { missedForMs, Sightings } from './sightings';

const both = cluster();
const alone = cluster({ nodes: [node('a')] });

describe('a node that is not there any more', () => {
    it('is missed', () => {
        const sightings = new Sightings();
        expect(sightings.see(both, 0)).toEqual([]);
        expect(sightings.see(alone, 2000)).toEqual(['b.example:8080']);
        expect(sightings.see(alone, 4000)).toEqual(['b.example:8080']);
    });

    it('is found again by its address, since its name is a new one', () => {
        const sightings = new Sightings();
        sightings.see(both, 0);
        sightings.see(alone, 2000);
        const back = cluster({ nodes: [node('a'), node('c', { address: 'b.example:8080' })] });
        expect(sightings.see(back, 4000)).toEqual([]);
    });

    it('is not missed when it said that it leaves', () => {
        const sightings = new Sightings();
        sightings.see(cluster({ nodes: [node('a'), node('b', { state: 'leaving' })] }), 0);
        expect(sightings.see(alone, 2000)).toEqual([]);
    });

    it('is missed for a while only', () => {
        const sightings = new Sightings();
        sightings.see(both, 0);
        expect(sightings.see(alone, 1000)).toHaveLength(1);
        expect(sightings.see(alone, 1000 + missedForMs)).toHaveLength(1);
        expect(sightings.see(alone, 1001 + missedForMs)).toEqual([]);
    });

    it('is not missed on the word of a node that has lost touch', () => {
        const sightings = new Sightings();
        sightings.see(both, 0);
        expect(sightings.see(cluster({ nodes: [], is_serving: false }), 2000)).toEqual([]);
        expect(sightings.see(both, 4000)).toEqual([]);
    });
});
