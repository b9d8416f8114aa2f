// The form of the house sends what changed, and nothing else.
import { describe, expect, it } from 'vitest';
import { changeOf, countriesOf, formOf, originsOf } from './houseform';

const house = {
    name: 'Aster', reply_to: null, staff_email: null, staff_phone: null, address: 'Rosenweg 1', locale: 'de',
    consent_text: null,
    channels: 'sms_first', phone_messages: 'whatsapp_first', open_tracking: false, monthly_summary: true, event_reminder: '1d',
    rate: 0,
    has_webhook: false, webhook_format: 'plain', time_zone: 'Europe/Berlin', widget_origins: ['https://a.example'],
    text_countries: ['DE'], phone_region: null, phone_region_guess: 'DE',
    captcha: 'none', captcha_site_key: null,
    keep_people: '365d', keep_messages: null, keep_histories: null,
} as const;
const known = {
    ...house, widget_origins: [...house.widget_origins],
    text_countries: [...house.text_countries],
};

describe('the form of the house', () => {
    it('sends nothing when nothing changed', () => {
        expect(changeOf(known, formOf(known))).toEqual({});
    });

    it('sends what changed, and takes away what was emptied', () => {
        const form = {
            ...formOf(known), name: ' Aster & Co ', address: ' ', locale: 'fr' as const,
        };
        expect(changeOf(known, form)).toEqual({ name: 'Aster & Co', address: null, locale: 'fr' });
    });

    it('tells staff by text where it is told to', () => {
        expect(changeOf(known, { ...formOf(known), staff_phone: ' +49 30 901820 ' }))
            .toEqual({ staff_phone: '+49 30 901820' });
        const saved = { ...known, staff_phone: '+4930901820' };
        expect(changeOf(saved, formOf(saved))).toEqual({});
        expect(changeOf(saved, { ...formOf(saved), staff_phone: '' })).toEqual({ staff_phone: null });
    });

    it('sends the secret of a captcha only when one was typed', () => {
        const form = {
            ...formOf(known), captcha: 'turnstile' as const, captcha_site_key: ' site ',
            captcha_secret: ' secret ',
        };
        expect(changeOf(known, form))
            .toEqual({ captcha: 'turnstile', captcha_site_key: 'site', captcha_secret: 'secret' });
        const saved = { ...known, captcha: 'turnstile' as const, captcha_site_key: 'site' };
        expect(changeOf(saved, formOf(saved))).toEqual({});
    });

    it('reads sites line by line', () => {
        expect(originsOf(' https://a.example/\n\nhttps://b.example, https://a.example'))
            .toEqual(['https://a.example', 'https://b.example']);
        expect(changeOf(known, { ...formOf(known), widget_origins: '' }))
            .toEqual({ widget_origins: [] });
    });

    it('keeps people for as long as it says, or for ever', () => {
        expect(changeOf(known, { ...formOf(known), keep_people: '' })).toEqual({ keep_people: null });
        expect(changeOf(known, { ...formOf(known), keep_messages: '30d' }))
            .toEqual({ keep_messages: '30d' });
        expect(changeOf(known, { ...formOf(known), keep_histories: '730d' }))
            .toEqual({ keep_histories: '730d' });
    });

    it('reads countries as people write them', () => {
        expect(countriesOf(' de, at;CH de')).toEqual(['DE', 'AT', 'CH']);
        expect(changeOf(known, { ...formOf(known), text_countries: ' de ' })).toEqual({});
        expect(changeOf(known, { ...formOf(known), phone_region: 'AT' })).toEqual({ phone_region: 'AT' });
        expect(changeOf({ ...known, phone_region: 'AT' }, { ...formOf(known), phone_region: '' }))
            .toEqual({ phone_region: null });
        expect(changeOf(known, { ...formOf(known), text_countries: '' }))
            .toEqual({ text_countries: [] });
    });
});
