// Gaps of a timeline, and what the address asks for.
import { describe, expect, it } from 'vitest';
import { filterOf, gapHeight, gapWords } from './timeline';

const start = '2026-11-15T14:00:00Z';

describe('gaps', () => {
    it('says how long nothing happened', () => {
        expect(gapWords(start, '2026-11-15T16:05:00Z')).toBe('2 hours 5 minutes later');
        expect(gapWords(start, '2026-11-15T14:00:00.400Z')).toBe('');
        expect(gapWords(start, start)).toBe('');
    });

    it('draws longer gaps longer, within reason', () => {
        const minute = gapHeight(start, '2026-11-15T14:01:00Z');
        const day = gapHeight(start, '2026-11-16T14:00:00Z');
        expect(minute).toBeGreaterThan(0);
        expect(day).toBeGreaterThan(minute);
        expect(gapHeight(start, '2030-11-16T14:00:00Z')).toBeLessThanOrEqual(56);
        expect(gapHeight(start, start)).toBe(0);
    });
});

describe('filterOf', () => {
    it('reads ids and nothing else', () => {
        expect(filterOf('?opening=opn_400001')).toEqual({ entryId: undefined, openingId: 'opn_400001' });
        expect(filterOf('?entry=ent_4G&x=1').entryId).toBe('ent_4G');
        expect(filterOf('?entry=<script>').entryId).toBeUndefined();
    });
});
