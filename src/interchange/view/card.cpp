#include "interchange/view/card.hpp"

#include "interchange/view/ids.hpp"

namespace standby::interchange {

using engine::IntakeMail;
using engine::IntakeState;

bool has_card(const IntakeMail& mail) {
    return mail.state != IntakeState::Unread && mail.state != IntakeState::Forgotten;
}

void write_card(JsonWriter& writer, const IntakeMail& mail) {
    const bool can_be_undone = mail.settled_at && (mail.state == IntakeState::Approved ||
                                                   mail.state == IntakeState::Dismissed);
    writer.begin_object();
    writer.text("id", format_card_id(mail.number));
    writer.text("resource_id", core::format_id(mail.resource));
    writer.text("state", name_of(mail.state));
    writer.time("received_at", mail.received_at);
    writer.natural("size", mail.size);
    write_id(writer, "entry_id", mail.resource, mail.entry);
    writer.boolean("was_there", mail.state == IntakeState::Approved && mail.entry == 0);
    writer.time("settled_at", mail.settled_at);
    writer.time("undo_until", can_be_undone
                                  ? std::optional(*mail.settled_at + engine::intake_undo_time)
                                  : std::nullopt);
    writer.name("reading");
    if (mail.card.empty()) {
        writer.null();
    } else {
        writer.raw(mail.card);
    }
    writer.end_object();
}

}  // namespace standby::interchange
