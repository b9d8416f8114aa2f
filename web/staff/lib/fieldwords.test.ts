import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fieldWords, shapes } from './fieldwords';
import { Problem, sentence } from './problems';
import { speech } from './say.svelte';

const german: [message: string, words: string][] = [
    ['must be given, or percent_hundredths, and not both',
        'Geben Sie einen Betrag oder einen Anteil in Prozent an, nicht beides.'],
    ['must be in the currency of rules.payment', 'Nehmen Sie die Währung des Preises.'],
    ['must not be more than rules.payment', 'Das darf nicht mehr sein als der Preis.'],
    ['needs a price: rules.payment', 'Dafür braucht es einen Preis.'],
    ['must be up to 366 days, and not 0', 'Geben Sie eine Zeit von höchstens 366 Tagen ein.'],
    ['is required', 'Bitte füllen Sie das aus.'],
    ['must not be blank', 'Bitte füllen Sie das aus.'],
    ['must be an array', 'Der Server versteht dieses Formular nicht. Bitte laden Sie die Seite neu.'],
    ['is not a known field', 'Der Server versteht dieses Formular nicht. Bitte laden Sie die Seite neu.'],
    ['must be a number', 'Geben Sie eine Zahl ein.'],
    ['must be a whole number, without fraction and exponent', 'Geben Sie eine ganze Zahl ein.'],
    ['must be a whole number from 1 to 1000', 'Geben Sie eine ganze Zahl von 1 bis 1.000 ein.'],
    ['must be from 0 to 1000000', 'Geben Sie eine Zahl von 0 bis 1.000.000 ein.'],
    ['must be from 10s to 60d', 'Geben Sie eine Dauer ein, erlaubt: 10 Sekunden bis 60 Tage.'],
    ['must be from 0s to 366d', 'Geben Sie eine Dauer ein, höchstens 366 Tage.'],
    ['must be from 10 seconds to 60 days', 'Geben Sie eine Dauer ein, erlaubt: 10 Sekunden bis 60 Tage.'],
    ['must be from 0 to 366 days', 'Geben Sie eine Dauer ein, höchstens 366 Tage.'],
    ['must be from 1 to 60 days', 'Geben Sie eine Dauer ein, erlaubt: 1 Tag bis 60 Tage.'],
    ['must be from 1 minute to 31 days', 'Geben Sie eine Dauer ein, erlaubt: 1 Minute bis 31 Tage.'],
    ['must be 0, or from 1 to 366 days', 'Geben Sie 0 oder eine Dauer ein, erlaubt: 1 Tag bis 366 Tage.'],
    ['must be more than zero and at most 31 days', 'Geben Sie eine Dauer ein, höchstens 31 Tage.'],
    ['must be at most 100000000', 'Geben Sie höchstens 100.000.000 ein.'],
    ['must not be negative', 'Das kann nicht unter null liegen.'],
    ['must be more than zero', 'Geben Sie einen Betrag über null ein, etwa 10 oder 12,50.'],
    ['must be three capital letters, such as EUR', 'Geben Sie eine Währung mit drei Buchstaben ein, etwa EUR.'],
    ['must be at most 200 characters', 'Verwenden Sie höchstens 200 Zeichen.'],
    ['the subject is longer than 200 characters', 'Verwenden Sie höchstens 200 Zeichen.'],
    ['must be at most 500 bytes',
        'Verwenden Sie höchstens 500 Zeichen; Umlaute und Buchstaben mit Akzent zählen doppelt.'],
    ['must be a text of at most 500 characters without line breaks',
        'Verwenden Sie höchstens 500 Zeichen, in einer Zeile.'],
    ['must be a text of 1 to 40 characters on one line', 'Verwenden Sie 1 bis 40 Zeichen, in einer Zeile.'],
    ['must have 1 to 1000 characters', 'Verwenden Sie 1 bis 1.000 Zeichen.'],
    ['must not contain line breaks or other control characters', 'Schreiben Sie das in eine einzige Zeile.'],
    ['must not contain control characters other than line breaks',
        'Darin ist ein Zeichen, das nicht angezeigt werden kann. Bitte tippen Sie es neu ein.'],
    ['must have at most 3 items', 'Geben Sie höchstens 3 davon an.'],
    ['must be a time in RFC 3339, such as 2026-11-15T14:00:00Z', 'Geben Sie einen Tag und eine Uhrzeit ein.'],
    ['must be a date such as 2026-11-15, or a time such as 2026-11-15T14:00:00Z', 'Geben Sie einen Tag ein.'],
    ['must be a duration such as 10m, 6h or 2d: a duration must not be empty',
        'Geben Sie eine Dauer ein, etwa 10m, 6h oder 2d.'],
    ['must be a time of day from 00:00 to 23:59', 'Geben Sie eine Uhrzeit von 00:00 bis 23:59 ein.'],
    ['must be the code of a country such as DE', 'Wählen Sie ein Land.'],
    ['must be the code of a country such as DE, or * alone for all',
        'Geben Sie Länderkürzel wie DE ein, oder nur * für alle.'],
    ['must be the name of a time zone, such as Europe/Berlin', 'Wählen Sie eine Zeitzone, etwa Europe/Berlin.'],
    ['cannot be changed', 'Das lässt sich nicht ändern.'],
    ['Enter an e-mail address such as name@example.com.', 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.'],
    ['An e-mail address has at most 254 characters.', 'Eine E-Mail-Adresse hat höchstens 254 Zeichen.'],
    ['The part of an e-mail address before the @ has at most 64 characters.',
        'Der Teil einer E-Mail-Adresse vor dem @ hat höchstens 64 Zeichen.'],
    ['E-mail addresses with quotation marks are not supported.',
        'E-Mail-Adressen mit Anführungszeichen können hier nicht verwendet werden.'],
    ['must have no letters beyond a to z before the @', 'Vor dem @ kann die Adresse nur Buchstaben von a bis z haben.'],
    ['Enter the phone number with its country code, such as +49 30 1234567.',
        'Geben Sie die Telefonnummer mit Landesvorwahl ein, etwa +49 30 1234567.'],
    ['Enter the whole phone number with its area code, or with its country code, such as +49 30 1234567.',
        'Geben Sie die Telefonnummer mit Ortsvorwahl oder mit Landesvorwahl ein, etwa +49 30 1234567.'],
    ['A phone number has 7 to 15 digits, country code included.',
        'Eine Telefonnummer hat 7 bis 15 Ziffern, mit Landesvorwahl.'],
    ['must be an address such as https://example.org/hooks',
        'Geben Sie eine Adresse ein, etwa https://example.org/hooks.'],
    ['must start with https://', 'Die Adresse muss mit „https://“ beginnen.'],
    ['must be an address that begins with https://', 'Die Adresse muss mit „https://“ beginnen.'],
    ['must not contain a user name or a password',
        'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.'],
    ['must be a site such as https://www.aster.example', 'Geben Sie eine Website ein, etwa https://www.aster.example.'],
    ['must be a list of at most 20 sites', 'Geben Sie höchstens 20 Websites an.'],
    ['needs captcha_site_key and captcha_secret', 'Dafür braucht es den Websiteschlüssel und den geheimen Schlüssel.'],
    ['must be the name or the address of a mail server, such as mail.example.com, without a port',
        'Geben Sie den Namen oder die Adresse eines Mailservers ein, etwa mail.example.com, ohne Port.'],
    ['must be an address such as waitlist@example.com, or a name and an address such as Salon Aster <waitlist@example.com>',
        'Geben Sie eine Adresse ein, etwa waitlist@example.com oder Salon Aster <waitlist@example.com>.'],
    ['must be given with a password', 'Geben Sie den Benutzernamen zum Passwort ein.'],
    ['must be tls or starttls where somebody logs in: anybody on the way could read the password',
        'Wählen Sie TLS oder STARTTLS. Sonst könnten andere das Passwort unterwegs mitlesen.'],
    ['must be a number such as +15005550006, a messaging service (MG…), or a name of at most 11 letters and digits',
        'Geben Sie eine Nummer wie +15005550006, einen Messaging-Dienst (MG…) oder einen Namen aus höchstens 11 Buchstaben und Ziffern ein.'],
    ['must be a number such as +15005550006, or a messaging service (MG…)',
        'Geben Sie eine Nummer wie +15005550006 oder einen Messaging-Dienst (MG…) ein.'],
    ['must name at least one number to send from', 'Geben Sie mindestens eine Nummer an, von der gesendet wird.'],
    ['must be the id of an access key, such as AKIA…', 'Geben Sie die ID eines Zugriffsschlüssels ein (AKIA…).'],
    ['must be the SID of an account, such as AC…', 'Geben Sie die SID eines Kontos ein (AC…).'],
    ['must be the id of a phone number, which is digits',
        'Geben Sie die ID der Telefonnummer ein. Sie besteht aus Ziffern.'],
    ['must be a region such as eu-west-1', 'Geben Sie eine Region ein, etwa eu-west-1.'],
    ['goes with sns alone', 'Eine Region gibt es nur bei Amazon SNS.'],
    ['must be an address without a path, such as https://api.dublin.ie1.twilio.com',
        'Geben Sie eine Adresse ohne Pfad ein, etwa https://api.dublin.ie1.twilio.com.'],
    ['must have small letters, digits and _ only', 'Verwenden Sie nur Kleinbuchstaben, Ziffern und _.'],
    ['must be a template, its language and its SID at Twilio, such as offer.en=HX01',
        'Schreiben Sie Name, Sprache und Content-SID bei Twilio, etwa offer.en=HX01.'],
    ['is required: none is kept for this place and this user',
        'Bitte füllen Sie das aus. Für diesen Server und diesen Benutzer ist nichts gespeichert.'],
    ['is required: nothing is set up yet', 'Nicht eingerichtet.'],
    ['must have at least 10 characters; a short phrase works well', 'Bitte verwenden Sie mindestens 10 Zeichen.'],
    ['must not be your own address or name, or little more',
        'Wählen Sie etwas anderes als Ihre eigene Adresse oder Ihren Namen, auch mit Zusatz.'],
    ['repeats itself; choose something less regular', 'Das wiederholt sich. Wählen Sie etwas weniger Regelmäßiges.'],
    ['is a run of letters, digits or keys; choose something less regular',
        'Das sind aufeinanderfolgende Buchstaben, Ziffern oder Tasten. Wählen Sie etwas weniger Regelmäßiges.'],
    ['is only a number, such as a date or a phone number; add some words',
        'Das ist nur eine Zahl, etwa ein Datum oder eine Telefonnummer. Fügen Sie ein paar Wörter hinzu.'],
    ['is too common; choose another, such as a few words that don\'t belong together',
        'Das ist zu gebräuchlich. Wählen Sie etwas anderes, etwa ein paar Wörter, die nicht zusammengehören.'],
    ['is needed to sign in with a password', 'Geben Sie die E-Mail-Adresse ein, mit der Sie sich anmelden möchten.'],
    ['is needed first: set an address and a password', 'Legen Sie zuerst eine E-Mail-Adresse und ein Passwort fest.'],
    ['must be the address you sign in with', 'Geben Sie die Adresse ein, mit der Sie sich anmelden.'],
    ['is not your current password', 'Das ist nicht Ihr aktuelles Passwort.'],
    ['is not the app\'s current code', 'Das ist nicht der aktuelle Code in Ihrer App.'],
    ['has been used, or is not one of yours',
        'Das ist weder der aktuelle Code in Ihrer App noch ein unbenutzter Wiederherstellungscode.'],
    ['is required: the app\'s current code, or a recovery code',
        'Geben Sie den aktuellen Code in Ihrer App oder einen Wiederherstellungscode ein.'],
    ['is not a passkey for this page: wrong-origin', 'Dieser Passkey kann hier nicht verwendet werden.'],
    ['is for EdDSA only', 'Einen öffentlichen Schlüssel gibt es nur bei EdDSA.'],
    ['must be an Ed25519 public key: 32 bytes as base64url, or PEM',
        'Geben Sie einen öffentlichen Ed25519-Schlüssel ein: 32 Byte als base64url, oder PEM.'],
    ['must not look like an id', 'Das sieht wie eine ID aus. Wählen Sie einen anderen Namen.'],
    ['is a name of Colour (svc_7) already', 'Colour hat diesen Namen schon.'],
    ['is none of the services. Did you mean Colour?', 'Diese Leistung gibt es nicht. Meinten Sie Colour?'],
    ['is none of the services', 'Diese Leistung gibt es nicht.'],
    ['isn\'t in the catalogue. Did you mean Colour? To keep it as it is, send "unlisted": true',
        'Das gehört nicht zu Ihrem Angebot. Meinten Sie Colour?'],
    ['isn\'t in the catalogue. To keep it as it is, send "unlisted": true', 'Das gehört nicht zu Ihrem Angebot.'],
    ['must be one that the list knows: it can take no new ones',
        'Diese Liste kann keine neuen Namen mehr aufnehmen. Verwenden Sie einen vorhandenen.'],
    ['must be at most 20 further names, each of 1 to 100 bytes',
        'Geben Sie höchstens 20 Namen an, keinen mit mehr als 100 Zeichen.'],
    ['must not be above max', 'Das Minimum kann nicht über dem Maximum liegen.'],
    ['must be from 1 to 200, the minimum not above the maximum',
        'Geben Sie Zahlen von 1 bis 200 ein, das Minimum nicht über dem Maximum.'],
    ['must come to at most 50 separate windows in the week',
        'Geben Sie höchstens 50 getrennte Zeiten in der Woche an.'],
    ['must be at most 50 windows within the week', 'Geben Sie höchstens 50 getrennte Zeiten in der Woche an.'],
    ['must name at least one day', 'Wählen Sie mindestens einen Wochentag.'],
    ['must not be before earliest', 'Der letzte Tag kann nicht vor dem ersten liegen.'],
    ['must be less than ten years after from', 'Wählen Sie weniger als zehn Jahre.'],
    ['must be in the future', 'Wählen Sie eine Zeit in der Zukunft.'],
    ['is required: the catalogue has none for this service',
        'Geben Sie an, wie lange es dauert. Für diese Leistung ist nichts festgelegt.'],
    ['is required, unless email or phone is given',
        'Geben Sie einen Namen, eine E-Mail-Adresse oder eine Telefonnummer ein.'],
    ['or a phone number must remain', 'Geben Sie eine E-Mail-Adresse oder eine Telefonnummer ein.'],
    ['is larger than the capacity', 'So viele Personen passen nicht: Es gibt weniger Plätze.'],
    ['is for seats and access that cost nothing and are counted here',
        'Auf dieser Liste kann ein Platz nicht sofort vergeben werden.'],
    ['can\'t be given where the address is still to be confirmed', 'Dieser Gast muss zuerst die Adresse bestätigen.'],
    ['is nobody\'s on your lists', 'Dieser Gast steht auf keiner Ihrer Listen mehr.'],
    ['is on this list already', 'Dieser Gast steht schon auf der anderen Liste.'],
    ['must be somebody who waits: not unconfirmed, not asked just now, and not over',
        'Dieser Gast kann nicht verschoben werden: Das geht nur bei Gästen, die warten.'],
    ['must be later than the current deadline', 'Wählen Sie eine Zeit nach der jetzigen Frist.'],
    ['must not be after the start', 'Wählen Sie eine Zeit vor dem Beginn.'],
    ['must be within a year', 'Wählen Sie eine Zeit innerhalb eines Jahres.'],
    ['would make more than 20 tags', 'Ein Gast hat höchstens 20 Etiketten.'],
    ['must be a part of a name, an address, a number or a tag',
        'Geben Sie einen Teil eines Namens, einer Adresse, einer Nummer oder eines Etiketts ein.'],
    ['must be a list of 1 to 500 ids of entries, such as ent_4000001', 'Wählen Sie 1 bis 500 Gäste.'],
    ['is not for slots: each opening is a place', 'Eine Liste mit Terminen hat keine Platzzahl.'],
    ['must be a length of time: "auto" is for slots', 'Geben Sie eine Dauer ein: Automatisch geht nur bei Terminen.'],
    ['must be less than 10 minutes: with claim_window auto and late_yes, no offer is open longer',
        'Geben Sie weniger als 10 Minuten ein: Mit diesen Regeln ist kein Angebot länger offen.'],
    ['must be set when wave_size is set', 'Geben Sie die Zeit zwischen den Runden ein.'],
    ['must not start and end at the same time', 'Beginn und Ende dürfen nicht gleich sein.'],
    ['must be set for a lottery', 'Wählen Sie, wann die Verlosung stattfindet.'],
    ['cannot become lottery once someone has joined',
        'Es ist schon jemand dazugekommen, darum kann hier nicht mehr verlost werden.'],
    ['cannot be set once someone has joined',
        'Es ist schon jemand dazugekommen, darum lässt sich das nicht mehr festlegen.'],
    ['must be a month that is over', 'Wählen Sie einen Monat, der vorbei ist.'],
    ['line 1, column 4: there is no {{naem}}; did you mean {{name}}?',
        'Zeile 1, Spalte 4: {{naem}} ist unbekannt. Meinten Sie {{name}}?'],
    ['the reader needs a button, or {{link}} in the text', 'Der Gast braucht eine Schaltfläche oder {{link}} im Text.'],
    ['the reader needs {{link}} in the text', 'Der Gast braucht {{link}} im Text.'],
    ['there is no {{naem}}; did you mean {{name}}?', '{{naem}} ist unbekannt. Meinten Sie {{name}}?'],
    ['there is no {{naem}}', '{{naem}} ist unbekannt.'],
    ['there is no {{#name}} before this {{/name}}', 'Vor diesem {{/name}} steht kein {{#name}}.'],
    ['{{#name}} is never closed; write {{/name}}', '{{#name}} wird nie geschlossen. Schreiben Sie {{/name}} dahinter.'],
    ['{{#name}} must be closed before this {{/what}}', '{{#name}} muss vor diesem {{/what}} geschlossen werden.'],
    ['this {{ has no }}', 'Zu diesem {{ fehlt }}.'],
    ['there is no {{ before this }}', 'Vor diesem }} steht kein {{.'],
    ['this mark names nothing', 'In diesen Klammern steht kein Name.'],
    ['values are always escaped; write {{name}} with two braces',
        'Schreiben Sie {{name}}, mit zwei Klammern auf jeder Seite.'],
    ['a template cannot include another one', 'Das geht in einer Vorlage nicht.'],
    ['sections can be nested 4 deep', 'Hier stehen zu viele Abschnitte ineinander; möglich sind 4.'],
    ['must be tls, starttls or none', 'Wählen Sie eines davon: tls, starttls oder none.'],
    ['is required: whose key it is', 'Wählen Sie zuerst den Anbieter.'],
    ['is required: none of this provider is kept', 'Geben Sie den Schlüssel ein: Von diesem Anbieter ist keiner hinterlegt.'],
    ["must be a key of Mollie's API, which begins with live_ or test_", 'Geben Sie einen API-Schlüssel von Mollie ein. Er beginnt mit live_ oder test_.'],
    ['must be the secret key, not the publishable one', 'Geben Sie den geheimen Schlüssel ein, nicht den öffentlichen.'],
    ['must be a secret or a restricted key of Stripe, which begins with sk_ or rk_', 'Geben Sie einen geheimen oder eingeschränkten Schlüssel von Stripe ein. Er beginnt mit sk_ oder rk_.'],
    ['must be signing secrets, which begin with whsec_', 'Geben Sie die Signaturschlüssel ein. Sie beginnen mit whsec_.'],
    ['must say why', 'Sagen Sie, warum: Es steht im Verlauf.'],
    ['must be that of the payment', 'Verwenden Sie die Währung der Zahlung.'],
    ['must not be more than what was taken: 0', 'Das ist mehr, als abgebucht und nicht erstattet wurde.'],
];

describe('What the server says about a field', () => {
    beforeEach(() => speech.speak('de'));
    afterEach(() => speech.speak('en'));

    it.each(german)('%s', (message, words) => {
        expect(fieldWords(message)).toBe(words);
    });

    it('has an example above for each of its shapes', () => {
        expect(shapes.filter(([shape]) => !german.some(([message]) => shape.test(message)))).toEqual([]);
    });

    it('is shown as it is where it has no shape, below a word in the reader’s language', async () => {
        expect(fieldWords('must be blue')).toBe('Bitte prüfen Sie das: must be blue');
        await speech.speak('fr');
        expect(fieldWords('must be blue')).toBe('Veuillez vérifier ceci : must be blue');
    });

    it('stays as it is in English', async () => {
        await speech.speak('en');
        for (const [message] of german) {
            expect(fieldWords(message)).toBe(message);
        }
    });

    it.each(['fr', 'es'] as const)('keeps its values in %s', async (language) => {
        await speech.speak(language);
        expect(fieldWords('must be from 2 to 77')).toMatch(/ 2 .* 77\.$/);
        expect(fieldWords('is a name of Colour (svc_7) already')).toMatch(/^Colour /);
        expect(german.filter(([message]) => /[{]\w+[}](?![}])/.test(fieldWords(message)))).toEqual([]);
    });

    it('is what a problem tells of its fields, and of itself', () => {
        const problem = new Problem(422, {
            type: '/problems/invalid', title: 'Some fields are invalid', detail: 'name is required.',
            errors: [
                { field: 'name', message: 'is required' }, { field: 'size', message: 'must be from 1 to 9' },
                { field: 'other_names[0]', message: 'is required' },
            ],
        });
        expect(problem.of('name')).toBe('Bitte füllen Sie das aus.');
        expect(problem.errors[1]).toEqual({ field: 'size', message: 'Geben Sie eine Zahl von 1 bis 9 ein.' });
        expect(problem.heading).toBe('Einige Angaben stimmen nicht');
        expect(sentence(problem)).toBe('Bitte füllen Sie das aus. Geben Sie eine Zahl von 1 bis 9 ein.');
    });
});

