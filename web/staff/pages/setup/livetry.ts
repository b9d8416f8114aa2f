// The live try at the end of the set-up: a practice list with one guest, who is the owner with a
// phone. What it asks the server for, and how far it has come.
import type { Board, Kind, Schemas } from '../../lib/api';

/** Who waits, who is asked, who has the place: where the guest is. */
export type Stage = 'waiting' | 'offered' | 'claimed' | 'ended';

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;

/** A list like the one just made, that counts nowhere and keeps no quiet hours. */
export function practiceList(list: { name: string; kind: Kind; time_zone: string }): Schemas['NewResource'] {
    const base = { name: list.name, time_zone: list.time_zone, practice: true };
    const rules = { quiet_hours: null, claim_window: '10m' };
    return list.kind === 'slots'
        ? { ...base, kind: 'slots', rules } as Schemas['NewResource']
        : { ...base, kind: 'seats', capacity: 0, rules } as Schemas['NewResource'];
}

/** A slot in two hours, at a full quarter of an hour. */
export function testSlot(nowMs: number): { starts_at: string; duration: string; reason: 'cancellation' } {
    const start = Math.ceil((nowMs + 2 * hourMs) / quarterMs) * quarterMs;
    return { starts_at: new Date(start).toISOString(), duration: '1h', reason: 'cancellation' };
}

export function stageOf(board: Board | undefined, entryId: string): Stage {
    if (!board || board.waiting.some((entry) => entry.id === entryId)) {
        return 'waiting';
    }
    if (board.offers.some((offer) => offer.entry.id === entryId)) {
        return 'offered';
    }
    return board.accepted.some((entry) => entry.id === entryId) ? 'claimed' : 'ended';
}

/** Whether only this computer can open the link. */
export function isLoopback(link: string): boolean {
    const host = new URL(link).hostname;
    return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' ||
        /^127(\.\d{1,3}){3}$/.test(host);
}
