#include "interchange/view/ids.hpp"

#include "base/number.hpp"

namespace standby::interchange {
namespace {

constexpr std::string_view key_prefix = "key_";
constexpr std::string_view member_prefix = "mem_";
constexpr std::string_view invitation_prefix = "inv_";
constexpr std::string_view passkey_prefix = "pk_";
constexpr std::string_view signing_key_prefix = "sig_";
constexpr std::string_view card_prefix = "card_";
constexpr std::string_view resource_prefix = "res_";
constexpr std::string_view calendar_prefix = "cal_";
constexpr std::size_t locale_length_max = 12;

constexpr std::string_view catalogue_prefix(engine::CatalogueKind kind) {
    return kind == engine::CatalogueKind::Service  ? "svc_"
           : kind == engine::CatalogueKind::Person ? "per_"
                                                   : "plc_";
}

std::string format_number(std::string_view prefix, std::uint64_t number) {
    return std::string{prefix} + std::to_string(number);
}

std::optional<std::uint64_t> number_behind(std::string_view prefix, std::string_view text) {
    const bool is_ours = text.starts_with(prefix) && !text.substr(prefix.size()).starts_with('0');
    return is_ours ? parse_number<std::uint64_t>(text.substr(prefix.size())) : std::nullopt;
}

}  // namespace

void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::Ticket entry) {
    writer.text_or_null(member, entry == 0 ? "" : core::format_id(core::entry_id(resource, entry)));
}

void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::OfferNumber offer) {
    writer.text_or_null(member, offer == core::OfferNumber{}
                                    ? ""
                                    : core::format_id(core::offer_id(resource, offer)));
}

void write_id(JsonWriter& writer, std::string_view member, core::ResourceNumber resource,
              core::OpeningNumber opening) {
    writer.text_or_null(member, opening == core::OpeningNumber{}
                                    ? ""
                                    : core::format_id(core::opening_id(resource, opening)));
}

std::string format_account_id(engine::AccountNumber account) {
    return format_number("acc_", account.value());
}

std::string format_key_id(std::uint64_t number) {
    return format_number(key_prefix, number);
}

std::string format_member_id(std::uint64_t number) {
    return format_number(member_prefix, number);
}

std::string format_invitation_id(std::uint64_t number) {
    return format_number(invitation_prefix, number);
}
std::string format_passkey_id(std::uint64_t number) {
    return format_number(passkey_prefix, number);
}
std::string format_signing_key_id(std::uint64_t number) {
    return format_number(signing_key_prefix, number);
}
std::string format_card_id(std::uint64_t number) {
    return format_number(card_prefix, number);
}

std::string format_catalogue_id(engine::CatalogueKind kind, std::uint64_t number) {
    return format_number(catalogue_prefix(kind), number);
}
std::optional<std::uint64_t> parse_catalogue_id(engine::CatalogueKind kind, std::string_view text) {
    return number_behind(catalogue_prefix(kind), text);
}

std::string format_calendar_id(const CalendarId& id) {
    return std::string(calendar_prefix) +
           core::format_id(id.resource).substr(resource_prefix.size()) + "_" +
           std::to_string(id.number);
}
std::optional<CalendarId> parse_calendar_id(std::string_view text) {
    const std::size_t divide = text.rfind('_');
    if (!text.starts_with(calendar_prefix) || divide < calendar_prefix.size()) {
        return std::nullopt;
    }
    const auto resource = core::parse_resource_id(
        std::string(resource_prefix) +
        std::string(text.substr(calendar_prefix.size(), divide - calendar_prefix.size())));
    const auto number = number_behind("_", text.substr(divide));
    if (!resource || !number || *number == 0) {
        return std::nullopt;
    }
    return CalendarId{.resource = *resource, .number = *number};
}

std::optional<std::uint64_t> parse_key_id(std::string_view text) {
    return number_behind(key_prefix, text);
}

std::optional<std::uint64_t> parse_member_id(std::string_view text) {
    return number_behind(member_prefix, text);
}

std::optional<std::uint64_t> parse_invitation_id(std::string_view text) {
    return number_behind(invitation_prefix, text);
}
std::optional<std::uint64_t> parse_passkey_id(std::string_view text) {
    return number_behind(passkey_prefix, text);
}
std::optional<std::uint64_t> parse_card_id(std::string_view text) {
    return number_behind(card_prefix, text);
}

std::optional<std::uint64_t> parse_signing_key_id(std::string_view text) {
    return number_behind(signing_key_prefix, text);
}

std::string format_voice_id(const engine::VoiceKey& key) {
    std::string id{engine::name_of(key.kind)};
    id += '.';
    id += engine::name_of(key.channel);
    return id + '.' + key.locale;
}

std::optional<engine::VoiceKey> parse_voice_id(std::string_view text) {
    const std::size_t first = text.find('.');
    const std::size_t last = text.rfind('.');
    if (first == std::string_view::npos || first == last) {
        return std::nullopt;
    }
    const auto kind = engine::parse_message_kind(text.substr(0, first));
    const auto channel = engine::parse_channel(text.substr(first + 1, last - first - 1));
    const std::string_view locale = text.substr(last + 1);
    if (!kind || !channel || locale.empty() || locale.size() > locale_length_max) {
        return std::nullopt;
    }
    return engine::VoiceKey{.kind = *kind, .channel = *channel, .locale = std::string(locale)};
}

}  // namespace standby::interchange
