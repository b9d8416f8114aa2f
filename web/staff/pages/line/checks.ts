// The answers to "why was this person (not) offered?" in plain words.
import type { Schemas } from '../../lib/api';

export type Check = Schemas['Check'];
export type Decision = Schemas['Decision'];
export type Explanation = Schemas['Explanation'];

/** Each check that can fail, as the end of a sentence that begins with a name. */
export const checkWords: Record<Check, string> = {
    not_waiting: 'is not waiting',
    service: 'asks for another service',
    staff: 'asks for another member of the staff',
    place: 'asks for another place',
    earliest: 'wants nothing that early',
    latest: 'wants nothing that late',
    weekly: 'cannot come at this time of the week',
    notice: 'needs more notice than there is',
    price: 'set a lower price as the most to pay',
    time_to_answer: 'would have too little time to answer',
    party_size: 'comes with a party whose size does not fit',
    already_offered: 'was offered this one before',
    sitting_out: 'had a turn and waits for the next release',
    group_has_offer: 'belongs to a group that is being offered a place right now',
    group_holds_place: 'belongs to a group that already has a place',
};

/** What staff can do about a check, where there is something. */
export const checkAdvice: Partial<Record<Check, string>> = {
    service: 'Change the wish if that is wrong.',
    staff: 'Change the wish if anybody may do it.',
    place: 'Change the wish if that is wrong.',
    earliest: 'Change the dates if that is wrong.',
    latest: 'Change the dates if that is wrong.',
    notice: 'Ask for less notice, or promote by hand.',
    price: 'Raise the most to pay if they agree.',
    party_size: 'Change the party if that is wrong.',
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
    unverified: ['Not in line yet', 'must prove the address first'],
    waiting: ['Not for the next place', 'is not waiting'],
    offered: ['Being asked', 'is being offered a place right now'],
    confirming: ['Being confirmed', 'said yes, and the place is being confirmed'],
    accepted: ['Has a place', 'has a place and does not wait any more'],
    declined: ['Not in line', 'said no and is off the list'],
    expired: ['Not in line', 'did not answer and is off the list'],
    left: ['Not in line', 'left the line'],
    removed: ['Not in line', 'was taken off the list'],
    cancelled: ['Not in line', 'had a place and gave it back'],
    no_show: ['Not in line', 'had a place and did not come'],
    attended: ['Not in line', 'had a place and came'],
};

/** How somebody stands now: a heading and a sentence. `places`: where places are counted. */
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
        : `${name} can be offered a place and is ${behind(rank)}.`;
    const title = rank === 1 ? 'Next in line' : 'Can be offered a place';
    return { isGood: true, title, text, advice: '' };
}

const placeOf: Record<Schemas['Move'], string> = {
    offer: 'A place was offered',
    roll_on: 'A place went on to the next',
    no_fit: 'Nobody fitted a place',
    hand_back: 'A place was handed back',
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
                ? `${name} could have had it, but the place went elsewhere.`
                : `${name} could have had it, but was ${behind(decision.rank)}.`,
        };
    }
    return { isGood: false, title, text: aboutPerson(decision.detail, name) };
}
