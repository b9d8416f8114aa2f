// The ids that callers see. Number 0 is nothing, everywhere.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/registry.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::interchange {

// Members that name something of a resource by its id, or are null where there is none.
void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::Ticket entry);
void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::OfferNumber offer);
void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::OpeningNumber opening);

// The written name of an enumerator, or null for the one that stands for nothing.
template <class Enum>
void write_name(JsonWriter& writer, std::string_view member, Enum value, Enum nothing) {
    writer.text_or_null(member, value == nothing ? std::string_view{} : name_of(value));
}

// "acc_1", "key_3", "mem_2", "inv_3", "pk_4", "sig_5", "card_9"; "svc_6", "per_7" and "plc_8" for
// what is in the catalogue.
std::string format_account_id(engine::AccountNumber account);
std::string format_key_id(std::uint64_t number);
std::string format_member_id(std::uint64_t number);
std::string format_invitation_id(std::uint64_t number);
std::string format_passkey_id(std::uint64_t number);
std::string format_signing_key_id(std::uint64_t number);
std::string format_card_id(std::uint64_t number);
std::string format_catalogue_id(engine::CatalogueKind kind, std::uint64_t number);
// Nothing for what is not such an id.
std::optional<std::uint64_t> parse_key_id(std::string_view text);
std::optional<std::uint64_t> parse_member_id(std::string_view text);
std::optional<std::uint64_t> parse_invitation_id(std::string_view text);
std::optional<std::uint64_t> parse_passkey_id(std::string_view text);
std::optional<std::uint64_t> parse_signing_key_id(std::string_view text);
std::optional<std::uint64_t> parse_card_id(std::string_view text);
std::optional<std::uint64_t> parse_catalogue_id(engine::CatalogueKind kind, std::string_view text);

// A calendar that a list follows: "cal_1_7", of the list res_1 and with a number of its own, so
// that the list is found without a look-up.
struct CalendarId {
    core::ResourceNumber resource;
    std::uint64_t number = 0;
};
std::string format_calendar_id(const CalendarId& id);
std::optional<CalendarId> parse_calendar_id(std::string_view text);

// A wording: "offer.mail.de".
std::string format_voice_id(const engine::VoiceKey& key);
// Nothing for what is not of this form. Whether it can be worded is the post office's affair.
std::optional<engine::VoiceKey> parse_voice_id(std::string_view text);

}  // namespace standby::interchange
