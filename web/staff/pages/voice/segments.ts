// Text messages as the network cuts them. A message in the GSM alphabet has 160 characters, or 153
// in each part of several; one character outside of it makes it 70, or 67. The server counts; this
// shows where it cuts, and which characters make it short.
import { t, tn } from '../../lib/say.svelte';


const gsm = new Set('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡' +
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà');
const gsmDouble = new Set('\f^{}\\[~]|€');

/** The characters that are not in the GSM alphabet, each once, in the order of the text. */
export function oddCharacters(text: string): string[] {
    return [...new Set(Array.from(text).filter((one) => !gsm.has(one) && !gsmDouble.has(one)))];
}

function sizeOf(character: string, isUnicode: boolean): number {
    if (isUnicode) {
        return character.length;
    }
    return gsmDouble.has(character) ? 2 : 1;
}

/** How much room a message takes, in the units of its alphabet. */
export function lengthOf(text: string): number {
    const isUnicode = oddCharacters(text).length > 0;
    return Array.from(text).reduce((sum, one) => sum + sizeOf(one, isUnicode), 0);
}

/** The parts in which a message is sent. No character is cut in two. */
export function splitSegments(text: string): string[] {
    const isUnicode = oddCharacters(text).length > 0;
    if (lengthOf(text) <= (isUnicode ? 70 : 160)) {
        return [text];
    }
    const roomMax = isUnicode ? 67 : 153;
    const parts = [''];
    let used = 0;
    for (const character of text) {
        const size = sizeOf(character, isUnicode);
        if (used + size > roomMax) {
            parts.push('');
            used = 0;
        }
        parts[parts.length - 1] += character;
        used += size;
    }
    return parts;
}

/** "1 message, 104 of 160 characters" for the note under the bubble. */
export function segmentsInWords(text: string, segments: number): string {
    const isUnicode = oddCharacters(text).length > 0;
    if (segments === 1) {
        return t('1 message, {length} of {room} characters',
            { length: lengthOf(text), room: isUnicode ? 70 : 160 });
    }
    return t('Charged as {segments} messages, {length} characters', { segments, length: lengthOf(text) });
}

/** Why a message costs more than it must; nothing where it does not. */
export function segmentWarning(text: string, segments: number): string {
    const odd = oddCharacters(text);
    if (odd.length > 0) {
        const shown = odd.slice(0, 5).join('  ');
        const why = odd.length > 5
            ? t('{shown} and others are not standard text-message characters, so only 70 fit into one message instead of 160.', { shown })
            : tn(odd.length, '{shown} is not a standard text-message character, so only 70 fit into one message instead of 160.',
                '{shown} are not standard text-message characters, so only 70 fit into one message instead of 160.', { shown });
        return segments > 1 ? `${why} ${t('This one is charged as {segments}.', { segments })}` : why;
    }
    if (segments > 1) {
        return t('It doesn’t fit into one message and is charged as {segments}. Names and dates may make it even longer.', { segments });
    }
    return '';
}
