import { describe, expect, it } from 'vitest';
import type { Resource } from '../../lib/api';
import { changeOf, copyOf, formOf, needsDraw } from './listchange';

const now = Date.parse('2026-11-18T12:00:00Z');

function list(more: object = {}): Resource {
    return {
        id: 'res_1', name: 'Jazz evening', kind: 'seats', status: 'active',
        starts_at: '2026-11-20T19:00:00Z', time_zone: 'Europe/Berlin',
        rules: { order: 'fifo', draw_at: null }, ...more,
    } as unknown as Resource;
}

describe('Changing a list', () => {
    it('changes nothing that was left alone', () => {
        expect(changeOf(list(), formOf(list(), false, now), true)).toEqual({});
    });

    it('moves the start, in the zone of the list', () => {
        const form = { ...formOf(list(), false, now), startsAt: '2026-11-21T20:30' };
        expect(changeOf(list(), form, true).starts_at).toBe('2026-11-21T19:30:00Z');
    });

    it('keeps the local time when the zone changes', () => {
        const form = { ...formOf(list(), false, now), timeZone: 'Europe/London' };
        expect(changeOf(list(), form, true)).toEqual({
            starts_at: '2026-11-20T20:00:00Z', time_zone: 'Europe/London',
        });
    });

    it('takes the start away', () => {
        const form = { ...formOf(list(), false, now), startsAt: '' };
        expect(changeOf(list(), form, true)).toEqual({ starts_at: null });
    });

    it('sets and takes away where guests get in', () => {
        const beta = list({ kind: 'access', starts_at: null, access_url: null });
        const form = { ...formOf(beta, false, now), accessUrl: ' https://beta.example ' };
        expect(changeOf(beta, form, true)).toEqual({ access_url: 'https://beta.example' });
        const open = list({ kind: 'access', starts_at: null, access_url: 'https://beta.example' });
        expect(changeOf(open, formOf(open, false, now), true)).toEqual({});
        expect(changeOf(open, { ...formOf(open, false, now), accessUrl: '' }, true)).toEqual({ access_url: null });
    });

    it('only renames a list that has ended', () => {
        const form = { ...formOf(list(), false, now), name: ' Old ', timeZone: 'UTC' };
        expect(changeOf(list(), form, false)).toEqual({ name: 'Old' });
    });
});

describe('Copying a list', () => {
    it('leaves a start out that has passed', () => {
        expect(formOf(list({ starts_at: '2026-11-01T19:00:00Z' }), true, now).startsAt).toBe('');
        expect(formOf(list(), true, now).startsAt).toBe('2026-11-20T20:00');
    });

    it('has no start where each slot has its own', () => {
        const salon = list({ kind: 'slots', starts_at: null });
        expect(copyOf(salon, formOf(salon, true, now))).toEqual({
            name: 'Jazz evening (copy)', time_zone: 'Europe/Berlin',
        });
    });

    it('proposes a name of its own, unless that is too long', () => {
        expect(formOf(list(), true, now).name).toBe('Jazz evening (copy)');
        expect(formOf(list(), false, now).name).toBe('Jazz evening');
        const long = 'x'.repeat(198);
        expect(formOf(list({ name: long }), true, now).name).toBe(long);
    });

    it('asks for the draw of a lottery that is over', () => {
        const drawn = list({ rules: { order: 'lottery', draw_at: '2026-11-01T19:00:00Z' } });
        expect(needsDraw(drawn, now)).toBe(true);
        expect(needsDraw(list(), now)).toBe(false);
        const form = { ...formOf(drawn, true, now), drawAt: '2026-11-19T18:00' };
        expect(copyOf(drawn, form)).toMatchObject({ draw_at: '2026-11-19T17:00:00Z' });
    });
});
