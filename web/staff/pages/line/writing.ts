// Writing to guests: how long a text may be, and why somebody doesn't get it.
import type { Schemas } from '../../lib/api';
import { spoken, t } from '../../lib/say.svelte';

export type Skipped = Schemas['SkippedEntry'];
export type Reason = Skipped['reason'];

export const textMax = 1000;
/** A message that has left can't be called back, so it waits a little longer than other things. */
export const undoMs = 8000;

export const reasonWords: Record<Reason, string> = spoken(() => ({
    not_on_list: t('Not on this list'),
    ended: t('No longer on the list'),
    unconfirmed: t('Hasn’t confirmed their address yet'),
    no_address: t('No e-mail address and no phone number'),
    no_channel: t('You don’t send messages to the kind of address they gave'),
    silent_on_whatsapp: t('Hasn’t written to you on WhatsApp in the last 24 hours'),
    stopped: t('Has stopped your messages'),
    bounced: t('Their address doesn’t work'),
    guest_limit: t('Got three messages from your team in the last 24 hours'),
    business_limit: t('Your business has written to 2,000 guests in the last 24 hours'),
}));

/** Characters as people count them. */
export function lengthOf(text: string): number {
    return [...text.trim()].length;
}

/** Who is left out, by reason, in the order in which reasons come up. */
export function byReason(skipped: readonly Skipped[], nameOf: (id: string) => string): { reason: Reason; names: string[] }[] {
    const found = new Map<Reason, string[]>();
    for (const one of skipped) {
        found.set(one.reason, [...(found.get(one.reason) ?? []), nameOf(one.entry_id)]);
    }
    return [...found].map(([reason, names]) => ({ reason, names }));
}
