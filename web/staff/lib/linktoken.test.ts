// The token of a one-time link leaves the address at once.
import { describe, expect, it } from 'vitest';
import { takeLinkToken } from './linktoken';

function place(hash: string) {
    const seen: string[] = [];
    return {
        location: { hash, pathname: '/staff/setup', search: '' },
        history: {
            replaceState: (_data: unknown, _title: string, url: string) => { seen.push(url); },
        },
        seen,
    };
}

describe('a one-time link', () => {
    it('gives its token and forgets it', () => {
        const here = place('#st_AbC-12_x');
        expect(takeLinkToken(here)).toBe('st_AbC-12_x');
        expect(here.seen).toEqual(['/staff/setup']);
    });

    const others = ['#', '#gt_abc', '#st_', '#st_a b', `#st_${'x'.repeat(200)}`];
    it.each(others)('%s has none', (hash) => {
        const here = place(hash);
        expect(takeLinkToken(here)).toBe('');
        expect(here.seen).toHaveLength(1);
    });

    it('without a fragment changes nothing', () => {
        const here = place('');
        expect(takeLinkToken(here)).toBe('');
        expect(here.seen).toHaveLength(0);
    });
});
