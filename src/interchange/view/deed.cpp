#include "interchange/view/deed.hpp"

#include "interchange/view/ids.hpp"

namespace standby::interchange {

std::string actor_of(const engine::StaffDeed& deed) {
    return deed.is_operator   ? "operator"
           : deed.member != 0 ? format_member_id(deed.member)
           : deed.key != 0    ? format_key_id(deed.key)
                              : "";
}

void write_deed(JsonWriter& writer, const engine::StaffRow& row) {
    const auto record = engine::decode_record(row.data);
    const engine::StaffDeed deed = record ? record->deed : engine::StaffDeed{};
    writer.begin_object();
    writer.natural("seq", row.number);
    writer.time("at", row.at);
    writer.text_or_null("act", deed.act);
    writer.text_or_null("actor", actor_of(deed));
    writer.text_or_null("subject", deed.subject);
    writer.text_or_null("detail", deed.detail);
    writer.text_or_null("client", row.origin.client);
    writer.text("hash", to_hex(row.link));
    writer.end_object();
}

}  // namespace standby::interchange
