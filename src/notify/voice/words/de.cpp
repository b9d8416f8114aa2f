// Standby's words in German. Guests are addressed formally.
#include "notify/voice/words/words.hpp"

namespace standby::notify {
namespace {

using engine::MessageKind;
constexpr auto mail = engine::Channel::Mail;
constexpr auto sms = engine::Channel::Sms;

constexpr ReasonWords reasons[] = {
    {"max_offers", "es wurden so viele gefragt, wie die Regeln erlauben, und niemand hat zugesagt"},
    {"cutoff", "bis zum Beginn bleibt zu wenig Zeit, um noch jemanden zu fragen"},
    {"list_exhausted", "alle, für die er passt, wurden gefragt, und niemand hat zugesagt"},
    {"nobody_eligible", "er passt für niemanden, der wartet"},
    {"withdrawn", "er wurde zurückgezogen"},
    {"rules_changed", "die Regeln der Liste wurden geändert"},
    {"capacity_changed", "die Zahl der Plätze wurde geändert"},
};

constexpr Wording wordings[] = {
    {MessageKind::Waitlisted, mail, "Sie stehen auf der Liste: {{what}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Sie stehen auf der Warteliste für {{what}}.{{#rank}} Ihr Platz in der Reihe: "
     "{{rank}}.{{/rank}}\n"
     "\n"
     "Sobald etwas für Sie frei wird, schreiben wir Ihnen. Sie können jederzeit nachsehen, wo "
     "Sie stehen, oder die Liste verlassen.",
     "Meinen Platz ansehen"},
    {MessageKind::Waitlisted, sms, "",
     "{{house}}: Sie stehen auf der Liste für {{what}}.{{#rank}} Ihr Platz: "
     "{{rank}}.{{/rank}} {{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Verify, mail, "Bitte bestätigen Sie Ihre Adresse",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "jemand, vermutlich Sie selbst, möchte auf die Warteliste für {{what}}. Bitte bestätigen "
     "Sie, dass diese Adresse Ihnen gehört; erst dann stehen Sie auf der Liste.\n"
     "\n"
     "Falls Sie das nicht waren, brauchen Sie nichts zu tun. Sie hören dann nicht mehr von "
     "uns.",
     "Adresse bestätigen"},
    {MessageKind::Verify, sms, "",
     "{{house}}: Bitte bestätigen Sie, dass Sie auf die Liste für {{what}} möchten: {{link}} "
     "Falls nicht, ignorieren Sie dies.",
     ""},

    {MessageKind::Confirmed, mail, "Bestätigt: {{what}}{{#when}}, {{when}} Uhr{{/when}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "der Platz gehört Ihnen:\n"
     "\n"
     "{{what}}{{#staff}} bei {{staff}}{{/staff}}{{#party_size}}, für {{party_size}} "
     "Personen{{/party_size}}\n"
     "{{#when}}{{when}} Uhr{{/when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "Wir freuen uns auf Sie. Falls Sie nicht kommen können, sagen Sie bitte rechtzeitig ab, "
     "damit jemand anderes den Platz bekommt.",
     "Ansehen oder absagen"},
    {MessageKind::Confirmed, sms, "",
     "{{house}}: Bestätigt: {{what}}{{#staff}} bei {{staff}}{{/staff}}{{#when}}, {{when}} "
     "Uhr{{/when}}. Ansehen oder absagen: {{link}}",
     ""},

    {MessageKind::Offer, mail, "Ein Platz für Sie: {{what}}{{#when}}, {{when}} Uhr{{/when}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "gute Nachricht, für Sie ist ein Platz frei geworden:\n"
     "\n"
     "{{what}}{{#staff}} bei {{staff}}{{/staff}}{{#party_size}}, für {{party_size}} "
     "Personen{{/party_size}}\n"
     "{{#when}}{{when}} Uhr{{/when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Wir halten ihn für Sie frei bis {{deadline}} Uhr{{#time_left}} (noch "
     "{{time_left}}){{/time_left}}. Danach wird die nächste Person gefragt.\n"
     "{{/deadline}}\n"
     "{{^deadline}}\n"
     "Wenn Sie nicht antworten, wird die nächste Person gefragt.\n"
     "{{/deadline}}",
     "Platz annehmen"},
    {MessageKind::Offer, sms, "",
     "{{house}}: Frei: {{what}}{{#when}}, {{when}}{{/when}}.{{#deadline}} Für Sie bis "
     "{{deadline}}, dann für die nächste Person:{{/deadline}} {{link}}{{#answer_hint}} "
     "{{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Reminder, mail, "Noch frei für Sie: {{what}}{{#when}}, {{when}} Uhr{{/when}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "dieser Platz ist noch für Sie frei, und wir haben noch keine Antwort:\n"
     "\n"
     "{{what}}{{#staff}} bei {{staff}}{{/staff}}{{#party_size}}, für {{party_size}} "
     "Personen{{/party_size}}\n"
     "{{#when}}{{when}} Uhr{{/when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Bitte antworten Sie bis {{deadline}} Uhr{{#time_left}} (noch "
     "{{time_left}}){{/time_left}}. Danach wird die nächste Person gefragt.\n"
     "{{/deadline}}\n"
     "{{^deadline}}\n"
     "Wenn Sie nicht antworten, wird die nächste Person gefragt.\n"
     "{{/deadline}}",
     "Platz annehmen"},
    {MessageKind::Reminder, sms, "",
     "{{house}}: {{what}}{{#when}}, {{when}} Uhr{{/when}} ist noch für Sie frei{{#deadline}} "
     "bis {{deadline}} Uhr, dann ist die nächste Person dran{{/deadline}}: "
     "{{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::Expired, mail, "Ihr Angebot ist abgelaufen: {{what}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "wir haben nicht rechtzeitig von Ihnen gehört, deshalb wird für {{what}}{{#when}}, "
     "{{when}} Uhr,{{/when}} nun die nächste Person gefragt.\n"
     "\n"
     "Auf Ihrer Seite sehen Sie, ob Sie noch in der Reihe stehen.",
     "Meinen Platz ansehen"},
    {MessageKind::Expired, sms, "",
     "{{house}}: Wir haben nicht rechtzeitig von Ihnen gehört, nun ist die nächste Person "
     "dran: {{what}}{{#when}}, {{when}} Uhr{{/when}}. Ihr Platz: {{link}}",
     ""},

    {MessageKind::Taken, mail, "Nicht mehr frei: {{what}}{{#when}}, {{when}} Uhr{{/when}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "es tut uns leid: {{what}}{{#when}}, {{when}} Uhr,{{/when}} ist nicht mehr frei. Sie "
     "brauchen nichts zu tun.\n"
     "\nAuf Ihrer Seite sehen Sie, wo Sie stehen. Wenn Sie noch in der Reihe sind, schreiben "
     "wir, sobald etwas anderes frei wird.",
     "Meinen Platz ansehen"},
    {MessageKind::Taken, sms, "",
     "{{house}}: Leider ist {{what}}{{#when}}, {{when}} Uhr,{{/when}} nicht mehr frei. Ihr "
     "Platz in der Reihe: {{link}}",
     ""},

    {MessageKind::Cancelled, mail, "Abgesagt: {{what}}{{#when}}, {{when}} Uhr{{/when}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Ihr Platz ist abgesagt: {{what}}{{#when}}, {{when}} Uhr{{/when}}.\n"
     "\n"
     "Falls Sie das nicht erwartet haben, melden Sie sich bitte bei uns.",
     "Einzelheiten ansehen"},
    {MessageKind::Cancelled, sms, "",
     "{{house}}: Abgesagt: {{what}}{{#when}}, {{when}} Uhr{{/when}}. Einzelheiten: {{link}}", ""},

    {MessageKind::StatusLink, mail, "Ihr Platz auf der Liste: {{what}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Sie stehen bereits auf der Liste für {{what}}. Hier geht es zu Ihrer Seite.\n"
     "\n"
     "Falls Sie nicht danach gefragt haben, brauchen Sie nichts zu tun: Nur Sie haben diesen "
     "Link.",
     "Meinen Platz ansehen"},
    {MessageKind::StatusLink, sms, "",
     "{{house}}: Sie stehen bereits auf der Liste für {{what}}. Ihre Seite: {{link}}", ""},

    {MessageKind::MoveUp, mail, "Früher möglich: {{what}}{{#when}}, {{when}} Uhr{{/when}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "Sie haben schon einen Platz, und nun ist ein früherer frei geworden:\n"
     "\n"
     "{{what}}{{#staff}} bei {{staff}}{{/staff}}{{#party_size}}, für {{party_size}} "
     "Personen{{/party_size}}\n"
     "{{#when}}{{when}} Uhr{{/when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "{{price}}\n"
     "\n"
     "{{#deadline}}\n"
     "Wir halten ihn für Sie frei bis {{deadline}} Uhr{{#time_left}} (noch "
     "{{time_left}}){{/time_left}}. Danach wird die nächste Person gefragt.\n"
     "{{/deadline}}\n"
     "Wenn Sie ihn annehmen, geben wir Ihren späteren Platz frei. Sonst behalten Sie, was Sie "
     "haben.",
     "Früheren Platz annehmen"},
    {MessageKind::MoveUp, sms, "",
     "{{house}}: Früher frei: {{what}}{{#when}}, {{when}} Uhr{{/when}}. Tauschen{{#deadline}} "
     "bis {{deadline}} Uhr, dann ist die nächste Person dran{{/deadline}}: "
     "{{link}}{{#answer_hint}} {{answer_hint}}{{/answer_hint}}",
     ""},

    {MessageKind::EventReminder, mail, "Bis bald: {{what}}{{#when}}, {{when}} Uhr{{/when}}",
     "Guten Tag{{#name}} {{name}}{{/name}},\n"
     "\n"
     "eine kurze Erinnerung an Ihren Platz:\n"
     "\n"
     "{{what}}{{#staff}} bei {{staff}}{{/staff}}{{#party_size}}, für {{party_size}} "
     "Personen{{/party_size}}\n"
     "{{#when}}{{when}} Uhr{{/when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{place}}\n"
     "\n"
     "Falls Sie nicht kommen können, sagen Sie bitte jetzt ab, damit jemand anderes den Platz "
     "bekommt.",
     "Ansehen oder absagen"},
    {MessageKind::EventReminder, sms, "",
     "{{house}}: Bis bald! {{what}}{{#when}}, {{when}} Uhr{{/when}}{{#place}}, "
     "{{place}}{{/place}}. Ansehen oder absagen: {{link}}",
     ""},

    {MessageKind::HandedBack, mail, "Wieder frei: {{what}}{{#when}}, {{when}} Uhr{{/when}}",
     "Die Warteliste konnte diesen Platz nicht füllen, er liegt wieder in Ihrer Hand:\n"
     "\n"
     "{{what}}{{#staff}} bei {{staff}}{{/staff}}\n"
     "{{#when}}{{when}} Uhr{{/when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "{{#reason}}\n"
     "Der Grund: {{reason}}.\n"
     "{{/reason}}",
     "Liste öffnen"},
    {MessageKind::NobodyFits, mail, "Passt für niemanden: {{what}}{{#when}}, {{when}} Uhr{{/when}}",
     "Dieser Platz ist frei, und zurzeit passt er für niemanden auf der Liste:\n"
     "\n"
     "{{what}}{{#staff}} bei {{staff}}{{/staff}}\n"
     "{{#when}}{{when}} Uhr{{/when}}{{#duration}} ({{duration}}){{/duration}}\n"
     "{{places}}\n"
     "\n"
     "Er bleibt offen: Kommt rechtzeitig jemand Passendes dazu, fragen wir sofort. Sie können "
     "ihn auch selbst vergeben.",
     "Liste öffnen"},
    {MessageKind::MonthlySummary, mail, "Ihre Warteliste im {{month}}",
     "Das war der {{month}} bei {{house}}.\n"
     "\n"
     "Frei gewordene Plätze: {{freed}}\n"
     "Davon über die Liste gefüllt: {{filled}}{{#fill_rate}} ({{fill_rate}}){{/fill_rate}}\n"
     "Angebote: {{offers}}\n"
     "Davon angenommen: {{accepted}}\n"
     "Neu auf der Liste: {{joined}}\n"
     "\n"
     "{{#time_to_fill}}\n"
     "Mittlere Zeit, bis ein Platz gefüllt war: {{time_to_fill}}\n"
     "{{/time_to_fill}}\n"
     "{{#recovered}}\n"
     "Wert der gefüllten Plätze: {{recovered}}\n"
     "{{/recovered}}",
     "Standby öffnen"},

    {MessageKind::ReplyClaimed, sms, "",
     "{{house}}: Der Platz gehört Ihnen! {{what}}{{#when}}, {{when}} Uhr{{/when}}. Ansehen "
     "oder absagen: {{link}}",
     ""},
    {MessageKind::ReplyDeclined, sms, "",
     "{{house}}: Danke, wir fragen die nächste Person. Ihre Seite: {{link}}", ""},
    {MessageKind::ReplyEnded, sms, "",
     "{{house}}: Leider ist dieses Angebot schon beendet. Ihre Seite: {{link}}", ""},
    {MessageKind::ReplyNothing, sms, "",
     "{{house}}: Zurzeit gibt es kein Angebot für Sie. Wir schreiben, sobald es eines gibt. "
     "HELP für Hilfe, STOP zum Abmelden.",
     ""},
    {MessageKind::ReplyHelp, sms, "",
     "{{house}}: Nachrichten zur Warteliste. Auf ein Angebot antworten Sie mit 1 (ja) oder 9 "
     "(nein), mit STOP melden Sie sich ab.{{#link}} Ihre Seite: {{link}}{{/link}}",
     ""},
    {MessageKind::ReplyStopped, sms, "",
     "{{house}}: Sie sind abgemeldet und erhalten keine Nachrichten mehr. Mit START melden "
     "Sie sich wieder an.",
     ""},
    {MessageKind::ReplyStarted, sms, "",
     "{{house}}: Willkommen zurück. Sie erhalten wieder Nachrichten zu Ihren Wartelisten. "
     "HELP für Hilfe, STOP zum Abmelden.",
     ""},
};

}  // namespace

constinit const Words german_words{
    .places = {"Platz", "Plätze"},
    .answer_yes_no = "Antwort: 1 ja, 9 nein.",
    .answer_stop = "STOP zum Abmelden.",
    .reasons = reasons,
    .mail =
        {
            .add_to_calendar = "In den Kalender eintragen",
            .see_or_leave = "Platz ansehen oder diese Liste verlassen",
            .stop_all = "Alle Nachrichten von uns abbestellen",
            .colon = ": ",
        },
    .wordings = wordings,
};

}  // namespace standby::notify
