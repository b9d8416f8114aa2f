// The offers that a guest may still say yes to, as far as the decisions about them tell.
import type { Schemas } from '../../lib/api';

type Decision = Pick<Schemas['Explanation']['decisions'][number], 'chosen' | 'offer_id'>;

/** What was before those three is over for long, and each costs a look. */
const most = 3;

/** The newest offers that were made to this guest, the newest first. */
export function missedOffers(decisions: readonly Decision[]): string[] {
    const offers = decisions.filter(({ chosen }) => chosen).map(({ offer_id }) => offer_id)
        .filter((id) => id !== null);
    return [...new Set(offers.toReversed())].slice(0, most);
}
