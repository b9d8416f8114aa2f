// What can be done in each state.
import { describe, expect, it } from 'vitest';
import { actionsOf } from './actions';
import { entryStates } from './filters';

describe('actionsOf', () => {
    it('promotes only those who wait', () => {
        expect(entryStates.filter((state) => actionsOf(state).includes('promote'))).toEqual(['waiting']);
    });

    it('sets aside only those who wait and aren’t yet, and brings those back', () => {
        expect(entryStates.filter((state) => actionsOf(state).includes('set_aside'))).toEqual(['waiting']);
        expect(actionsOf('waiting', true)).not.toContain('set_aside');
        expect(actionsOf('waiting', true)[0]).toBe('bring_back');
    });

    it('marks only those with a place as come, not come or cancelled', () => {
        for (const action of ['attended', 'cancel'] as const) {
            expect(entryStates.filter((state) => actionsOf(state).includes(action))).toEqual(['accepted']);
        }
    });

    it('says of those who count as come that they weren’t there', () => {
        expect(entryStates.filter((state) => actionsOf(state).includes('no_show'))).toEqual(['accepted', 'attended']);
    });

    it('ends the links of everybody who is on the list', () => {
        const active = ['unverified', 'waiting', 'offered', 'confirming', 'accepted'];
        expect(entryStates.filter((state) => actionsOf(state).includes('end_links')).sort()).toEqual(active.sort());
    });

    it('writes to everybody who is on the list and can have a message', () => {
        const reached = ['waiting', 'offered', 'confirming', 'accepted'];
        expect(entryStates.filter((state) => actionsOf(state).includes('write')).sort()).toEqual(reached.sort());
    });

    it('does nothing with those whose time here has ended', () => {
        const ended = ['declined', 'expired', 'left', 'removed', 'cancelled', 'no_show'] as const;
        expect(ended.every((state) => actionsOf(state).join() === 'fraud')).toBe(true);
    });
});
