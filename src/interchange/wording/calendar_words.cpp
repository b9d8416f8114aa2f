// One table for each language.
#include "interchange/wording/calendar_words.hpp"

#include "base/assert.hpp"

namespace standby::interchange {
namespace {

constexpr CalendarWords english{
    .weekdays = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
    .weekdays_short = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
    .months = {"January", "February", "March", "April", "May", "June", "July", "August",
               "September", "October", "November", "December"},
    .seconds = {"second", "seconds"},
    .minutes = {"minute", "minutes"},
    .hours = {"hour", "hours"},
    .days = {"day", "days"},
};
constexpr CalendarWords german{
    .weekdays = {"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
    .weekdays_short = {"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"},
    .months = {"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
               "Oktober", "November", "Dezember"},
    .seconds = {"Sekunde", "Sekunden"},
    .minutes = {"Minute", "Minuten"},
    .hours = {"Stunde", "Stunden"},
    .days = {"Tag", "Tage"},
};
constexpr CalendarWords french{
    .weekdays = {"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
    .weekdays_short = {"dim", "lun", "mar", "mer", "jeu", "ven", "sam"},
    .months = {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
               "octobre", "novembre", "décembre"},
    .seconds = {"seconde", "secondes"},
    .minutes = {"minute", "minutes"},
    .hours = {"heure", "heures"},
    .days = {"jour", "jours"},
};
constexpr CalendarWords spanish{
    .weekdays = {"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
    .weekdays_short = {"dom", "lun", "mar", "mié", "jue", "vie", "sáb"},
    .months = {"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
               "septiembre", "octubre", "noviembre", "diciembre"},
    .seconds = {"segundo", "segundos"},
    .minutes = {"minuto", "minutos"},
    .hours = {"hora", "horas"},
    .days = {"día", "días"},
};

}  // namespace

const CalendarWords& calendar_words(Language language) {
    switch (language) {
    case Language::English:
        return english;
    case Language::German:
        return german;
    case Language::French:
        return french;
    case Language::Spanish:
        return spanish;
    }
    UNREACHABLE();
}

}  // namespace standby::interchange
