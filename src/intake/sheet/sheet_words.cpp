// Short, because they stand in cells. One table for each language.
#include "intake/sheet/sheet_words.hpp"

#include <fmt/core.h>

namespace standby::intake::sheet {
namespace {

struct Words {
    std::string_view unverified;
    std::string_view waiting;
    std::string_view offered;
    std::string_view confirming;
    std::string_view accepted;
    std::string_view declined;
    std::string_view expired;
    std::string_view left;
    std::string_view removed;
    std::string_view cancelled;
    std::string_view no_show;
    std::string_view attended;
    std::string_view needs_contact;
    std::string_view join_is_fixed;
    std::string_view in_future;
    std::string_view second_row;
    std::string_view erased;
    std::string_view heading_twice;  // {} is the heading
};

constexpr Words english{
    .unverified = "Not confirmed",
    .waiting = "Waiting",
    .offered = "Offered",
    .confirming = "Confirming",
    .accepted = "Booked",
    .declined = "Declined",
    .expired = "No answer",
    .left = "Left",
    .removed = "Removed",
    .cancelled = "Cancelled",
    .no_show = "No-show",
    .attended = "Was here",
    .needs_contact = "Needs a mobile number or an e-mail address to be on the list",
    .join_is_fixed = "The join time of someone who is on the list can't be changed",
    .in_future = "The join time has not happened yet; they joined when the row was first seen",
    .second_row = "Is on the list already, with the same contact and the same wish",
    .erased = "This person asked to be forgotten: please delete the row",
    .heading_twice = "Two columns are headed {}, and the first one counts: please give the other "
                     "one another heading",
};
constexpr Words german{
    .unverified = "Nicht bestätigt",
    .waiting = "Wartet",
    .offered = "Angeboten",
    .confirming = "Wird bestätigt",
    .accepted = "Gebucht",
    .declined = "Abgelehnt",
    .expired = "Keine Antwort",
    .left = "Ausgetragen",
    .removed = "Entfernt",
    .cancelled = "Abgesagt",
    .no_show = "Nicht erschienen",
    .attended = "War da",
    .needs_contact = "Braucht eine Handynummer oder eine E-Mail-Adresse, um auf der Liste zu sein",
    .join_is_fixed = "Wann jemand auf die Liste kam, lässt sich nicht mehr ändern",
    .in_future = "Dieser Zeitpunkt liegt noch in der Zukunft; es zählt, wann die Zeile zum ersten "
                 "Mal gesehen wurde",
    .second_row = "Steht schon auf der Liste, mit demselben Kontakt und demselben Wunsch",
    .erased = "Diese Person wollte vergessen werden: bitte die Zeile löschen",
    .heading_twice = "Zwei Spalten heißen {}, und die erste zählt: bitte der anderen eine andere "
                     "Überschrift geben",
};
constexpr Words french{
    .unverified = "Pas confirmé",
    .waiting = "En attente",
    .offered = "Proposé",
    .confirming = "En confirmation",
    .accepted = "Réservé",
    .declined = "Refusé",
    .expired = "Sans réponse",
    .left = "Parti",
    .removed = "Retiré",
    .cancelled = "Annulé",
    .no_show = "Absent",
    .attended = "Est venu",
    .needs_contact = "Il faut un numéro de mobile ou une adresse e-mail pour être sur la liste",
    .join_is_fixed =
        "L’heure d’inscription d’une personne déjà sur la liste ne peut pas être changée",
    .in_future = "Cette heure d’inscription n’est pas encore passée ; c’est la première lecture de "
                 "la ligne qui compte",
    .second_row = "Est déjà sur la liste, avec le même contact et le même souhait",
    .erased = "Cette personne a demandé à être oubliée : veuillez supprimer la ligne",
    .heading_twice = "Deux colonnes s’intitulent {}, et la première compte : veuillez donner un "
                     "autre titre à l’autre",
};
constexpr Words spanish{
    .unverified = "Sin confirmar",
    .waiting = "En espera",
    .offered = "Ofrecido",
    .confirming = "Confirmándose",
    .accepted = "Reservado",
    .declined = "Rechazado",
    .expired = "Sin respuesta",
    .left = "Se fue",
    .removed = "Quitado",
    .cancelled = "Cancelado",
    .no_show = "No vino",
    .attended = "Vino",
    .needs_contact = "Necesita un móvil o una dirección de correo para estar en la lista",
    .join_is_fixed = "No se puede cambiar la hora en que se apuntó alguien que ya está en la lista",
    .in_future = "Esa hora aún no ha llegado; cuenta cuándo se vio la fila por primera vez",
    .second_row = "Ya está en la lista, con el mismo contacto y el mismo deseo",
    .erased = "Esta persona pidió que se la olvidara: borre la fila, por favor",
    .heading_twice = "Dos columnas se llaman {}, y cuenta la primera: dé otro encabezado a la "
                     "otra, por favor",
};

const Words& words_in(Language language) {
    switch (language) {
    case Language::German:
        return german;
    case Language::French:
        return french;
    case Language::Spanish:
        return spanish;
    case Language::English:
        break;
    }
    return english;
}

}  // namespace

std::string_view status_word(core::EntryState state, Language language) {
    using enum core::EntryState;
    const Words& words = words_in(language);
    switch (state) {
    case None:
        return "";
    case Unverified:
        return words.unverified;
    case Waiting:
        return words.waiting;
    case Offered:
        return words.offered;
    case Confirming:
        return words.confirming;
    case Accepted:
        return words.accepted;
    case Declined:
        return words.declined;
    case Expired:
        return words.expired;
    case Left:
        return words.left;
    case Removed:
        return words.removed;
    case Cancelled:
        return words.cancelled;
    case NoShow:
        return words.no_show;
    case Attended:
        return words.attended;
    }
    return "";
}

std::string note_text(const Note& note, Language language) {
    const Words& words = words_in(language);
    switch (note.trouble) {
    case Trouble::Unreadable:
        return language == Language::English || note.at_home.empty() ? note.text : note.at_home;
    case Trouble::NeedsContact:
        return std::string(words.needs_contact);
    case Trouble::JoinIsFixed:
        return std::string(words.join_is_fixed);
    case Trouble::InFuture:
        return std::string(words.in_future);
    case Trouble::SecondRow:
        return std::string(words.second_row);
    case Trouble::Erased:
        return std::string(words.erased);
    }
    return {};
}

std::string heading_twice_text(std::string_view heading, Language language) {
    return fmt::format(fmt::runtime(words_in(language).heading_twice), heading);
}

}  // namespace standby::intake::sheet
