// The answers to "why was this person (not) offered?" in plain words.
import type { Schemas } from '../../lib/api';
import { spoken, t, tn } from '../../lib/say.svelte';

export type Check = Schemas['Check'];
export type Decision = Schemas['Decision'];
export type Explanation = Schemas['Explanation'];

/** Each check that can fail, as a sentence about someone. */
export function checkWords(check: Check, name: string): string {
    switch (check) {
        case 'not_waiting':
            return t('{name} isn’t waiting.', { name });
        case 'service':
            return t('{name} wants another service.', { name });
        case 'staff':
            return t('{name} wants someone else on the team.', { name });
        case 'place':
            return t('{name} wants another location.', { name });
        case 'earliest':
            return t('{name} doesn’t want anything that early.', { name });
        case 'latest':
            return t('{name} doesn’t want anything that late.', { name });
        case 'weekly':
            return t('{name} can’t make this time of the week.', { name });
        case 'notice':
            return t('{name} needs more notice than there is.', { name });
        case 'price':
            return t('{name} has set a lower maximum price.', { name });
        case 'time_to_answer':
            return t('{name} would have too little time to answer.', { name });
        case 'party_size':
            return t('{name} has a party of the wrong size.', { name });
        case 'already_offered':
            return t('{name} has already been offered this one.', { name });
        case 'sitting_out':
            return t('{name} has had a turn for what’s free now and waits for another place.', { name });
        case 'group_has_offer':
            return t('{name} is in a group that has an offer right now.', { name });
        case 'group_holds_place':
            return t('{name} is in a group that already has a place.', { name });
        case 'no_places':
            return t('{name} waits for something that has no places.', { name });
        case 'stepped_aside':
            return t('{name} couldn’t be reached before and comes after the others.', { name });
        case 'set_aside':
            return t('{name} hasn’t answered whether they still want it.', { name });
    }
}

/** What staff can do about a check, where there is something. */
export const checkAdvice: Partial<Record<Check, string>> = spoken(() => ({
    service: t('Change the preference if that’s wrong.'),
    staff: t('Change the preference if anyone will do.'),
    place: t('Change the preference if that’s wrong.'),
    earliest: t('Change the dates if that’s wrong.'),
    latest: t('Change the dates if that’s wrong.'),
    notice: t('Reduce the notice, or use “Offer now”.'),
    price: t('Raise the maximum price if they agree.'),
    party_size: t('Change the party size if that’s wrong.'),
    sitting_out: t('Use “Offer now” if they’d like it after all.'),
    no_places: t('Raise the capacity to give places away.'),
    stepped_aside: t('Add a number or address that works.'),
    set_aside: t('Ask them. One tap on their page, or a word from you, brings them back.'),
}));

/** What the server says where no check does, about a person with a name. */
function aboutPerson(detail: string, name: string): string {
    switch (detail) {
        case 'The place went to someone who had said yes to it before, but too late.':
            return t('The place went to someone who had said yes to it before, but too late.');
        case 'Staff gave the place to someone else.':
            return t('Staff gave the place to someone else.');
        case 'Its party was too large, so a smaller one went ahead.':
            return t('{name}’s party was too large, so a smaller one went ahead.', { name });
        case 'The place was given to nobody.':
            return t('The place was given to nobody.');
        case 'There is no free opening to compare with.':
            return t('No place is free right now.');
        case 'The opening is no longer free.':
            return t('The slot is no longer free.');
        default:
            return detail.replace(/^This entry\b/, name).replace(/^Its\b/, `${name}’s`);
    }
}

