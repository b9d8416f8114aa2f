#include "http/api/entry_body.hpp"

#include "base/text.hpp"
#include "core/model/limits.hpp"
#include "http/api/body.hpp"
#include "http/api/house_body.hpp"
#include "http/api/wants_body.hpp"
#include "http/auth/jws.hpp"
#include "interchange/contact/contact.hpp"
#include "interchange/contact/numbering.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <utility>
#include <vector>

namespace standby::http {
namespace {

constexpr std::size_t contact_length_max = 254;
constexpr std::size_t locale_length_max = 35;
constexpr std::size_t region_length_max = 10;
constexpr std::size_t referral_code_length_max = 40;
constexpr std::size_t audience_length_max = 200;
constexpr std::int64_t numeric_date_max = 253'402'300'799;  // the end of the year 9999

constexpr Choice<core::RemoveCause> remove_choices[] = {
    {"requested", core::RemoveCause::Requested},
    {"fraud", core::RemoveCause::Fraud},
};

// The address as it was written: some mail servers do tell capital letters apart.
std::optional<std::string> read_email(FieldReader& reader) {
    auto email = reader.text("email", {.length_max = contact_length_max});
    if (!email || email->empty()) {
        return email;
    }
    if (const auto normal = interchange::normalise_email(*email); !normal) {
        reader.error("email", normal.error());
        return std::nullopt;
    }
    return email;
}

// In the country that the body names, or else the one that is known.
std::optional<std::string> read_phone(FieldReader& reader, std::string_view known_region) {
    const auto region = reader.text("region", {.length_max = region_length_max});
    auto phone = reader.text("phone", {.length_max = contact_length_max});
    const bool is_named = region && !region->empty();
    if (is_named && interchange::numbering_plan(*region) == nullptr) {
        reader.error("region", "must be the code of a country such as DE");
        return std::nullopt;
    }
    if (!phone || phone->empty()) {
        return phone;
    }
    auto normal = interchange::normalise_phone(*phone, is_named ? *region : known_region);
    if (!normal) {
        reader.error("phone", normal.error());
        return std::nullopt;
    }
    return std::move(*normal);
}

std::optional<std::string> read_locale(FieldReader& reader) {
    auto locale = reader.text("locale", {.length_max = locale_length_max});
    if (locale && !std::ranges::all_of(*locale, [](char letter) {
            return is_letter_or_digit(letter) || letter == '-';
        })) {
        reader.error("locale", "must be a language tag, such as de or pt-BR");
        return std::nullopt;
    }
    return locale;
}

std::optional<std::uint32_t> read_party_size(FieldReader& reader) {
    const auto size = reader.integer("party_size", 1, core::limits::party_size_max);
    return size ? std::optional(static_cast<std::uint32_t>(*size)) : std::nullopt;
}

std::optional<std::uint8_t> read_tier(FieldReader& reader) {
    const auto tier = reader.integer("tier", 0, core::limits::tier_max);
    return tier ? std::optional(static_cast<std::uint8_t>(*tier)) : std::nullopt;
}

std::optional<std::int32_t> read_points(FieldReader& reader) {
    const auto points = reader.integer("points", 0, core::limits::points_max);
    return points ? std::optional(static_cast<std::int32_t>(*points)) : std::nullopt;
}

// True, or the text itself.
void read_consent(FieldReader& reader, JoinBody& join) {
    const JsonValue* consent = reader.given("consent");
    if (consent == nullptr) {
        return;
    }
    if (consent->type == JsonType::Boolean) {
        join.consents_to_house = consent->boolean;
    } else if (consent->type == JsonType::Text) {
        join.consent_text = reader.lines("consent", consent_length_max).value_or("");
        if (join.consent_text.find_first_not_of(" \n") == std::string::npos) {
            join.consent_text.clear();
        }
    } else {
        reader.error("consent", "must be true, or the text that was agreed to");
    }
}

void require_contact(FieldReader& reader, const JoinBody& join) {
    if (join.walk_in && !join.person.name.empty()) {
        return;
    }
    for (const std::string_view name : {"email", "phone", "user_id", "signed"}) {
        const JsonValue* value = reader.given(name);
        const bool is_blank = value != nullptr && value->type == JsonType::Text &&
                              value->text.find_first_not_of(' ') == std::string_view::npos;
        if (value != nullptr && !is_blank) {
            return;
        }
    }
    if (join.walk_in) {
        reader.error("name", "is required, unless email or phone is given");
    } else {
        reader.error("email", "is required, unless phone or user_id is given");
    }
}

// Only staff may say these; the route checks that.
void read_desk_fields(FieldReader& reader, JoinBody& join) {
    join.walk_in = reader.boolean("walk_in").value_or(false);
    join.give_now = reader.boolean("give_now").value_or(false);
    join.over_capacity = reader.boolean("over_capacity").value_or(false);
    if (join.over_capacity && !join.give_now) {
        reader.error("over_capacity", "is for give_now");
    }
}

// Seconds since 1970, as JWTs write times.
std::optional<Time> read_numeric_date(FieldReader& reader, std::string_view name) {
    const auto seconds = reader.integer(name, 0, numeric_date_max);
    return seconds ? std::optional(Time{std::chrono::seconds{*seconds}}) : std::nullopt;
}

// A blank text is the same as none.
std::optional<std::string> filled(std::optional<std::string> text) {
    return text && !text->empty() ? std::move(text) : std::nullopt;
}

// A value, or null for none; nothing when the field is absent or wrong.
std::optional<std::optional<std::string>> or_null(FieldReader& reader, std::string_view name,
                                                  std::optional<std::string> value) {
    if (reader.is_null(name)) {
        return std::optional<std::optional<std::string>>{std::in_place};
    }
    if (value && value->empty()) {
        reader.error(name, "must not be blank; use null to clear it");
        return std::nullopt;
    }
    if (!value) {
        return std::nullopt;
    }
    return std::optional<std::optional<std::string>>{std::in_place, std::move(*value)};
}

void set(std::string& value, const std::optional<std::optional<std::string>>& change) {
    if (change) {
        value = change->value_or("");
    }
}

}  // namespace

Result<JoinBody, Problem> parse_join(std::string_view body, const Zone& zone,
                                     std::string_view region) {
    const JsonDocument document = TRY(read_object(body, EmptyBody::Refused));
    return read_join(document.root(), zone, region);
}

bool is_about_phone(const Problem& problem) {
    return std::ranges::any_of(problem.errors,
                               [](const FieldError& error) { return error.field == "phone"; });
}

Result<JoinBody, Problem> read_join(const JsonValue& object, const Zone& zone,
                                    std::string_view region) {
    return read_fields<JoinBody>(object, [&](FieldReader& reader, JoinBody& join) {
        engine::Person& person = join.person;
        person.name = reader.text("name", {.length_max = person_name_length_max}).value_or("");
        read_desk_fields(reader, join);
        require_contact(reader, join);
        person.email = read_email(reader).value_or("");
        person.phone = read_phone(reader, region).value_or("");
        person.user_id = reader.text("user_id", {.length_max = user_id_length_max}).value_or("");
        person.time_zone = read_time_zone(reader, "time_zone").value_or("");
        person.locale = read_locale(reader).value_or("");
        join.party_size = read_party_size(reader).value_or(1);
        reader.object("wants", [&](FieldReader& wants) { join.wants = read_wants(wants, zone); });
        join.wants.instant_yes = read_instant_yes(reader, "instant_yes").value_or(std::nullopt);
        join.wants.time_zone = person.time_zone;
        join.unlisted = reader.boolean("unlisted").value_or(false);
        join.names_tier = reader.given("tier") != nullptr;
        join.names_points = reader.given("points") != nullptr;
        join.tier = read_tier(reader).value_or(0);
        join.points = read_points(reader).value_or(0);
        join.joined_at = reader.time("joined_at");
        join.referral_code =
            reader.text("referral_code", {.length_max = referral_code_length_max}).value_or("");
        join.group = reader.text("group", {.length_max = group_length_max}).value_or("");
        read_consent(reader, join);
        join.signed_text = reader.text("signed", {.length_max = jws_length_max}).value_or("");
    });
}

bool may_be_signed(std::string_view body) {
    return body.find("signed") != std::string_view::npos ||
           body.find('\\') != std::string_view::npos;
}

// Others may stand beside ours, as in tokens that serve other purposes, too.
Result<JoinClaims, Problem> parse_join_claims(std::string_view payload) {
    const auto document = read_json(payload);
    if (!document || document->root().type != JsonType::Object) {
        return std::unexpected(invalid("signed", "must have claims that are a JSON object"));
    }
    std::vector<FieldError> errors;
    FieldReader reader{document->root(), "signed", errors};
    JoinClaims claims;
    for (const std::string_view name : {"sub", "aud", "iat", "exp"}) {
        reader.require(name);
    }
    claims.user_id =
        reader.text("sub", {.length_max = user_id_length_max, .may_be_blank = false}).value_or("");
    claims.audience = reader.text("aud", {.length_max = audience_length_max}).value_or("");
    claims.issued_at = read_numeric_date(reader, "iat").value_or(Time{});
    claims.expires_at = read_numeric_date(reader, "exp").value_or(Time{});
    claims.not_before = read_numeric_date(reader, "nbf");
    claims.name = filled(reader.text("name", {.length_max = person_name_length_max}));
    claims.email = filled(read_email(reader));
    claims.phone = filled(read_phone(reader, {}));
    claims.group = filled(reader.text("group", {.length_max = group_length_max}));
    claims.tier = read_tier(reader);
    claims.points = read_points(reader);
    claims.joined_at = reader.time("joined_at");
    claims.email_verified = reader.boolean("email_verified").value_or(false);
    if (!errors.empty()) {
        return std::unexpected(invalid(std::move(errors)));
    }
    return claims;
}

Result<void, Problem> take_claims(const JoinClaims& claims, JoinBody& join) {
    std::vector<FieldError> errors;
    const auto take = [&errors](std::string_view field, auto& value, const auto& claim,
                                bool is_given) {
        if (claim && is_given && value != *claim) {
            errors.push_back({std::string(field), "differs from what is signed"});
        } else if (claim) {
            value = *claim;
        }
    };
    const auto take_text = [&](std::string_view field, std::string& value,
                               const std::optional<std::string>& claim) {
        take(field, value, claim, !value.empty());
    };
    engine::Person& person = join.person;
    take_text("user_id", person.user_id, claims.user_id);
    take_text("name", person.name, claims.name);
    if (claims.email &&
        interchange::normalise_email(person.email) == interchange::normalise_email(*claims.email)) {
        person.email = *claims.email;  // the same, written in another way
    }
    take_text("email", person.email, claims.email);
    take_text("phone", person.phone, claims.phone);
    take_text("group", join.group, claims.group);
    take("tier", join.tier, claims.tier, join.names_tier);
    take("points", join.points, claims.points, join.names_points);
    take("joined_at", join.joined_at, claims.joined_at, join.joined_at.has_value());
    if (!errors.empty()) {
        return std::unexpected(invalid(std::move(errors)));
    }
    return {};
}

void add_consent(JoinBody& join, std::string_view source, Time now) {
    if (!join.consent_text.empty()) {
        join.person.consent_text = join.consent_text;
        join.person.consent_source = source;
        join.person.consent_at = now;
    }
}

Result<EntryPatchBody, Problem> parse_entry_patch(std::string_view body, const Zone& zone,
                                                  std::string_view region) {
    const JsonDocument document = TRY(read_object(body, EmptyBody::Refused));
    return read_entry_patch(document.root(), zone, region);
}

Result<EntryPatchBody, Problem> read_entry_patch(const JsonValue& object, const Zone& zone,
                                                 std::string_view region) {
    return read_fields<EntryPatchBody>(object, [&](FieldReader& reader, EntryPatchBody& patch) {
        reader.object("wants", [&](FieldReader& wants) { patch.wants = read_wants(wants, zone); });
        patch.instant_yes = read_instant_yes(reader, "instant_yes");
        if (reader.is_null("instant_yes")) {
            patch.instant_yes.emplace(std::nullopt);
        }
        patch.party_size = read_party_size(reader);
        patch.name =
            or_null(reader, "name", reader.text("name", {.length_max = person_name_length_max}));
        patch.email = or_null(reader, "email", read_email(reader));
        patch.phone = or_null(reader, "phone", read_phone(reader, region));
        patch.time_zone = or_null(reader, "time_zone", read_time_zone(reader, "time_zone"));
        patch.locale = or_null(reader, "locale", read_locale(reader));
        patch.unlisted = reader.boolean("unlisted").value_or(false);
        patch.tier = read_tier(reader);
        patch.points = read_points(reader);
    });
}

core::Wants merged(const EntryPatchBody& patch, const core::Wants& present) {
    core::Wants wants = patch.wants.value_or(present);
    wants.time_zone = present.time_zone;
    set(wants.time_zone, patch.time_zone);
    wants.by_text = present.by_text;
    wants.instant_yes = patch.instant_yes.value_or(present.instant_yes);
    return wants;
}

engine::Person merged(const EntryPatchBody& patch, const engine::Person& present) {
    engine::Person person = present;
    set(person.name, patch.name);
    set(person.email, patch.email);
    set(person.phone, patch.phone);
    set(person.time_zone, patch.time_zone);
    set(person.locale, patch.locale);
    return person;
}

Result<PromoteBody, Problem> parse_promote(std::string_view body) {
    return read_optional_body<PromoteBody>(body, [](FieldReader& reader, PromoteBody& promote) {
        if (const auto text = reader.text("opening_id", {.length_max = 40})) {
            promote.opening = core::parse_opening_id(*text);
            if (!promote.opening) {
                reader.error("opening_id", "must be the id of an opening, such as opn_4000001");
            }
        }
        promote.reason = reader.text("reason", {.length_max = note_length_max}).value_or("");
        promote.accept = reader.boolean("accept").value_or(false);
    });
}

Result<core::RemoveCause, Problem> parse_remove(std::string_view body) {
    return read_optional_body<core::RemoveCause>(
        body, [](FieldReader& reader, core::RemoveCause& cause) {
            cause = reader.choice("cause", remove_choices).value_or(core::RemoveCause::Requested);
        });
}

Result<void, Problem> parse_nothing(std::string_view body) {
    struct Nothing {};
    TRY(read_optional_body<Nothing>(body, [](FieldReader&, Nothing&) {}));
    return {};
}

}  // namespace standby::http
