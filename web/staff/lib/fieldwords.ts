// What the server says about a field, in the reader's language. It says so in English and only
// there: readers of English see its own words. Here each of its messages is known by its shape, and
// what it carries, such as the ends of a range, goes over into the sentence. What no form of these
// pages can meet has no shape.
import { formatList, speech, t } from './say.svelte';
import { durationInWords, parseDuration } from './time';

export type Shape = readonly [message: RegExp, say: (first: string, second: string, third: string) => string];

export const shapes: readonly Shape[] = [
    // Any field
    [/^(is required|must not be blank(; .*)?|the \w+ is empty)$/, () => t('Please fill this in.')],
    [/^(must be (an array|an object|a string|a JSON object|true or false|true, false, or .*)|is not a known field)$/,
        () => t('The server doesn’t understand this form. Please load the page again.')],
    [/^must be a number$/, () => t('Enter a number.')],
    [/^must be a whole number, without/, () => t('Enter a whole number.')],
    [/^must be a whole number from (\d+) to (\d+)$/,
        (low, high) => t('Enter a whole number from {low} to {high}.', { low: Number(low), high: Number(high) })],
    [/^must be from (-?\d\w*(?: [a-z]+)?) to (\d\w*(?: [a-z]+)?)$/, within],
    [/^must be 0, or from (\d+) to (\d+ days)$/,
        (low, high) => t('Enter 0, or a time from {low} to {high}.', spans(low, high))],
    [/^must be more than zero and at most (\d+ days)$/,
        (high) => t('Enter a time of at most {high}.', spans('0', high))],
    [/^must be at most (\d+)$/, (n) => t('Enter {n} at most.', { n: Number(n) })],
    [/^must not be negative$/, () => t('This can’t be less than zero.')],
    [/^must be more than zero$/, () => t('Enter an amount above zero, such as 10 or 12.50.')],
    [/^must be given, or \S+, and not both$/, () => t('Give an amount or a percentage, not both.')],
    [/^must be in the currency of \S+$/, () => t('Use the currency of the price.')],
    [/^must not be more than [a-z_]+\.\S+$/, () => t('This can’t be more than the price.')],
    // Payments
    [/^is required: whose key it is$/, () => t('Choose the provider first.')],
    [/^is required: none of this provider is kept$/, () => t('Enter the key: none of this provider is kept.')],
    [/^must be a key of Mollie's API, /, () => t('Enter a key of Mollie’s API. It begins with live_ or test_.')],
    [/^must be the secret key, not the publishable one$/, () => t('Enter the secret key, not the publishable one.')],
    [/^must be a secret or a restricted key of Stripe, /,
        () => t('Enter a secret or a restricted key of Stripe. It begins with sk_ or rk_.')],
    [/^must be signing secrets, /, () => t('Enter the signing secrets. They begin with whsec_.')],
    [/^must say why$/, () => t('Say why: it stands in the history.')],
    [/^must be that of the payment$/, () => t('Use the currency of the payment.')],
    [/^must not be more than what was taken\b/, () => t('That’s more than what was taken and not given back.')],
    [/^needs a price: \S+$/, () => t('This needs a price.')],
    [/^must be up to (\d+) days, and not 0$/, (n) => t('Enter a time of up to {n} days.', { n: Number(n) })],
    [/^must be three capital letters, such as EUR$/, () => t('Enter a three-letter currency such as EUR.')],
    [/^must (?:be|have) at most (\d+) characters$/, (n) => t('Use at most {n} characters.', { n: Number(n) })],
    [/^the \w+ is longer than (\d+) characters$/, (n) => t('Use at most {n} characters.', { n: Number(n) })],
    [/^must be at most (\d+) bytes$/,
        (n) => t('Use at most {n} characters; those with accents count as two.', { n: Number(n) })],
    [/^must be a text of at most (\d+) characters without line breaks$/,
        (n) => t('Use at most {n} characters, on one line.', { n: Number(n) })],
    [/^must be a text of (\d+) to (\d+) characters on one line$/,
        (low, high) => t('Use {low} to {high} characters, on one line.', { low: Number(low), high: Number(high) })],
    [/^must have (\d+) to (\d+) characters$/,
        (low, high) => t('Use {low} to {high} characters.', { low: Number(low), high: Number(high) })],
    [/^(must not contain line breaks|the \w+ is one line$)/, () => t('Write this on one line.')],
    [/^(must not contain control characters|the \w+ contains control characters$)/,
        () => t('There’s a character in it that can’t be shown. Please type it again.')],
    [/^must have at most (\d+) items$/, (n) => t('Enter {n} of them at most.', { n: Number(n) })],
    [/^must be a time in RFC 3339/, () => t('Enter a day and a time.')],
    [/^must be a date such as/, () => t('Enter a day.')],
    [/^must be a duration such as 10m, 6h or 2d/, () => t('Enter a length of time such as 10m, 6h or 2d.')],
    [/^must be (a time|times) of day from 00:00 to 23:59$/, () => t('Enter a time of day from 00:00 to 23:59.')],
    [/^must be the code of a country such as DE$/, () => t('Choose a country.')],
    [/^must be (the code of a country such as DE, or|a list of countries)/,
        () => t('Enter codes of countries such as DE, or * alone for all.')],
    [/^(must be the name of a time zone|is not a known time zone$)/,
        () => t('Choose a time zone, such as Europe/Berlin.')],
    [/^cannot be changed$/, () => t('This can’t be changed.')],

    // E-mail addresses, phone numbers and links
    [/^Enter an e-mail address/, () => t('Enter an e-mail address such as name@example.com.')],
    [/^An e-mail address has at most (\d+)/,
        (n) => t('An e-mail address has at most {n} characters.', { n: Number(n) })],
    [/^The part of an e-mail address before the @ has at most (\d+)/,
        (n) => t('The part of an e-mail address before the @ has at most {n} characters.', { n: Number(n) })],
    [/^E-mail addresses with quotation marks/,
        () => t('E-mail addresses with quotation marks can’t be used here.')],
    [/^must have no letters beyond a to z before the @$/,
        () => t('Before the @, the address can only have letters from a to z.')],
    [/^Enter the phone number/, () => t('Enter the phone number with its country code, such as +49 30 1234567.')],
    [/^Enter the whole phone number/,
        () => t('Enter the phone number with its area code, or with its country code, such as +49 30 1234567.')],
    [/^A phone number has (\d+) to (\d+) digits/,
        (low, high) => t('A phone number has {low} to {high} digits, country code included.',
            { low: Number(low), high: Number(high) })],
    [/^must be an address such as https:\/\/example.org\/hooks$/,
        () => t('Enter an address such as https://example.org/hooks.')],
    [/^must (start with|be an address that begins with) https:\/\/$/,
        () => t('The address has to begin with “https://”.')],
    [/^must not contain a user name or a password$/,
        () => t('The address can’t have a user name or a password in it.')],
    [/^must be a site such as/, () => t('Enter a site such as https://www.aster.example.')],
    [/^must be a list of at most (\d+) sites$/, (n) => t('Enter {n} sites at most.', { n: Number(n) })],
    [/^needs captcha_site_key and captcha_secret$/, () => t('This needs the site key and the secret key.')],

    // How messages leave
    [/^must be the name or the address of a mail server/,
        () => t('Enter the name or the address of a mail server, such as mail.example.com, without a port.')],
    [/^must be an address such as waitlist@example.com/,
        () => t('Enter an address such as waitlist@example.com, or Salon Aster <waitlist@example.com>.')],
    [/^must be given with a password$/, () => t('Enter the user name that the password is for.')],
    [/^must be tls or starttls where somebody logs in/,
        () => t('Choose TLS or STARTTLS. Otherwise others could read the password on its way.')],
    [/^must be a number such as \+15005550006, a messaging service/,
        () => t('Enter a number such as +15005550006, a messaging service (MG…) or a name of at most 11 letters and digits.')],
    [/^must be a number such as \+15005550006, or a messaging service/,
        () => t('Enter a number such as +15005550006 or a messaging service (MG…).')],
    [/^must name at least one number to send from$/, () => t('Enter at least one number to send from.')],
    [/^must be the id of an access key/, () => t('Enter the ID of an access key (AKIA…).')],
    [/^must be the SID of an account/, () => t('Enter the SID of an account (AC…).')],
    [/^must be the id of a phone number, which is digits$/,
        () => t('Enter the ID of the phone number. It consists of digits.')],
    [/^must be a region such as eu-west-1$/, () => t('Enter a region such as eu-west-1.')],
    [/^goes with sns alone$/, () => t('Only Amazon SNS has a region.')],
    [/^must be an address without a path/,
        () => t('Enter an address without a path, such as https://api.dublin.ie1.twilio.com.')],
    [/^must have small letters, digits and _ only$/, () => t('Use small letters, digits and _ only.')],
    [/^must be a template, its language and its SID at Twilio, such as (.+)$/,
        (example) => t('Write its name, its language and its Content SID at Twilio, such as {example}.', { example })],
    [/^is required: none is kept for this place and this user$/,
        () => t('Please fill this in. None is stored for this server and this user.')],
    [/^is required: nothing is set up yet$/, () => t('Not set up.')],

    // Signing in
    [/^must have at least 10 characters/, () => t('Please use at least 10 characters.')],
    [/^must not be your own address or name/,
        () => t('Choose something other than your own address or name, or little more.')],
    [/^repeats itself/, () => t('This repeats itself. Choose something less regular.')],
    [/^is a run of letters, digits or keys/,
        () => t('These are letters, digits or keys in a row. Choose something less regular.')],
    [/^is only a number/, () => t('This is only a number, such as a date or a phone number. Add some words.')],
    [/^is too common/,
        () => t('This is too common. Choose another, such as a few words that don’t belong together.')],
    [/^is needed to sign in with a password$/, () => t('Enter the e-mail address to sign in with.')],
    [/^is needed first: set an address and a password$/,
        () => t('Set an e-mail address and a password first.')],
    [/^must be the address you sign in with$/, () => t('Enter the address you sign in with.')],
    [/^is not your current password$/, () => t('That’s not your current password.')],
    [/^is not the app's current code$/, () => t('That’s not the current code in your app.')],
    [/^has been used, or is not one of yours$/,
        () => t('That’s not the current code in your app, nor an unused recovery code.')],
    [/^is required: the app's current code, or a recovery code$/,
        () => t('Enter the current code in your app or a recovery code.')],
    [/^is not a passkey for this page/, () => t('This passkey can’t be used here.')],
    [/^is for EdDSA only$/, () => t('Only EdDSA has a public key.')],
    [/^must be an Ed25519 public key/, () => t('Enter an Ed25519 public key: 32 bytes as base64url, or PEM.')],

    // What is offered, slots and wishes
    [/^must not look like an id$/, () => t('This looks like an ID. Choose another name.')],
    [/^is a name of (.+) \(\w+\) already$/, (name) => t('{name} already has this name.', { name })],
    [/^is none of the services\. Did you mean (.+)\?$/,
        (name) => t('There’s no such service. Did you mean {name}?', { name })],
    [/^is none of the services$/, () => t('There’s no such service.')],
    [/^isn't in the catalogue\. Did you mean (.+)\? To keep it/,
        (name) => t('You don’t offer this. Did you mean {name}?', { name })],
    [/^(isn't in the catalogue\.|is the id of nothing in the catalogue$)/, () => t('You don’t offer this.')],
    [/^must be one that the list knows/, () => t('This list can’t take any more new names. Use one that it has.')],
    [/^must be at most (\d+) further names, each of 1 to (\d+) bytes$/,
        (n, length) => t('Enter {n} names at most, none longer than {length} characters.',
            { n: Number(n), length: Number(length) })],
    [/^must not be above max$/, () => t('The minimum can’t be above the maximum.')],
    [/^must be from (\d+) to (\d+), the minimum not above the maximum$/,
        (low, high) => t('Enter numbers from {low} to {high}, the minimum not above the maximum.',
            { low: Number(low), high: Number(high) })],
    [/^must (?:come to|be) at most (\d+) (?:separate )?windows (?:in|within) the week$/,
        (n) => t('Enter {n} separate times of the week at most.', { n: Number(n) })],
    [/^must name at least one day$/, () => t('Choose at least one day of the week.')],
    [/^must not be before (earliest|from)$/, () => t('The last day can’t be before the first.')],
    [/^must be less than ten years after from$/, () => t('Choose less than ten years.')],
    [/^must be in the future$/, () => t('Choose a time in the future.')],
    [/^is required: the catalogue has none for this service$/,
        () => t('Enter how long it takes. Nothing is set for this service.')],

    // Guests and their offers
    [/^is required, unless email or phone is given$/,
        () => t('Enter a name, an e-mail address or a phone number.')],
    [/^(is required, unless phone or user_id is given|or a phone number must remain)$/,
        () => t('Enter an e-mail address or a phone number.')],
    [/^is larger than the capacity$/, () => t('So many people don’t fit: there are fewer places.')],
    [/^is for seats and access that cost nothing and are counted here$/,
        () => t('On this list, a place can’t be given at once.')],
    [/^can't be given where the address is still to be confirmed$/,
        () => t('This guest has to confirm their address first.')],
    [/^is nobody's on your lists$/, () => t('This guest is on none of your lists any more.')],
    [/^is on this list already$/, () => t('This guest is on that list already.')],
    [/^must be somebody who waits/, () => t('This guest can’t be moved: only guests who are waiting can.')],
    [/^must be later than the current deadline$/, () => t('Choose a time after the present deadline.')],
    [/^must not be after the start$/, () => t('Choose a time before the start.')],
    [/^must be within a year$/, () => t('Choose a time within a year.')],
    [/^(?:must be a list of at most|would make more than) (\d+) tags$/,
        (n) => t('A guest has {n} tags at most.', { n: Number(n) })],
    [/^must be a part of a name/, () => t('Enter a part of a name, an address, a number or a tag.')],
    [/^must be a list of (\d+) to (\d+) ids of entries/,
        (low, high) => t('Choose {low} to {high} guests.', { low: Number(low), high: Number(high) })],

    // Lists and rules
    [/^is not for slots: each opening is a place$/, () => t('A list of slots has no capacity.')],
    [/^must be a length of time: "auto" is for slots$/,
        () => t('Enter a length of time: only slots can have an automatic one.')],
    [/^must be less than 10 minutes: with claim_window auto/,
        () => t('Enter less than 10 minutes: with these rules, no offer is open longer.')],
    [/^must be set when wave_size is set$/, () => t('Enter the time between waves.')],
    [/^must not start and end at the same time$/, () => t('Start and end can’t be the same.')],
    [/^must be (set for a lottery|given: the draw of the list that is copied is over)$/,
        () => t('Choose when the draw takes place.')],
    [/^cannot become lottery once someone has joined$/,
        () => t('Someone has joined already, so this can’t become a lottery.')],
    [/^cannot be set once someone has joined$/, () => t('Someone has joined already, so this can’t be set.')],
    [/^must be a month (that is over$|such as)/, () => t('Choose a month that is over.')],

    // Texts of messages. The marks in them are the same in every language.
    [/^line (\d+), column (\d+): (.+)$/,
        (line, column, what) => t('Line {line}, column {column}: {words}', { line, column, words: translated(what) })],
    [/^the reader needs a button, or (.+) in the text$/,
        (mark) => t('The guest needs a button, or {mark} in the text.', { mark })],
    [/^the reader needs (.+) in the text$/, (mark) => t('The guest needs {mark} in the text.', { mark })],
    [/^there is no (\S+); did you mean (\S+)\?$/,
        (mark, other) => t('{mark} isn’t known. Did you mean {other}?', { mark, other })],
    [/^there is no (\S+) before this (\S+)$/,
        (first, mark) => t('There’s no {first} before this {mark}.', { first, mark })],
    [/^there is no (\S+)$/, (mark) => t('{mark} isn’t known.', { mark })],
    [/^(\S+) is never closed; write (\S+)$/,
        (mark, end) => t('{mark} is never closed. Write {end} behind it.', { mark, end })],
    [/^(\S+) must be closed before this (\S+)$/,
        (mark, end) => t('{mark} has to be closed before this {end}.', { mark, end })],
    [/^this (\S+) has no (\S+)$/, (mark, end) => t('This {mark} has no {end}.', { mark, end })],
    [/^this mark names nothing$/, () => t('There’s no name in these braces.')],
    [/^values are always escaped; write (\S+) with two braces$/,
        (mark) => t('Write {mark}, with two braces on each side.', { mark })],
    [/^(a template cannot include another one|there are no comments in a template|the braces cannot be changed)$/,
        () => t('This can’t be used in a template.')],
    [/^sections can be nested (\d+) deep$/,
        (n) => t('There are too many sections inside of each other; {n} are possible.', { n: Number(n) })],

    // Last, because much of the above begins like it
    [/^must be ([\w-]+(?:, [\w-]+)* or [\w-]+)$/,
        (names) => t('Choose one of these: {names}.', { names: formatList(names.split(/, | or /), 'disjunction') })],
];

/** What is wrong with a field, in the reader's language; English as the server said it. */
export function fieldWords(message: string): string {
    return speech.language === 'en' ? message : translated(message);
}

function translated(message: string): string {
    for (const [shape, say] of shapes) {
        const found = shape.exec(message);
        if (found) {
            const [, first = '', second = '', third = ''] = found;
            return say(first, second, third);
        }
    }
    return t('Please check this: {words}', { words: message });
}

/** From one number or length of time to another: "1", "10s", "366 days". */
function within(low: string, high: string): string {
    if (/^-?\d+$/.test(high)) {
        return t('Enter a number from {low} to {high}.', { low: Number(low), high: Number(high) });
    }
    return Number.parseInt(low) === 0 || low === '1ms'
        ? t('Enter a time of at most {high}.', spans(low, high))
        : t('Enter a time from {low} to {high}.', spans(low, high));
}

/** Both in words. A low one without a unit has that of the high one. */
function spans(low: string, high: string): { low: string; high: string } {
    const inWords = (text: string) => durationInWords(parseDuration(text.replace(/ ([a-z])[a-z]+$/, '$1')));
    return { low: inWords(/^\d+$/.test(low) ? low + high.replace(/^\d+/, '') : low), high: inWords(high) };
}
