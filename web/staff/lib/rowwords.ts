// What was wrong with a row of a table, in the reader's language. The server says so in English, for
// the command line as well; as with the fields of a form, its messages are known by their shape, and
// what was typed goes over into the sentence.
import { fieldWords, type Shape } from './fieldwords';
import { problemTitles } from './problemwords';
import { speech, t } from './say.svelte';

/** A refusal is a code, which is for nobody to read. */
const refusal: Shape = [/^was refused: (\S+)$/, (code) => problemTitles[code] ?? t('The list refused it ({code}).', { code })];

export const rowShapes: readonly Shape[] = [
    // Numbers, addresses and names
    [/^"(.*)" is what a spreadsheet made of a phone number: /,
        (typed) => t('A spreadsheet has turned a phone number into “{typed}”, and its digits are lost. Type it again as text, with its + in front.', { typed })],
    [/^"(.*)" is more than one number: /,
        (typed) => t('“{typed}” is more than one number. Leave the one to write to.', { typed })],
    [/^"(.*)" has neither a 0 nor a \+ in front: /,
        (typed) => t('“{typed}” has neither a 0 nor a + in front. Type the whole number, with its country code.', { typed })],
    [/^"(.*)" is no phone number that can be written to: /,
        (typed) => t('Nobody can be written to at the number “{typed}”. Type it with its country code.', { typed })],
    [/^"(.*)" is no phone number that can be written to$/,
        (typed) => t('Nobody can be written to at the number “{typed}”.', { typed })],
    [/^a letter of "(.*)" was lost: /, (typed) => t('A letter of “{typed}” was lost. Type it again.', { typed })],
    [/^a letter of "(.*)" was lost before it came here: /,
        (typed) => t('A letter of “{typed}” was lost before it came here. Correct it, or save the file again as CSV UTF-8.', { typed })],
    [/^"(.*)" is more than one address: /,
        (typed) => t('“{typed}” is more than one address. Leave the one to write to.', { typed })],
    [/^"(.*)" is no e-mail address$/, (typed) => t('“{typed}” is no e-mail address.', { typed })],
    [/^"(.*)" isn't in the catalogue; did you mean "?(.*?)"?\?$/,
        (typed, name) => t('You don’t offer “{typed}”. Did you mean {name}?', { typed, name })],
    [/^"(.*)" isn't in the catalogue/, (typed) => t('You don’t offer “{typed}”. Add it in Settings, or correct the row.', { typed })],
    [/^has no address and no number to write to$/, () => t('There’s no address and no number to write to.')],
    [/^has (\d+) cells, and there are (\d+) headings$/,
        (cells, headings) => t('The row has {cells} cells, and there are {headings} headings.',
            { cells: Number(cells), headings: Number(headings) })],

    // Numbers of people, and whose turn it is
    [/^"(.*)" is no number of people but several$/,
        (typed) => t('“{typed}” can be more than one number of people.', { typed })],
    [/^"(.*)" is no number of people$/, (typed) => t('“{typed}” is no number of people.', { typed })],
    [/^"(.*)" is a date, where a number of people was meant: /,
        (typed) => t('“{typed}” is a date, where a number of people was meant. Type it again as text.', { typed })],
    [/^"(.*)" is no party of 1 to (\d+) people$/,
        (typed, n) => t('“{typed}” is no party of 1 to {n} people.', { typed, n: Number(n) })],
    [/^"(.*)" is no priority from 0 to (\d+)$/,
        (typed, n) => t('“{typed}” is no priority from 0 to {n}.', { typed, n: Number(n) })],
    [/^"(.*)" is no priority: /, (typed) => t('“{typed}” is no priority. Write a number, or “high”.', { typed })],
    [/^"(.*)" is no number of points$/, (typed) => t('“{typed}” is no number of points.', { typed })],
    [/^"(.*)" is no place in line$/, (typed) => t('“{typed}” is no place in line.', { typed })],
    [/^has no place in line, which decides here$/, () => t('There’s no place in line, and the order goes by it.')],

    // Days
    [/^"(.*)" is no day there is$/, (typed) => t('There’s no such day as “{typed}”.', { typed })],
    [/^"(.*)" is no week there is$/, (typed) => t('There’s no such week as “{typed}”.', { typed })],
    [/^the day of the week in "(.*)" is not that of (\S+)$/,
        (typed, day) => t('The day of the week in “{typed}” isn’t that of {day}.', { typed, day })],
    [/^"(.*)" is no date that can be placed: write it as (\S+)$/,
        (typed, day) => t('“{typed}” is no date that we can read. Write it as {day}.', { typed, day })],
    [/^"(.*)" is no day: write it as (\S+)$/,
        (typed, day) => t('“{typed}” is no date that we can read. Write it as {day}.', { typed, day })],
    [/^"(.*)" is a number, where a date was meant: type it as (\S+)$/,
        (typed, day) => t('“{typed}” is a number, where a date was meant. Type it as {day}.', { typed, day })],
    [/^"(.*)" is a time, where a date was meant: type it as (\S+)$/,
        (typed, day) => t('“{typed}” is a time, where a date was meant. Type it as {day}.', { typed, day })],
    [/^"(.*)" says until when, where the first day is meant$/,
        (typed) => t('“{typed}” says until when, where the first day is meant.', { typed })],
    [/^"(.*)" says from when, where the last day is meant$/,
        (typed) => t('“{typed}” says from when, where the last day is meant.', { typed })],
    [/^"(.*)" has not happened yet$/, (typed) => t('“{typed}” hasn’t happened yet.', { typed })],
    [/^"(.*)" can be the day \d+ of month \d+, or the other way round: write it as (\S+)$/,
        (typed, day) => t('In “{typed}”, day and month can be meant either way round. Write it as {day}.', { typed, day })],
    [/^"(.*)" can be a Tuesday or March$/, (typed) => t('“{typed}” can be a Tuesday or March.', { typed })],

    // Those who don't wait
    [/^has been sent a voucher$/, () => t('They have been sent a voucher.')],
    [/^no longer wants to be written to$/, () => t('They no longer want to be written to.')],
    [/^is "(.*)", and so doesn't wait$/, (state) => t('They’re “{state}”, so they don’t wait.', { state })],

    // What the list itself refused
    refusal,

    // A sheet that a list follows
    [/^Needs a mobile number or an e-mail address/,
        () => t('Whoever is to be on the list needs a mobile number or an e-mail address.')],
    [/^The join time of someone who is on the list can't be changed$/,
        () => t('The join time of someone who’s on the list can’t be changed.')],
    [/^The join time has not happened yet; /,
        () => t('The join time hasn’t happened yet. They joined when the row was first seen.')],
    [/^Is on the list already, with the same contact and the same wish$/,
        () => t('They’re on the list already, with the same contact and the same wish.')],
    [/^This person asked to be forgotten: /, () => t('This person asked to be forgotten. Please delete the row.')],
];

/** What is wrong with a row, in the reader's language; English as the server said it. */
export function rowWords(message: string): string {
    for (const [shape, say] of speech.language === 'en' ? [refusal] : rowShapes) {
        const found = shape.exec(message);
        if (found) {
            const [, first = '', second = '', third = ''] = found;
            return say(first, second, third);
        }
    }
    return fieldWords(message);
}
