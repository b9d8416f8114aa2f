// Tests of what staff did, in words.
import { describe, expect, it } from 'vitest';
import { actText, actorText } from './trail';

const names = new Map([['mem_1', 'Noor']]);
const deed = {
    seq: 1, at: '2026-11-15T14:00:00Z', act: 'signed_in', actor: 'mem_1', subject: null, detail: null,
    client: '192.0.2.7', hash: '00',
};

describe('the staff audit trail', () => {
    it('says what was done, to whom', () => {
        expect(actText(deed, names)).toBe('Signed in');
        expect(actText({ ...deed, act: 'key_created', subject: 'key_2', detail: 'staff' }, names)).toBe(
            'Created an API key (key_2, staff)',
        );
        expect(actText({ ...deed, act: 'member_removed', subject: 'mem_1' }, names)).toBe(
            "Removed someone's access (Noor)",
        );
    });

    it('shows an act that it does not know by its name', () => {
        expect(actText({ ...deed, act: 'robot_fed' }, names)).toBe('robot fed');
        expect(actText({ ...deed, act: null }, names)).toBe('unreadable');
    });

    it('says who did it', () => {
        expect(actorText(deed, names)).toBe('Noor');
        expect(actorText({ ...deed, actor: 'key_7' }, names)).toBe('key_7');
        expect(actorText({ ...deed, actor: 'operator' }, names)).toBe('on the server itself');
        expect(actorText({ ...deed, actor: null }, names)).toBe('');
    });
});
