// The answers to "why was this person (not) offered?" in plain words.
import type { Schemas } from '../../lib/api';

export type Check = Schemas['Check'];
export type Decision = Schemas['Decision'];
export type Explanation = Schemas['Explanation'];

/** Each check that can fail, as the end of a sentence that begins with a name. */
export const checkWords: Record<Check, string> = {
    not_waiting: 'isn’t waiting',
    service: 'wants another service',
    staff: 'wants someone else on the team',
    place: 'wants another location',
    earliest: 'doesn’t want anything that early',
    latest: 'doesn’t want anything that late',
    weekly: 'can’t make this time of the week',
    notice: 'needs more notice than there is',
    price: 'has set a lower maximum price',
    time_to_answer: 'would have too little time to answer',
    party_size: 'has a party of the wrong size',
    already_offered: 'has already been offered this one',
    sitting_out: 'has had a turn for what’s free now and waits for another place',
    group_has_offer: 'is in a group that has an offer right now',
    group_holds_place: 'is in a group that already has a place',
    no_places: 'waits for something that has no places',
    stepped_aside: 'couldn’t be reached before and comes after the others',
    set_aside: 'hasn’t answered whether they still want it',
};

/** What staff can do about a check, where there is something. */
export const checkAdvice: Partial<Record<Check, string>> = {
    service: 'Change the preference if that’s wrong.',
    staff: 'Change the preference if anyone will do.',
    place: 'Change the preference if that’s wrong.',
    earliest: 'Change the dates if that’s wrong.',
    latest: 'Change the dates if that’s wrong.',
    notice: 'Reduce the notice, or use “Offer now”.',
    price: 'Raise the maximum price if they agree.',
    party_size: 'Change the party size if that’s wrong.',
    sitting_out: 'Use “Offer now” if they’d like it after all.',
    no_places: 'Raise the capacity to give places away.',
    stepped_aside: 'Add a number or address that works.',
    set_aside: 'Ask them. One tap on their page, or a word from you, brings them back.',
};

/** The server's own sentence, about a person with a name. */
export function aboutPerson(detail: string, name: string): string {
    return detail
        .replace(/^This entry\b/, name)
        .replace(/^Its\b/, `${name}’s`);
}

function behind(rank: number): string {
    if (rank === 1) {
        return 'first in line';
    }
    return rank === 2
        ? 'behind 1 other' : `behind ${(rank - 1).toLocaleString('en')} others`;
}

/** For those who do not wait: how they stand, in a heading, and the end of the sentence. */
const notWaiting: Record<Explanation['state'], readonly [string, string]> = {
    unverified: ['Not in line yet', 'must confirm the e-mail address first'],
    waiting: ['Not for the next place', 'isn’t waiting'],
    offered: ['Has an offer', 'has an offer right now'],
    confirming: ['Being confirmed', 'accepted, and the booking is being confirmed'],
    accepted: ['Booked', 'is booked and no longer waiting'],
    declined: ['Not in line', 'declined and is off the list'],
    expired: ['Not in line', 'didn’t answer and is off the list'],
    left: ['Not in line', 'left the line'],
    removed: ['Not in line', 'was removed from the list'],
    cancelled: ['Not in line', 'was booked and cancelled'],
    no_show: ['Not in line', 'was booked and didn’t show up'],
    attended: ['Not in line', 'was booked and came'],
};

/** How someone stands now: a heading and a sentence. `places`: where places are counted. */
export function nowInWords(
    explanation: Explanation, name: string, places?: { free: number; needed: number },
): { isGood: boolean; title: string; text: string; advice: string } {
    const { eligible, check, detail } = explanation.now;
    if (check === 'party_size' && places !== undefined && places.free < places.needed) {
        const text = places.free === 0
            ? 'No place is free right now.'
            : `${name} needs ${places.needed} places, and ${places.free} ` +
                `${places.free === 1 ? 'is' : 'are'} free.`;
        return { isGood: false, title: 'Nothing to offer', text, advice: '' };
    }
    if (check === 'not_waiting') {
        const [title, text] = notWaiting[explanation.state];
        const isGood = ['accepted', 'attended', 'offered', 'confirming'].includes(explanation.state);
        return { isGood, title, text: `${name} ${text}.`, advice: '' };
    }
    if (check !== null) {
        return {
            isGood: false, title: 'Not for the next place',
            text: `${name} ${checkWords[check]}.`, advice: checkAdvice[check] ?? '',
        };
    }
    if (!eligible) {
        const text = aboutPerson(detail, name);
        return { isGood: false, title: 'Nothing to offer', text, advice: '' };
    }
    const { rank } = explanation;
    const text = rank === null
        ? `${name} can be offered a place.`
        : `${name} is ${behind(rank)}.`;
    const title = rank === 1 ? 'Next in line' : 'Can be offered a place';
    return { isGood: true, title, text, advice: '' };
}

const placeOf: Record<Schemas['Move'], string> = {
    offer: 'A place was offered',
    roll_on: 'A place went to the next person',
    no_fit: 'Nobody matched a place',
    hand_back: 'A place was returned to you',
};

/** One decision: what happened, and why this person was or was not chosen. */
export function decisionInWords(
    decision: Decision, name: string,
): { isGood: boolean; title: string; text: string } {
    if (decision.chosen) {
        const rank = decision.rank === null
            ? '' : `, as number ${decision.rank.toLocaleString('en')} in line`;
        const text = `${name} was chosen${rank}.`;
        return { isGood: true, title: 'Offered to this person', text };
    }
    const title = placeOf[decision.move];
    if (decision.check !== null) {
        return { isGood: false, title, text: `Not to ${name}, who ${checkWords[decision.check]}.` };
    }
    if (/^Eligible\b/.test(decision.detail) && decision.rank !== null) {
        return {
            isGood: false, title,
            text: decision.rank === 1
                ? `${name} could have had it, but the place went to someone else.`
                : `${name} could have had it, but was ${behind(decision.rank)}.`,
        };
    }
    return { isGood: false, title, text: aboutPerson(decision.detail, name) };
}