// Whoever words a message anew there, or adds one, adds or changes its shape here.
describe('The messages in the server’s source', () => {
    beforeEach(() => speech.speak('de'));
    afterEach(() => speech.speak('en'));

    /** The texts in a file that could be messages, as one however many lines they take. */
    const textsIn = (path: string, begins: RegExp): string[] => {
        const source = readFileSync(`../src/${path}`, 'utf8').replace(/^ *\/\/.*$/gm, '').replace(/"\s*\n\s*"/g, '');
        return [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map((found) => (found[1] ?? '').replaceAll('\\"', '"'))
            .filter((text) => begins.test(text));
    };
    const shapeless = (messages: string[]) =>
        messages.filter((message) => fieldWords(message).includes('Bitte prüfen Sie das'));

    /** What the server puts together, from its beginning. */
    const completed: Record<string, string> = {
        'must be ': 'must be tls, starttls or none', 'must be from ': 'must be from 1 to 200',
        'must be at most ': 'must be at most 9 characters', 'must have at most ': 'must have at most 9 items',
        'must come to at most ': 'must come to at most 9 separate windows in the week',
        'is a name of ': 'is a name of Colour (svc_7) already',
        'is none of the services. Did you mean ': 'is none of the services. Did you mean Colour?',
        'must not be more than what was taken and not given back: ':
            'must not be more than what was taken and not given back: 4500',
    };

    it.each([
        'http/json/fields.cpp', 'http/json/fields.hpp', 'http/api/catalogue_body.cpp', 'http/api/delivery_body.cpp',
        'http/api/house_body.cpp', 'http/api/note_body.cpp', 'http/api/session_body.cpp', 'http/api/wants_body.cpp',
        'http/routes/payments.cpp', 'http/routes/payment_settings.cpp', 'payments/make_payment_provider.cpp',
        'http/auth/password.cpp', 'http/routes/catalogue_names.cpp', 'http/routes/staff/delivery.cpp',
        'http/routes/staff/house.cpp', 'http/routes/staff/session_steps.cpp', 'core/decide/offer.cpp',
        'core/decide/validate.cpp', 'core/rules/rules.cpp', 'interchange/catalogue/offered_names.cpp',
    ])('of %s are all known', (path) => {
        const texts = textsIn(path, /^(must|is|has|needs|cannot|can't|goes|repeats|would|isn't) /);
        expect(texts.length).toBeGreaterThan(0);
        expect(shapeless(texts.map((text) => completed[text] ?? text))).toEqual([]);
    });

    it('of addresses and numbers are all known', () => {
        const texts = textsIn('interchange/contact/contact.cpp', /^[A-Z].* /);
        expect(texts.length).toBeGreaterThan(5);
        expect(shapeless(texts)).toEqual([]);
    });

    it('of templates are all known', () => {
        // What only a program can send.
        const others = /^(a text message has no|there are templates in)|is (not valid UTF-8|never sent by)/;
        const texts = ['notify/voice/check.cpp', 'notify/voice/template.cpp'].flatMap((path) =>
            textsIn(path, /^(?:[a-z]+|[{]+.*[}]+) .*[a-z]{2}/));
        const messages = texts.filter((text) => !others.test(text)).map((text) => text
            .replace('column {}: {}', 'column {}: this mark names nothing').replaceAll('{{', '<').replaceAll('}}', '>')
            .replaceAll('{}', '7').replaceAll('<', '{').replaceAll('>', '}'));
        expect(messages.length).toBeGreaterThan(12);
        expect(shapeless(messages)).toEqual([]);
    });
});
