// What is said about a sheet that a list follows.
import type { components } from '../../lib/schema';
import { t } from '../../lib/say.svelte';

export type Sheet = components['schemas']['Sheet'];
export type SheetQuestion = components['schemas']['SheetQuestion'];

export function questionText(question: SheetQuestion): string {
    switch (question.kind) {
        case 'many_vanished':
            return t('Many rows are gone at once. Nobody has left the list yet.');
        case 'offer_vanished':
            return t('The row of someone with an offer is gone. The offer stands.');
        case 'sorted_alone':
            return t('A column seems to have been sorted alone. Nothing is taken from the sheet until that is put right.');
        case 'column_emptied':
            return t('A column has been emptied. What it said still counts.');
        case 'column_gone':
            return t('A column is gone, or its heading is one that Standby doesn’t know.');
    }
}
