// What is known of numbers on WhatsApp. It comes and goes beside the control plane, as opt-outs do:
// no node keeps it in mind.
#include "store/control/control_plane.hpp"

#include <algorithm>

namespace standby::store {

using engine::StoreError;
using engine::WhatsAppNews;
using engine::WhatsAppNumber;

namespace {

SqlStatement put_news(core::ContactKey address, WhatsAppNews news, Time now) {
    switch (news) {
    case WhatsAppNews::Heard:
        // Whoever writes is there.
        return sql("INSERT INTO whatsapp_numbers (address, heard_at, absent_at)"
                   " VALUES ($1, $2, $3) ON CONFLICT (address) DO UPDATE SET"
                   " heard_at = excluded.heard_at, absent_at = excluded.absent_at"
                   " WHERE whatsapp_numbers.heard_at <= excluded.heard_at",
                   address, now, Time{});
    case WhatsAppNews::Absent:
        return sql("INSERT INTO whatsapp_numbers (address, heard_at, absent_at)"
                   " VALUES ($1, $2, $3) ON CONFLICT (address) DO UPDATE SET"
                   " absent_at = excluded.absent_at",
                   address, Time{}, now);
    case WhatsAppNews::Closed:
        break;
    }
    return sql("UPDATE whatsapp_numbers SET heard_at = $2 WHERE address = $1", address, Time{});
}

}  // namespace

Result<std::vector<WhatsAppNumber>, StoreError>
ControlPlane::whatsapp_numbers(std::span<const core::ContactKey> addresses) {
    auto found = TRY(sql_.all(
        in_sixteens(sql("SELECT address, heard_at, absent_at FROM whatsapp_numbers WHERE address IN"
                        " ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
                        " $16)"),
                    each_once(addresses)),
        [](SqlRow& row) {
            return WhatsAppNumber{
                .address = row.contact(0), .heard_at = row.time(1), .absent_at = row.time(2)};
        }));
    std::ranges::sort(found, {}, &WhatsAppNumber::address);
    return found;
}

Result<void, StoreError> ControlPlane::note_whatsapp(core::ContactKey address, WhatsAppNews news,
                                                     Time now) {
    const SqlStatement statement = put_news(address, news, now);
    TRY(sql_.put(std::span(&statement, 1)));
    return {};
}

Result<std::uint64_t, StoreError> ControlPlane::drop_whatsapp_numbers(Time before) {
    const SqlStatement statement =
        sql("DELETE FROM whatsapp_numbers WHERE heard_at < $1 AND absent_at < $1", before);
    return sql_.put(std::span(&statement, 1));
}

}  // namespace standby::store
