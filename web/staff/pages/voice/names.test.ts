import { describe, expect, it } from 'vitest';
import { arrange, kindWords, standing, type VoiceItem } from './names';

function item(
    kind: string, channel: 'mail' | 'sms', locale: VoiceItem['locale'], isOwn = false): VoiceItem {
    return {
        id: `${kind}.${channel}.${locale}`, kind, channel, locale, is_own: isOwn,
        version: isOwn ? 1 : null, made_at: isOwn ? '2026-11-15T14:00:00Z' : null,
    };
}

describe('the overview', () => {
    it('groups wordings in the order of a guest’s way, with kinds it does not know last', () => {
        const groups = arrange([
            item('brand_new', 'mail', 'en'), item('offer', 'sms', 'de'), item('offer', 'sms', 'en'),
            item('waitlisted', 'mail', 'en'),
        ]);
        expect(groups.map((group) => group.title)).toEqual(['Joining', 'Offers', 'Other']);
        expect(groups[1]?.rows[0]?.items.sms.map((one) => one.locale)).toEqual(['en', 'de']);
        expect(groups[2]?.rows[0]?.words.name).toBe('Brand new');
    });

    it('calls kinds by plain names', () => {
        expect(kindWords('offer').name).toBe('An offer');
        expect(kindWords('waitlisted').name).toBe('You’re on the list');
    });
});

describe('a language', () => {
    const english = item('offer', 'mail', 'en', true);
    const german = item('offer', 'mail', 'de');

    it('is missing only where another one has own words', () => {
        expect(standing(english, [english, german])).toBe('own');
        expect(standing(german, [english, german])).toBe('missing');
        expect(standing(german, [german])).toBe('standard');
    });
});
