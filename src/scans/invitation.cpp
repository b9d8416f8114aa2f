// Read with libical. What counts is the first event: its words, and when it begins.
#include "base/characters.hpp"
#include "base/text.hpp"
#include "scans/documents.hpp"

#include <fmt/core.h>
#include <libical/ical.h>

#include <memory>

namespace standby::scans {
namespace {

using intake::MailPiece;
using intake::PieceKind;
using intake::PieceProblem;

struct FreeComponent {
    void operator()(icalcomponent* component) const { icalcomponent_free(component); }
};

void add_line(MailPiece& piece, std::string_view line) {
    const std::string_view trimmed = trim(line, " \n\t\r");
    if (trimmed.empty() || piece.text.size() + trimmed.size() > intake::piece_text_bytes_max) {
        return;
    }
    piece.text += trimmed;
    piece.text += '\n';
}

void add_value(MailPiece& piece, const char* value) {
    if (value != nullptr) {
        std::string text(value);
        std::erase(text, '\r');
        add_line(piece, text);
    }
}

// A time of a zone that the file describes, or of UTC, is a moment; any other is what clocks show.
void add_start(MailPiece& piece, icalcomponent* event) {
    const icaltimetype start = icalcomponent_get_dtstart(event);
    if (icaltime_is_null_time(start) != 0 || icaltime_is_valid_time(start) == 0 ||
        start.year < 1970 || start.year > 9999) {
        return;
    }
    const std::string date = fmt::format("{:04}-{:02}-{:02}", start.year, start.month, start.day);
    if (start.is_date != 0) {
        add_line(piece, date);
    } else if (start.zone != nullptr) {
        piece.moments.push_back(
            {.offset = piece.text.size(),
             .at = Time{std::chrono::seconds(icaltime_as_timet_with_zone(start, start.zone))}});
        piece.text += '\n';
    } else {
        add_line(piece, date + fmt::format(" {:02}:{:02}", start.hour, start.minute));
    }
}

}  // namespace

void read_invitation(const std::string& bytes, MailPiece& piece) {
    piece.kind = PieceKind::Invitation;
    std::string text = bytes;
    std::erase(text, '\0');
    const std::unique_ptr<icalcomponent, FreeComponent> calendar(
        icalparser_parse_string(text.c_str()));
    icalcomponent* event =
        calendar == nullptr ? nullptr
        : icalcomponent_isa(calendar.get()) == ICAL_VEVENT_COMPONENT
            ? calendar.get()
            : icalcomponent_get_first_component(calendar.get(), ICAL_VEVENT_COMPONENT);
    if (event == nullptr) {
        piece.problem = PieceProblem::Damaged;
        return;
    }
    add_value(piece, icalcomponent_get_summary(event));
    add_start(piece, event);
    add_value(piece, icalcomponent_get_location(event));
    add_value(piece, icalcomponent_get_description(event));
    std::string valid;
    for (std::string_view rest = piece.text; !rest.empty();) {
        const std::size_t length = character_length(rest);
        // A byte that is no character is a mark, so that the places of moments stay.
        valid += length == 0 ? std::string_view("?") : rest.substr(0, length);
        rest.remove_prefix(length == 0 ? 1 : length);
    }
    piece.text = std::move(valid);
}

}  // namespace standby::scans
