// Marks for personal data and tokens. Answers are made where neither is known and may be stored, so
// they carry marks instead: `name:ent_…`, `email:ent_…`, `phone:ent_…`, `consent:ent_…`,
// `token:ent_…`, `status_url:ent_…`, `group_code:ent_…`, `claim_url:off_…`, `payment_url:off_…`.
// Each is between two bytes 0x1A, which JSON text cannot contain; behind a slash comes the epoch of
// the entry's links, where it is not 0. They are filled in when the answer leaves.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::interchange {

enum class EntryMark : std::uint8_t { Name, Email, Phone, Consent, Token, StatusUrl, GroupCode };

// Where the values come from. Called while filling in, on whatever thread does that.
class PlaceholderSource {
public:
    virtual ~PlaceholderSource() = default;
    // Null: nobody stands beside this entry; what is told of a person is then null.
    virtual const engine::Person* person(core::EntryId entry) const = 0;
    virtual std::string token(core::EntryId entry, std::uint32_t epoch) const = 0;
    virtual std::string status_url(core::EntryId entry, std::uint32_t epoch) const = 0;
    virtual std::string group_code(core::EntryId entry, std::uint32_t epoch) const = 0;
    virtual std::string claim_url(core::OfferId offer, std::uint32_t epoch) const = 0;
    // Where the guest of the offer can pay; empty: nowhere now.
    virtual std::string payment_url(core::OfferId) const { return {}; }
};

// A member whose value is a mark. The epoch is that of the entry's links.
void write_mark(JsonWriter& writer, std::string_view member, EntryMark mark, core::EntryId entry,
                std::uint32_t epoch = 0);
void write_claim_url(JsonWriter& writer, std::string_view member, core::OfferId offer,
                     std::uint32_t epoch);
void write_payment_url(JsonWriter& writer, std::string_view member, core::OfferId offer);

// The body with every mark replaced by its value, or by null where there is none. In one pass: a
// value that looks like a mark is not looked at again. A mark that makes no sense becomes null.
std::string fill_in(std::string_view body, const PlaceholderSource& source);

// The entries whose person fill_in will ask for, each once, ascending: to be read beforehand.
std::vector<core::EntryId> people_named_in(std::string_view body);

}  // namespace standby::interchange
