// The form in which a guest says what they want and how to reach them: on joining, and later when
// wishes change. Only the fields that the kind of list needs; it works without scripts.
#pragma once

#include "base/json/value.hpp"
#include "base/zone.hpp"
#include "core/model/states.hpp"
#include "core/model/wants.hpp"
#include "http/pages/forms.hpp"
#include "http/pages/html.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

using FieldTexts = std::vector<std::pair<std::string, std::string>>;  // by field name
// The text of a field; empty when there is none.
std::string_view text_of(const FieldTexts& texts, std::string_view field);

// How much the size of a party matters, as far as is known.
enum class PartyField : std::uint8_t { None, AmongMore, Shown };

// A name out of the catalogue, to be ticked. Beside it stand names that the guest has and the
// catalogue doesn't.
struct WishChoice {
    std::string field;  // "want_service_3"
    std::string name;
    friend bool operator==(const WishChoice&, const WishChoice&) = default;
};
// What the fields of such ticks begin with; their values are the names.
inline constexpr std::string_view service_ticks = "want_service_";
inline constexpr std::string_view staff_ticks = "want_staff_";
inline constexpr std::string_view place_ticks = "want_place_";
// Sent along where there were ticks, so that none of them says something, too.
inline constexpr std::string_view had_service_ticks = "had_service_ticks";
inline constexpr std::string_view had_staff_ticks = "had_staff_ticks";
inline constexpr std::string_view had_place_ticks = "had_place_ticks";
// What was asked about, and is kept when it is sent once more.
inline constexpr std::string_view asked_service = "asked_service";

// By what guests can be written to; where nobody carries messages, both are worth knowing.
enum class ContactWays : std::uint8_t { Any, MailOnly, TextsOnly };

struct WishForm {
    core::Kind kind = core::Kind::Slots;
    PartyField party = PartyField::Shown;
    bool may_say_yes = false;  // the rules allow an instant yes
    std::string currency;      // of a highest price for that; empty: nothing is priced
    ContactWays ways = ContactWays::Any;
    bool knows_country = false;         // of phone numbers that are typed without its code
    std::vector<std::string> services;  // to choose from; other texts are fine too
    std::vector<std::string> staff;
    std::vector<WishChoice> service_choices;  // empty: there is no catalogue
    std::vector<WishChoice> staff_choices;
    std::vector<WishChoice> place_choices;  // empty: nobody is asked where
    std::string consent_text;               // to agree to; empty: nothing is asked
    FieldTexts values;                      // what was typed before
    FieldTexts errors;                      // a field name or "", and a sentence
};

// As choices of a field, one of which is chosen.
void add_notice_choices(Html& content, std::string_view chosen, Language language);

// All its fields, without the form around them.
void add_wish_fields(Html& content, const WishForm& form, Language language);

// Everything the fields are called, so that what was typed can be shown again.
std::vector<std::string> wish_field_names();
FieldTexts typed_values(const Form& form);
// What the fields hold for wishes that are there already. Dates are the zone's.
FieldTexts values_of(const core::Wants& wants, std::uint32_t party_size, const Zone& zone);

// The body of a join, or of a change, that the form stands for: what the API's JSON would say. In a
// change a blank field takes the value away. The form and the locale must outlive it.
enum class WishBody : std::uint8_t { Join, Change };
JsonValue body_of(const Form& form, core::Kind kind, WishBody body, std::string_view locale);

// The present wishes, with what the form can say replaced by what it says. What it cannot say stays
// as it is, and so does what it shows only roughly and was not touched.
core::Wants changed_wants(const core::Wants& present, const core::Wants& said, const Form& form,
                          core::Kind kind, const Zone& zone);

// The API's sentence about a field in the guest's language, where we have one; else as it is.
std::string error_text(std::string_view field, std::string_view sentence, Language language);
// The field of the form that an error of the API is shown at: "wants.latest" is at "latest".
std::string_view field_of_error(std::string_view api_field);

}  // namespace standby::http