/** For those who do not wait: how they stand, in a heading, and a sentence. */
function notWaiting(state: Explanation['state'], name: string): readonly [string, string] {
    switch (state) {
        case 'unverified':
            return [t('Not in line yet'), t('{name} must confirm the e-mail address first.', { name })];
        case 'waiting':
            return [t('Not for the next place'), t('{name} isn’t waiting.', { name })];
        case 'offered':
            return [t('Has an offer'), t('{name} has an offer right now.', { name })];
        case 'confirming':
            return [t('Being confirmed'), t('{name} accepted, and the booking is being confirmed.', { name })];
        case 'accepted':
            return [t('Booked'), t('{name} is booked and no longer waiting.', { name })];
        case 'declined':
            return [t('Not in line'), t('{name} declined and is off the list.', { name })];
        case 'expired':
            return [t('Not in line'), t('{name} didn’t answer and is off the list.', { name })];
        case 'left':
            return [t('Not in line'), t('{name} left the line.', { name })];
        case 'removed':
            return [t('Not in line'), t('{name} was removed from the list.', { name })];
        case 'cancelled':
            return [t('Not in line'), t('{name} was booked and cancelled.', { name })];
        case 'no_show':
            return [t('Not in line'), t('{name} was booked and didn’t show up.', { name })];
        case 'attended':
            return [t('Not in line'), t('{name} was booked and came.', { name })];
    }
}

/** How someone stands now: a heading and a sentence. `places`: where places are counted. */
export function nowInWords(
    explanation: Explanation, name: string, places?: { free: number; needed: number },
): { isGood: boolean; title: string; text: string; advice: string } {
    const { eligible, check, detail } = explanation.now;
    if (check === 'party_size' && places !== undefined && places.free < places.needed) {
        const text = places.free === 0
            ? t('No place is free right now.')
            : tn(places.free, '{name} needs {needed} places, and {n} is free.',
                '{name} needs {needed} places, and {n} are free.', { name, needed: places.needed });
        return { isGood: false, title: t('Nothing to offer'), text, advice: '' };
    }
    if (check === 'not_waiting') {
        const [title, text] = notWaiting(explanation.state, name);
        const isGood = ['accepted', 'attended', 'offered', 'confirming'].includes(explanation.state);
        return { isGood, title, text, advice: '' };
    }
    if (check !== null) {
        return {
            isGood: false, title: t('Not for the next place'),
            text: checkWords(check, name), advice: checkAdvice[check] ?? '',
        };
    }
    if (!eligible) {
        const text = aboutPerson(detail, name);
        return { isGood: false, title: t('Nothing to offer'), text, advice: '' };
    }
    const { rank } = explanation;
    const text = rank === null
        ? t('{name} can be offered a place.', { name })
        : rank === 1
            ? t('{name} is first in line.', { name })
            : tn(rank - 1, '{name} is behind {n} other.', '{name} is behind {n} others.', { name });
    const title = rank === 1 ? t('Next in line') : t('Can be offered a place');
    return { isGood: true, title, text, advice: '' };
}

const placeOf: Record<Schemas['Move'], string> = spoken(() => ({
    offer: t('A place was offered'),
    roll_on: t('A place went to the next person'),
    no_fit: t('Nobody matched a place'),
    hand_back: t('A place was returned to you'),
}));

/** One decision: what happened, and why this person was or was not chosen. */
export function decisionInWords(
    decision: Decision, name: string,
): { isGood: boolean; title: string; text: string } {
    if (decision.chosen) {
        const text = decision.rank === null
            ? t('{name} was chosen.', { name })
            : t('{name} was chosen, as number {rank} in line.', { name, rank: decision.rank });
        return { isGood: true, title: t('Offered to this person'), text };
    }
    const title = placeOf[decision.move];
    if (decision.check !== null) {
        return { isGood: false, title, text: checkWords(decision.check, name) };
    }
    if (/^Eligible\b/.test(decision.detail) && decision.rank !== null) {
        return {
            isGood: false, title,
            text: decision.rank === 1
                ? t('{name} could have had it, but the place went to someone else.', { name })
                : tn(decision.rank - 1, '{name} could have had it, but was behind {n} other.',
                    '{name} could have had it, but was behind {n} others.', { name }),
        };
    }
    return { isGood: false, title, text: aboutPerson(decision.detail, name) };
}
