import { expect, test } from 'vitest';
import { missedOffers } from './missed';

test('the newest offers to this guest, each once', () => {
    const made = (offer_id: string | null, chosen = true) => ({ offer_id, chosen });
    expect(missedOffers([])).toEqual([]);
    expect(missedOffers([
        made('off_1'), made('off_2'), made('off_9', false), made(null), made('off_3'), made('off_3'), made('off_4'),
    ])).toEqual(['off_4', 'off_3', 'off_2']);
});
