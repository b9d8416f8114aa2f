// A new list: only what its kind needs is asked and sent.
import { describe, expect, it } from 'vitest';
import { draftErrors, newDraft, newResource } from './newlist';

const draft = (more: object) => ({ ...newDraft('Europe/Berlin'), name: ' Aster ', ...more });

describe('a new list', () => {
    it('of appointments needs a name only', () => {
        expect(draftErrors(draft({}))).toEqual({});
        expect(newResource(draft({ capacity: 5, startsAt: '2026-12-12T20:00' })))
            .toEqual({ name: 'Aster', kind: 'slots', time_zone: 'Europe/Berlin' });
    });

    it('of seats sends its number and its start in the zone of the list', () => {
        const evening = draft({ kind: 'seats', capacity: 0, startsAt: '2026-12-12T20:00' });
        expect(newResource(evening)).toEqual({
            name: 'Aster', kind: 'seats', time_zone: 'Europe/Berlin', capacity: 0,
            starts_at: '2026-12-12T19:00:00Z',
        });
    });

    it('of access has no start', () => {
        expect(newResource(draft({ kind: 'access', capacity: 500, startsAt: '2026-12-12T20:00' })))
            .not.toHaveProperty('starts_at');
    });

    it.each(['', null, undefined, -1, 1.5, 'many'])('of seats does not take %s', (capacity) => {
        expect(draftErrors(draft({ kind: 'seats', capacity }))).toHaveProperty('capacity');
    });

    it('without a name is not sent', () => {
        expect(draftErrors(draft({ name: '  ' }))).toHaveProperty('name');
    });
});
