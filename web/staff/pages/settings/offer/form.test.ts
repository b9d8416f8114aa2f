// Tests of the forms about what a business offers.
import { describe, expect, it } from 'vitest';
import {
    namesIn, personErrors, personForm, placeBody, placeErrors, placeForm, serviceBody, serviceErrors,
    serviceForm, typedServices,
} from './form';

const colour = {
    id: 'svc_1', name: 'Colour', other_names: ['Color', 'Dye'], duration: '2h',
    price: { amount: 9000, currency: 'EUR' }, buffer: '15m', created_at: '2026-11-18T09:00:00Z',
};

describe('a service', () => {
    it('goes into the form and comes back as it was', () => {
        const form = serviceForm(colour);
        expect(form).toEqual({
            name: 'Colour', otherNames: 'Color, Dye', minutes: 120, price: '90', currency: 'EUR',
            buffer: 15,
        });
        expect(serviceErrors(form)).toEqual({});
        expect(serviceBody(form)).toEqual({
            name: 'Colour', other_names: ['Color', 'Dye'], duration: '2h',
            price: { amount: 9000, currency: 'EUR' }, buffer: '15m',
        });
    });
    it('needs no length and no price', () => {
        const form = { ...serviceForm(), name: 'Advice', minutes: '' };
        expect(serviceBody(form)).toEqual({
            name: 'Advice', other_names: [], duration: null, price: null, buffer: '0s',
        });
    });
    it('is refused with what is wrong', () => {
        const form = { ...serviceForm(), name: ' ', minutes: 0.5, price: 'dear', buffer: -1 };
        expect(Object.keys(serviceErrors(form)).sort()).toEqual(['buffer', 'minutes', 'name', 'price']);
    });
});

describe('other people and places', () => {
    it('need whole lines of hours', () => {
        const form = { ...personForm(), name: 'Anna' };
        expect(personErrors(form)).toEqual({});
        expect(personErrors({ ...form, hours: [{ days: [], from: '09:00', to: '17:00' }] }).hours)
            .toBeDefined();
    });
    it('have sizes that make sense', () => {
        const form = { ...placeForm(), name: 'Window', min: 2, max: 4 };
        expect(placeErrors(form)).toEqual({});
        expect(placeErrors({ ...form, max: 1 }).size).toBeDefined();
        expect(placeBody({ ...form, max: '' }).size).toEqual({ min: 2, max: 200 });
    });
    it('take other names by commas', () => {
        expect(namesIn(' Color, ,Dye;Tint\n')).toEqual(['Color', 'Dye', 'Tint']);
    });
});

describe('typed lines', () => {
    const read = (text: string) => typedServices(text, 'EUR')
        .map(({ line, form }) => [line, form.name, form.minutes, form.price]);
    it('are a name, a length and a price, as people write them', () => {
        expect(read('Cut, 30 min, 45\n\nColour, 2 h, €90.50\nAdvice')).toEqual([
            [1, 'Cut', 30, '45'], [3, 'Colour', 120, '90.50'], [4, 'Advice', '', ''],
        ]);
    });
    it.each([
        ['Farbe, 2 h, 90,50', 120, 9050, 'EUR'], ['Farbe; 2 h; 90,50', 120, 9050, 'EUR'],
        ['Farbe,120 min,90,50 €', 120, 9050, 'EUR'], ['Farbe, 1.200,50', '', 120_050, 'EUR'],
        ['Farbe, 1,200.50', '', 120_050, 'EUR'], ['Farbe, 1,5 h, 90 Euro', 90, 9000, 'EUR'],
        ['Farbe, 90,-, 1 Std. 30 Min.', 90, 9000, 'EUR'], ['Farbe, CHF 90', '', 9000, 'CHF'],
    ])('%s has the price that was typed', (text, minutes, amount, currency) => {
        const [one] = typedServices(text, 'EUR');
        expect(one?.wrong).toBeUndefined();
        expect(one?.form).toMatchObject({ name: 'Farbe', minutes });
        expect(one && serviceBody(one.form).price).toEqual({ amount, currency });
    });
    it.each(['-5', '- 5 €', '€-5', '30, 45', '45.5050', '9o', 'ab 45', '45-60', '5 VIP', '20 min, 30 min', '¥45'])(
        'are refused with a price like %s', (price) => {
            expect(typedServices(`Bart, , ${price}`, 'EUR')[0]?.wrong).toBeDefined();
        });
    it('keep numbers that are part of a name', () => {
        expect(read('4 hands massage, 60 minutes')).toEqual([[1, '4 hands massage', 60, '']]);
        expect(read('7')).toEqual([[1, '7', '', '']]);
    });
    it('are none in a blank text', () => {
        expect(read(' \n,\n')).toEqual([]);
    });
});
