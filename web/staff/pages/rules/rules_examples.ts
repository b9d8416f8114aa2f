// Rules for tests.
import type { Rules } from './draft';

export const zone = 'Europe/Berlin';
export const salon: Rules = {
    order: 'fifo', minutes_per_point: 60, claim_window: '10m', max_offers: 0, cutoff: '0s',
    quiet_hours: { from: '21:00', to: '08:00' }, urgent: false, after_miss: 'keep',
    after_decline: 'keep', max_misses: 3, visibility: 'rank', max_waiting: 0, verify_email: false,
    referral: { points: 5, cap: 50 }, party: 'strict', max_passes: 3, wave_size: 0,
    wave_interval: '0s', reminder_after: '0s', payment: null, instant_yes: true, tell_ends: true,
    transfer: false, draw_at: null, draw_seed: null, draw_words: null, patience: null,
    prove_within: '24h', late_yes: false, ping_after: '0s', ping_grace: '7d',
    tax: null, deposit: null, late_fee: null,
};
