// What staff wrote to guests. The messages of one day are few, so who was written to how often is
// counted here, not by the database.
#include "base/number.hpp"
#include "store/control/control_plane.hpp"

#include <algorithm>
#include <map>

namespace standby::store {

using engine::AccountNumber;
using engine::AdmittedMessage;
using engine::StaffMessage;
using engine::StoreError;

namespace {

std::string tickets_text(const std::vector<core::Ticket>& tickets) {
    std::string text;
    for (const core::Ticket ticket : tickets) {
        text += text.empty() ? "" : " ";
        text += std::to_string(ticket);
    }
    return text;
}

std::vector<core::Ticket> tickets_from(std::string_view text) {
    std::vector<core::Ticket> tickets;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (const auto ticket = parse_number<core::Ticket>(text.substr(0, end))) {
            tickets.push_back(*ticket);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return tickets;
}

// Of the last day, without its words.
StaffMessage recent_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .account = {},
            .resource = row.id<core::ResourceNumber>(1),
            .request = {.high = row.hash(2), .low = row.hash(3)},
            .request_digest = row.hash(4),
            .guests = tickets_from(row.view(5)),
            .subject = {},
            .text = {}};
}

SqlStatement recent_ones(const StaffMessage& message, const Time& since) {
    return sql("SELECT number, resource, request_high, request_low, request_digest, guests"
               " FROM staff_messages WHERE account = $1 AND made_at > $2 ORDER BY number",
               message.account, since);
}

// What was kept under the same key; everybody else whom it was for stays where they are.
AdmittedMessage repeated(const StaffMessage& message, const StaffMessage& before) {
    AdmittedMessage admitted{.number = before.number,
                             .guests = before.guests,
                             .had_enough = {},
                             .over_budget = {},
                             .digest_was = before.request_digest};
    for (const core::Ticket guest : message.guests) {
        if (std::ranges::find(before.guests, guest) == before.guests.end()) {
            admitted.had_enough.push_back(guest);
        }
    }
    return admitted;
}

AdmittedMessage admit(const StaffMessage& message, const std::vector<StaffMessage>& recent) {
    const bool has_key = message.request != engine::RequestKey{};
    std::size_t used = 0;
    std::map<core::Ticket, std::size_t> written_to;
    for (const StaffMessage& one : recent) {
        if (has_key && one.request == message.request) {
            return repeated(message, one);
        }
        used += one.guests.size();
        for (const core::Ticket guest : one.guests) {
            written_to[guest] += one.resource == message.resource ? 1 : 0;
        }
    }
    AdmittedMessage admitted;
    for (const core::Ticket guest : message.guests) {
        if (written_to[guest] >= engine::staff_messages_per_guest_max) {
            admitted.had_enough.push_back(guest);
        } else if (used >= engine::staff_messages_per_account_max) {
            admitted.over_budget.push_back(guest);
        } else {
            ++used;
            admitted.guests.push_back(guest);
        }
    }
    admitted.left = engine::staff_messages_per_account_max -
                    std::min(used, engine::staff_messages_per_account_max);
    return admitted;
}

}  // namespace

Result<AdmittedMessage, StoreError> ControlPlane::add_staff_message(const StaffMessage& message) {
    AdmittedMessage admitted;
    const Time since = message.made_at - engine::staff_messages_span;
    TRY(sql_.change([&](SqlSession& session) -> Result<Change, std::string> {
        admitted = admit(message, TRY(session.all(recent_ones(message, since), recent_from)));
        if (admitted.number != 0 || admitted.guests.empty()) {
            return Change::None;
        }
        const std::string guests = tickets_text(admitted.guests);
        TRY(session.run(
            sql("INSERT INTO staff_messages (number, account, resource, made_at, request_high,"
                " request_low, request_digest, guests, subject, text)"
                " SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9"
                " FROM staff_messages RETURNING number",
                message.account, message.resource, message.made_at, message.request.high,
                message.request.low, message.request_digest, guests, message.subject, message.text),
            [&](SqlRow& row) { admitted.number = row.number<std::uint64_t>(0); }));
        return Change::Made;
    }));
    return admitted;
}

Result<AdmittedMessage, StoreError>
ControlPlane::room_for_staff_message(const StaffMessage& message) {
    const Time since = message.made_at - engine::staff_messages_span;
    return admit(message, TRY(sql_.all(recent_ones(message, since), recent_from)));
}

Result<std::optional<StaffMessage>, StoreError> ControlPlane::staff_message(std::uint64_t number) {
    return sql_.first(sql("SELECT number, resource, request_high, request_low, request_digest,"
                          " guests, account, made_at, subject, text FROM staff_messages"
                          " WHERE number = $1",
                          number),
                      [](SqlRow& row) {
                          StaffMessage message = recent_from(row);
                          message.account = row.id<AccountNumber>(6);
                          message.made_at = row.time(7);
                          message.subject = row.text(8);
                          message.text = row.text(9);
                          return message;
                      });
}

Result<std::uint64_t, StoreError> ControlPlane::drop_staff_messages(Time before,
                                                                    AccountNumber account) {
    const SqlStatement statements[] = {
        sql("UPDATE staff_messages SET subject = '', text = '' WHERE made_at < $1"
            " AND ($2 = 0 OR account = $2) AND text <> ''"
            " AND number = (SELECT max(number) FROM staff_messages)",
            before, account),
        sql("DELETE FROM staff_messages WHERE made_at < $1 AND ($2 = 0 OR account = $2)"
            " AND number < (SELECT max(number) FROM staff_messages)",
            before, account)};
    return sql_.put(statements);
}

Result<void, StoreError> ControlPlane::erase_staff_messages_to(core::EntryId entry) {
    const std::string ticket = std::to_string(core::number_of(entry));
    const SqlStatement statement = sql("UPDATE staff_messages SET subject = '', text = ''"
                                       " WHERE resource = $1 AND guests = $2",
                                       core::resource_of(entry), ticket);
    TRY(sql_.put(std::span(&statement, 1)));
    return {};
}

}  // namespace standby::store
