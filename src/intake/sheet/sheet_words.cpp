// Short, because they stand in cells.
#include "intake/sheet/sheet_words.hpp"

namespace standby::intake::sheet {

std::string_view status_word(core::EntryState state) {
    using enum core::EntryState;
    switch (state) {
    case None:
        return "";
    case Unverified:
        return "Not confirmed";
    case Waiting:
        return "Waiting";
    case Offered:
        return "Offered";
    case Confirming:
        return "Confirming";
    case Accepted:
        return "Booked";
    case Declined:
        return "Declined";
    case Expired:
        return "No answer";
    case Left:
        return "Left";
    case Removed:
        return "Removed";
    case Cancelled:
        return "Cancelled";
    case NoShow:
        return "No-show";
    case Attended:
        return "Was here";
    }
    return "";
}

std::string note_text(const Note& note) {
    switch (note.trouble) {
    case Trouble::Unreadable:
        return note.text;
    case Trouble::NeedsContact:
        return "Needs a mobile number or an e-mail address to be on the list";
    case Trouble::JoinIsFixed:
        return "The join time of someone who is on the list can't be changed";
    case Trouble::InFuture:
        return "The join time has not happened yet; they joined when the row was first seen";
    case Trouble::SecondRow:
        return "Is on the list already, with the same contact and the same wish";
    case Trouble::Erased:
        return "This person asked to be forgotten: please delete the row";
    }
    return {};
}

}  // namespace standby::intake::sheet
