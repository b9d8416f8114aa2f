import { describe, expect, it } from 'vitest';
import type { Board } from '../../lib/api';
import { isLoopback, practiceList, stageOf, testSlot } from './livetry';

const board = (where: 'waiting' | 'offers' | 'accepted' | 'nowhere') => ({
    waiting: where === 'waiting' ? [{ id: 'ent_1' }] : [],
    offers: where === 'offers' ? [{ entry: { id: 'ent_1' } }] : [],
    accepted: where === 'accepted' ? [{ id: 'ent_1' }] : [],
}) as unknown as Board;

describe('the live try', () => {
    it('happens on a list of its own that counts nowhere', () => {
        const list = { name: 'Colour', kind: 'slots', time_zone: 'Europe/Berlin' } as const;
        expect(practiceList(list)).toMatchObject({ kind: 'slots', practice: true, rules: { quiet_hours: null } });
        expect(practiceList({ ...list, kind: 'access' })).toMatchObject({ kind: 'seats', capacity: 0 });
    });

    it('offers a slot later today', () => {
        expect(testSlot(Date.UTC(2026, 10, 18, 9, 7))).toMatchObject({ starts_at: '2026-11-18T11:15:00.000Z' });
    });

    it('follows the guest over the board', () => {
        expect(stageOf(undefined, 'ent_1')).toBe('waiting');
        expect(stageOf(board('waiting'), 'ent_1')).toBe('waiting');
        expect(stageOf(board('offers'), 'ent_1')).toBe('offered');
        expect(stageOf(board('accepted'), 'ent_1')).toBe('claimed');
        expect(stageOf(board('nowhere'), 'ent_1')).toBe('ended');
    });

    it('knows which links a phone can’t open', () => {
        for (const link of ['http://127.0.0.1:8080/e/x', 'http://localhost/e/x', 'http://[::1]:8080/e/x', 'http://a.localhost/']) {
            expect(isLoopback(link)).toBe(true);
        }
        for (const link of ['https://aster.example/e/x', 'http://192.168.1.5:8080/e/x', 'http://127.0.0.1.evil.example/']) {
            expect(isLoopback(link)).toBe(false);
        }
    });
});
