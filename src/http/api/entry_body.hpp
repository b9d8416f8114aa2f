// The bodies about entries: joining, changing, promoting and removing one.
#pragma once

#include "base/json/value.hpp"
#include "base/result.hpp"
#include "base/zone.hpp"
#include "core/model/command.hpp"
#include "core/model/ids.hpp"
#include "core/model/wants.hpp"
#include "engine/ports/store.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

inline constexpr std::size_t person_name_length_max = 200;
inline constexpr std::size_t user_id_length_max = 200;
inline constexpr std::size_t group_length_max = 100;
inline constexpr std::size_t note_length_max = 500;

// POST /v1/resources/{id}/waitlist:join. A blank text is the same as none.
struct JoinBody {
    // The e-mail address as written, the phone number in E.164, both valid; at least one of
    // e-mail, phone and user id is there, but for a walk-in, who may have a name alone. The time
    // zone is also in `wants`.
    engine::Person person;
    core::Wants wants;
    std::uint32_t party_size = 1;
    std::uint8_t tier = 0;
    std::int32_t points = 0;
    // Given at all: for staff only, or signed by the business.
    bool names_tier = false;
    bool names_points = false;
    std::string referral_code;  // as written; see referral_code.hpp
    std::string group;
    // What was agreed to: a text of the caller's own, or that of the house.
    std::string consent_text;
    bool consents_to_house = false;
    std::string signed_text;  // what the business signed; see http/auth/jws.hpp
    // Staff only. Whoever stands at the desk or is on the phone: nothing has to be confirmed, and a
    // name is enough.
    bool walk_in = false;
    bool give_now = false;       // a place, ahead of the line
    bool over_capacity = false;  // even where none is free
    bool unlisted = false;       // names that are not in the catalogue are meant as they are
    // They have waited since then, and keep that place. Staff only, or signed by the business.
    std::optional<Time> joined_at{};

    bool names_desk_fields() const { return walk_in || give_now || over_capacity; }
};
// Puts what was agreed to, if anything, beside the person.
void add_consent(JoinBody& join, std::string_view source, Time now);
// `zone` is the resource's. `region` is the country of a phone number without a country code,
// unless the body names another.
Result<JoinBody, Problem> parse_join(std::string_view body, const Zone& zone,
                                     std::string_view region = {});
// The same of an object that was made of something else, such as a form or a line of a table.
Result<JoinBody, Problem> read_join(const JsonValue& object, const Zone& zone,
                                    std::string_view region = {});
// Whether the phone number was what could not be read: with a region it may be a good one.
[[nodiscard]] bool is_about_phone(const Problem& problem);

// Whether there may be something signed in the body: cheap, and never no when there is.
[[nodiscard]] bool may_be_signed(std::string_view body);

// What a business signed about a user of its own app who joins. All of it is well-formed; whether
// it is of this list and this hour is for the route to check.
struct JoinClaims {
    std::string user_id;
    std::optional<std::string> name;
    std::optional<std::string> email;  // as in JoinBody
    std::optional<std::string> phone;
    std::optional<std::string> group;
    std::optional<std::uint8_t> tier;
    std::optional<std::int32_t> points;
    std::optional<Time> joined_at;
    bool email_verified = false;
    std::string audience;
    Time issued_at{};
    Time expires_at{};
    std::optional<Time> not_before;
};
Result<JoinClaims, Problem> parse_join_claims(std::string_view payload);
// Puts the claims into the body, where nothing else may stand in their place.
Result<void, Problem> take_claims(const JoinClaims& claims, JoinBody& join);

// PATCH /v1/waitlist/{id}. Unset fields stay as they are. An inner nothing (null in the body) takes
// the value away.
struct EntryPatchBody {
    // Replaces the wants as a whole, but for the time zone and the instant yes.
    std::optional<core::Wants> wants;
    std::optional<std::optional<core::InstantYes>> instant_yes;
    std::optional<std::uint32_t> party_size;
    std::optional<std::optional<std::string>> name;
    std::optional<std::optional<std::string>> email;  // as in JoinBody
    std::optional<std::optional<std::string>> phone;
    std::optional<std::optional<std::string>> time_zone;
    std::optional<std::optional<std::string>> locale;
    std::optional<std::uint8_t> tier;
    std::optional<std::int32_t> points;
    bool unlisted = false;  // as in JoinBody

    bool names_staff_fields() const { return tier || points; }
    bool changes_person() const { return name || email || phone || time_zone || locale; }
    bool changes_wants() const { return wants || instant_yes || time_zone; }
};
Result<EntryPatchBody, Problem> parse_entry_patch(std::string_view body, const Zone& zone,
                                                  std::string_view region = {});
Result<EntryPatchBody, Problem> read_entry_patch(const JsonValue& object, const Zone& zone,
                                                 std::string_view region = {});

// What the present values become.
core::Wants merged(const EntryPatchBody& patch, const core::Wants& present);
engine::Person merged(const EntryPatchBody& patch, const engine::Person& present);

// POST /v1/waitlist/{id}:promote. Everything is optional.
// What a person may be looked for by.
inline constexpr std::size_t person_text_length_max = 254;

struct PromoteBody {
    std::optional<core::OpeningId> opening;  // of which resource is for the route to check
    std::string reason;
    bool accept = false;  // staff have the guest's yes
};
Result<PromoteBody, Problem> parse_promote(std::string_view body);

// POST /v1/waitlist/{id}:remove. Why, where that is said.
Result<core::RemoveCause, Problem> parse_remove(std::string_view body);

// For calls that take no fields: no body, or {}.
Result<void, Problem> parse_nothing(std::string_view body);

}  // namespace standby::http
