#include "intake/cells/doubt.hpp"

#include <fmt/core.h>

namespace standby::intake {
namespace {

// English, German, French, Spanish. {0} is what was typed, {1} what would do.
struct Sentence {
    Say say;
    std::string_view in[4];
};

constexpr Sentence sentences[] = {
    {Say::RoundedPhone,
     {"{0} is what a spreadsheet made of a phone number: its digits are lost, so type it again "
      "with "
      "its + in front, as text",
      "{0} hat ein Tabellenprogramm aus einer Telefonnummer gemacht: Ziffern sind verloren, bitte "
      "noch einmal mit + davor als Text eingeben",
      "{0} est ce qu’un tableur a fait d’un numéro : des chiffres sont perdus, saisissez-le à "
      "nouveau avec son +, comme texte",
      "{0} es lo que una hoja de cálculo hizo de un teléfono: se perdieron cifras, escríbalo otra "
      "vez con su +, como texto"}},
    {Say::SeveralPhones,
     {"{0} is more than one number: leave the one to write to",
      "{0} ist mehr als eine Nummer: bitte nur die stehen lassen, an die geschrieben wird",
      "{0} contient plusieurs numéros : laissez celui auquel écrire",
      "{0} es más de un número: deje solo aquel al que escribir"}},
    {Say::BarePhone,
     {"{0} has neither a 0 nor a + in front: type the whole number, with its country code",
      "{0} hat weder 0 noch + davor: bitte die ganze Nummer mit Ländervorwahl eingeben",
      "{0} n’a ni 0 ni + devant : saisissez le numéro entier, avec l’indicatif du pays",
      "{0} no lleva ni 0 ni + delante: escriba el número entero, con el prefijo del país"}},
    {Say::NoPhone,
     {"{0} is no phone number that can be written to",
      "{0} ist keine Telefonnummer, an die geschrieben werden kann",
      "{0} n’est pas un numéro auquel on peut écrire",
      "{0} no es un teléfono al que se pueda escribir"}},
    {Say::NoPhoneHere,
     {"{0} is no phone number that can be written to: type it with its country code",
      "{0} ist keine Telefonnummer, an die geschrieben werden kann: bitte mit Ländervorwahl "
      "eingeben",
      "{0} n’est pas un numéro auquel on peut écrire : saisissez-le avec l’indicatif du pays",
      "{0} no es un teléfono al que se pueda escribir: póngalo con el prefijo del país"}},
    {Say::LostLetter,
     {"a letter of {0} was lost: type it again",
      "in {0} ist ein Buchstabe verloren gegangen: bitte noch einmal eingeben",
      "une lettre de {0} s’est perdue : saisissez-le à nouveau",
      "se perdió una letra de {0}: escríbalo otra vez"}},
    {Say::LostLetterInFile,
     {"a letter of {0} was lost before it came here: correct it, or save the file again as CSV "
      "UTF-8",
      "in {0} ist schon vorher ein Buchstabe verloren gegangen: bitte berichtigen, oder die Datei "
      "als CSV UTF-8 neu speichern",
      "une lettre de {0} s’est perdue avant d’arriver ici : corrigez-la, ou enregistrez à nouveau "
      "le fichier en CSV UTF-8",
      "se perdió una letra de {0} antes de llegar aquí: corríjala, o guarde otra vez el archivo "
      "como CSV UTF-8"}},
    {Say::SeveralEmails,
     {"{0} is more than one address: leave the one to write to",
      "{0} ist mehr als eine Adresse: bitte nur die stehen lassen, an die geschrieben wird",
      "{0} contient plusieurs adresses : laissez celle à laquelle écrire",
      "{0} es más de una dirección: deje solo aquella a la que escribir"}},
    {Say::NoEmail,
     {"{0} is no e-mail address", "{0} ist keine E-Mail-Adresse",
      "{0} n’est pas une adresse e-mail", "{0} no es una dirección de correo"}},
    {Say::NoParty,
     {"{0} is no number of people", "{0} ist keine Zahl von Personen",
      "{0} n’est pas un nombre de personnes", "{0} no es un número de personas"}},
    {Say::SeveralParties,
     {"{0} is no number of people but several",
      "{0} ist nicht eine Zahl von Personen, sondern mehrere",
      "{0} n’est pas un nombre de personnes, mais plusieurs",
      "{0} no es un número de personas, sino varios"}},
    {Say::DateForParty,
     {"{0} is a date, where a number of people was meant: type it again as text",
      "{0} ist ein Datum, wo eine Zahl von Personen gemeint war: bitte als Text eingeben",
      "{0} est une date, là où un nombre de personnes était voulu : saisissez-le comme texte",
      "{0} es una fecha, donde se quería un número de personas: escríbalo como texto"}},
    {Say::PartyOutOfRange,
     {"{0} is no party of 1 to {1} people", "{0} ist keine Gruppe von 1 bis {1} Personen",
      "{0} n’est pas un groupe de 1 à {1} personnes", "{0} no es un grupo de 1 a {1} personas"}},
    {Say::PriorityOutOfRange,
     {"{0} is no priority from 0 to {1}", "{0} ist kein Vorrang von 0 bis {1}",
      "{0} n’est pas une priorité de 0 à {1}", "{0} no es una prioridad de 0 a {1}"}},
    {Say::NoPriority,
     {"{0} is no priority: write a number, or \"high\"",
      "{0} ist kein Vorrang: bitte eine Zahl schreiben, oder „hoch“",
      "{0} n’est pas une priorité : écrivez un nombre, ou « haute »",
      "{0} no es una prioridad: escriba un número, o «alta»"}},
    {Say::NoLanguage,
     {"{0} is no language that guests are written to in",
      "{0} ist keine Sprache, in der Gästen geschrieben wird",
      "{0} n’est pas une langue dans laquelle on écrit aux clients",
      "{0} no es un idioma en el que se escriba a los clientes"}},
    {Say::NoSuchDay,
     {"{0} is no day there is", "{0} ist kein Tag, den es gibt", "{0} est un jour qui n’existe pas",
      "{0} es un día que no existe"}},
    {Say::WrongWeekday,
     {"the day of the week in {0} is not that of {1}", "der Wochentag in {0} ist nicht der von {1}",
      "le jour de la semaine dans {0} n’est pas celui du {1}",
      "el día de la semana en {0} no es el del {1}"}},
    {Say::NoSuchWeek,
     {"{0} is no week there is", "{0} ist keine Woche, die es gibt",
      "{0} est une semaine qui n’existe pas", "{0} es una semana que no existe"}},
    {Say::NoDate,
     {"{0} is no date that can be placed: write it as {1}",
      "{0} ist kein Datum, das sich einordnen lässt: bitte so schreiben: {1}",
      "{0} n’est pas une date que l’on peut situer : écrivez-la ainsi : {1}",
      "{0} no es una fecha que se pueda situar: escríbala así: {1}"}},
    {Say::NumberForDate,
     {"{0} is a number, where a date was meant: type it as {1}",
      "{0} ist eine Zahl, wo ein Datum gemeint war: bitte so schreiben: {1}",
      "{0} est un nombre, là où une date était voulue : écrivez-la ainsi : {1}",
      "{0} es un número, donde se quería una fecha: escríbala así: {1}"}},
    {Say::TimeForDate,
     {"{0} is a time, where a date was meant: type it as {1}",
      "{0} ist eine Uhrzeit, wo ein Datum gemeint war: bitte so schreiben: {1}",
      "{0} est une heure, là où une date était voulue : écrivez-la ainsi : {1}",
      "{0} es una hora, donde se quería una fecha: escríbala así: {1}"}},
    {Say::UntilForFirst,
     {"{0} says until when, where the first day is meant",
      "{0} sagt bis wann, wo der erste Tag gemeint ist",
      "{0} dit jusqu’à quand, là où le premier jour est voulu",
      "{0} dice hasta cuándo, donde se quiere el primer día"}},
    {Say::FromForLast,
     {"{0} says from when, where the last day is meant",
      "{0} sagt ab wann, wo der letzte Tag gemeint ist",
      "{0} dit à partir de quand, là où le dernier jour est voulu",
      "{0} dice desde cuándo, donde se quiere el último día"}},
    {Say::NoDay,
     {"{0} is no day: write it as {1}", "{0} ist kein Tag: bitte so schreiben: {1}",
      "{0} n’est pas un jour : écrivez-le ainsi : {1}", "{0} no es un día: escríbalo así: {1}"}},
    {Say::InFuture,
     {"{0} has not happened yet", "{0} liegt noch in der Zukunft", "{0} n’est pas encore passé",
      "{0} aún no ha llegado"}},
    {Say::DayOrMonth,
     {"{0} can be the day {1}, or the other way round: write it as 2026-10-14",
      "{0} lässt sich als Tag und Monat lesen oder umgekehrt: bitte so schreiben: 2026-10-14",
      "{0} peut se lire jour et mois, ou l’inverse : écrivez-la ainsi : 2026-10-14",
      "{0} puede leerse día y mes, o al revés: escríbala así: 2026-10-14"}},
    {Say::TuesdayOrMarch,
     {"{0} can be a Tuesday or March", "{0} kann ein Dienstag oder der März sein",
      "{0} peut être un mardi ou mars", "{0} puede ser un martes o marzo"}},
    {Say::NotInCatalogue,
     {"{0} isn't in the catalogue", "{0} steht nicht im Angebot", "{0} n’est pas au catalogue",
      "{0} no está en el catálogo"}},
    {Say::NotInCatalogueBut,
     {"{0} isn't in the catalogue; did you mean {1}?",
      "{0} steht nicht im Angebot; meinten Sie {1}?",
      "{0} n’est pas au catalogue ; vouliez-vous dire {1} ?",
      "{0} no está en el catálogo; ¿quería decir {1}?"}},
    {Say::NoPoints,
     {"{0} is no number of points", "{0} ist keine Zahl von Punkten",
      "{0} n’est pas un nombre de points", "{0} no es un número de puntos"}},
    {Say::NoPlaceInLine,
     {"{0} is no place in line", "{0} ist kein Platz in der Reihe",
      "{0} n’est pas un rang dans la file", "{0} no es un puesto en la fila"}},
};

consteval bool are_in_order() {
    std::size_t at = 0;
    for (const Sentence& one : sentences) {
        if (static_cast<std::size_t>(one.say) != at++) {
            return false;
        }
    }
    return at == static_cast<std::size_t>(Say::NoPlaceInLine) + 1;
}
static_assert(are_in_order());

}  // namespace

std::string Doubt::words(interchange::Language language) const {
    return fmt::format(
        fmt::runtime(
            sentences[static_cast<std::size_t>(say)].in[static_cast<std::size_t>(language)]),
        about, instead);
}

}  // namespace standby::intake
