import { describe, expect, it } from 'vitest';
import { calendarQuery, readChoice, rememberChoice } from './choice';

const keeps = (text: string | null) => ({ getItem: () => text });

describe('What of the calendar is looked at', () => {
    it('is in the address', () => {
        const asked = { view: 'day', date: '2026-11-24', by: 'place', who: '' } as const;
        expect(readChoice(calendarQuery(asked), keeps(null), 'week')).toEqual(asked);
        const week = { view: 'week', date: '', by: 'person', who: 'Noor & Ben' } as const;
        expect(readChoice(calendarQuery(week), keeps(null), 'day')).toEqual(week);
    });

    it('is remembered, but for the day and the person', () => {
        let kept = '';
        rememberChoice({ setItem: (_key, text) => { kept = text; } },
            { view: 'day', date: '2026-11-24', by: 'place', who: 'Noor' });
        expect(readChoice('', keeps(kept), 'week')).toEqual({ view: 'day', date: '', by: 'place', who: '' });
    });

    it('is what fits the screen where nothing is known, whatever stands there', () => {
        for (const broken of ['null', '{', '[]', '{"view":7}', null]) {
            expect(readChoice('?view=year&by=colour', keeps(broken), 'day'))
                .toEqual({ view: 'day', date: '', by: 'person', who: '' });
        }
    });
});
