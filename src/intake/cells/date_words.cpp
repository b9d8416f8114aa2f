#include "intake/cells/date_words.hpp"

#include <array>

namespace standby::intake {
namespace {

bool is_among(std::string_view keys, std::string_view key) {
    for (std::size_t at = keys.find(key); at != std::string_view::npos;
         at = keys.find(key, at + 1)) {
        const std::size_t end = at + key.size();
        if ((at == 0 || keys[at - 1] == ' ') && (end == keys.size() || keys[end] == ' ')) {
            return !key.empty();
        }
    }
    return false;
}

constexpr std::array<std::string_view, 12> months = {
    "january jan januar janner jaenner janvier janv enero ene",
    "february feb februar feber fevrier fevr fev febrero",
    "march mar marz maerz mrz mars marzo",
    "april apr avril avr abril abr",
    "may mai mayo",
    "june jun juni juin junio",
    "july jul juli juillet juil julio",
    "august aug aout agosto ago",
    "september sep sept septembre septiembre setiembre",
    "october oct oktober okt octobre octubre",
    "november nov novembre noviembre",
    "december dec dezember dez decembre diciembre dic",
};

// From Monday.
constexpr std::array<std::string_view, 7> weekdays = {
    "monday mon montag mo lundi lun lunes",
    "tuesday tue tues dienstag di mardi martes",
    "wednesday wed mittwoch mi mercredi mer miercoles mie",
    "thursday thu thur thurs donnerstag do jeudi jeu jueves jue",
    "friday fri freitag fr vendredi ven viernes vie",
    "saturday sat samstag sonnabend sa samedi sam sabado sab",
    "sunday sun sonntag so dimanche dim domingo dom",
};

struct Words {
    DateWord word;
    std::string_view keys;
};

constexpr auto words = std::to_array<Words>({
    {DateWord::Filler, "the of on at a der den dem die das le la el los du del de d l um dia jour"},
    {DateWord::From,
     "from since ab von vom seit starting earliest fruhestens fruehestens desde depuis des "
     "partir"},
    {DateWord::Until, "until till bis zum hasta jusquau jusqua latest spatestens spaetestens"},
    {DateWord::Next,
     "next coming nachsten nachste nachster nachstes naechsten naechste naechster naechstes "
     "kommenden kommende kommender prochain prochaine proximo proxima"},
    {DateWord::This, "this diesen diese dieser dieses ce cette este esta"},
    {DateWord::Week, "week wk w cw kw woche kalenderwoche semaine sem semana weeks wochen semaines "
                     "semanas"},
    {DateWord::Month, "month monat mois mes months monate monaten"},
    {DateWord::Day, "day days tag tage tagen jours dias"},
    {DateWord::Today, "today heute aujourdhui hoy"},
    {DateWord::Tomorrow, "tomorrow morgen demain manana"},
    {DateWord::AfterTomorrow, "ubermorgen uebermorgen apresdemain"},
    {DateWord::Ordinal, "st nd rd th er eme e"},
    {DateWord::Hour, "uhr h hrs oclock heures horas"},
    {DateWord::Morning, "am"},
    {DateWord::Afternoon, "pm"},
    {DateWord::In, "in dans en"},
});

}  // namespace

std::optional<unsigned> month_word(std::string_view key) {
    for (unsigned month = 1; month <= months.size(); ++month) {
        if (is_among(months[month - 1], key)) {
            return month;
        }
    }
    return std::nullopt;
}

std::optional<std::chrono::weekday> weekday_word(std::string_view key) {
    for (unsigned day = 0; day < weekdays.size(); ++day) {
        if (is_among(weekdays[day], key)) {
            return std::chrono::weekday((day + 1) % 7);
        }
    }
    return std::nullopt;
}

DateWord date_word(std::string_view key) {
    for (const Words& one : words) {
        if (is_among(one.keys, key)) {
            return one.word;
        }
    }
    return DateWord::None;
}

bool means_any_time(std::string_view key) {
    return is_among(
        "asap assoonaspossible anytime any anyday flexible whenever immediately now - egal sofort "
        "absofort jederzeit immer schnellstmoglich schnellstmoeglich baldmoglichst baldmoeglichst "
        "sobaldwiemoglich moglichstbald jetzt desquepossible auplusvite desmaintenant "
        "nimportequand toutdesuite maintenant cuantoantes loantesposible cualquierdia "
        "encualquiermomento inmediatamente yamismo ya",
        key);
}

}  // namespace standby::intake
