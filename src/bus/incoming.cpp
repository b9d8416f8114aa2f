#include "bus/incoming.hpp"

#include "base/json/reader.hpp"
#include "base/text_encoding.hpp"
#include "core/model/limits.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace standby::bus {
namespace {

namespace limits = core::limits;

const JsonValue* value_in(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value == nullptr || value->type == JsonType::Null ? nullptr : value;
}

// Reads fields, and keeps the first that is wrong.
class Fields {
public:
    explicit Fields(std::string& problem) : problem_(problem) {}

    void wrong(std::string_view field, std::string_view what) {
        if (problem_.empty()) {
            problem_ = std::string{field} + " " + std::string{what} + ".";
        }
    }
    std::string text(const JsonValue& object, std::string_view name, std::size_t bytes_max) {
        const JsonValue* value = value_in(object, name);
        if (value == nullptr) {
            return {};
        }
        if (value->type != JsonType::Text || value->text.size() > bytes_max ||
            value->text.find('\0') != std::string_view::npos) {
            wrong(name, "must be a text of at most " + std::to_string(bytes_max) + " bytes");
            return {};
        }
        return std::string{value->text};
    }
    std::optional<std::int64_t> integer(const JsonValue& object, std::string_view name,
                                        std::int64_t min, std::int64_t max) {
        const JsonValue* value = value_in(object, name);
        if (value == nullptr) {
            return std::nullopt;
        }
        if (value->type != JsonType::Integer || value->integer < min || value->integer > max) {
            wrong(name, "must be a whole number from " + std::to_string(min) + " to " +
                            std::to_string(max));
            return std::nullopt;
        }
        return value->integer;
    }
    std::optional<Time> time(const JsonValue& object, std::string_view name) {
        const std::string written = text(object, name, 64);
        if (written.empty()) {
            return std::nullopt;
        }
        const auto parsed = parse_time(written);
        if (!parsed) {
            wrong(name, "must be a time such as 2026-11-19T14:00:00Z");
            return std::nullopt;
        }
        return *parsed;
    }
    std::optional<Duration> duration(const JsonValue& object, std::string_view name) {
        const std::string written = text(object, name, 64);
        const auto parsed = parse_duration(written);
        if (written.empty() || !parsed) {
            wrong(name, "must be a duration such as 30m");
            return std::nullopt;
        }
        return *parsed;
    }

private:
    std::string& problem_;
};

void read_size(Fields& fields, const JsonValue& opening, core::Slot& slot) {
    slot.size_max = limits::party_size_max;
    const JsonValue* size = value_in(opening, "size");
    if (size == nullptr) {
        return;
    }
    if (size->type != JsonType::Object) {
        fields.wrong("opening.size", "must be an object with min and max");
        return;
    }
    const auto min = fields.integer(*size, "min", 1, limits::party_size_max);
    const auto max = fields.integer(*size, "max", 1, limits::party_size_max);
    slot.size_min = static_cast<std::uint32_t>(min.value_or(1));
    slot.size_max = static_cast<std::uint32_t>(max.value_or(slot.size_min));
    if (slot.size_min > slot.size_max) {
        fields.wrong("opening.size.min", "must not be above max");
    }
}

void read_price(Fields& fields, const JsonValue& opening, core::Slot& slot) {
    const JsonValue* price = value_in(opening, "price");
    if (price == nullptr) {
        return;
    }
    if (price->type != JsonType::Object) {
        fields.wrong("opening.price", "must be an object with amount and currency");
        return;
    }
    const std::string currency = fields.text(*price, "currency", 3);
    const auto amount = fields.integer(*price, "amount", 0, 1'000'000'000'000);
    if (!amount || currency.size() != 3 ||
        !std::ranges::all_of(currency, [](char c) { return c >= 'A' && c <= 'Z'; })) {
        fields.wrong("opening.price", "must have an amount in minor units and a currency");
        return;
    }
    core::Money& money = slot.price.emplace(core::Money{.amount = *amount});
    std::ranges::copy(currency, money.currency.begin());
}

core::OpenSlot read_opening(Fields& fields, const JsonValue& opening, std::string event_id) {
    core::OpenSlot open{.event_id = std::move(event_id), .slot = {}};
    core::Slot& slot = open.slot;
    const auto starts_at = fields.time(opening, "starts_at");
    if (!starts_at) {
        fields.wrong("opening.starts_at", "must be set");
    }
    slot.starts_at = starts_at.value_or(Time{});
    const auto duration = fields.duration(opening, "duration");
    slot.duration = duration.value_or(Duration{0});
    if (duration && (*duration <= Duration{0} || *duration > limits::slot_duration_max)) {
        fields.wrong("opening.duration", "must be longer than nothing, and at most a day");
    }
    slot.service = fields.text(opening, "service", limits::name_length_max);
    slot.staff = fields.text(opening, "staff", limits::name_length_max);
    slot.place = fields.text(opening, "place", limits::name_length_max);
    slot.blank_is_any = true;
    read_size(fields, opening, slot);
    read_price(fields, opening, slot);
    const std::string reason = fields.text(opening, "reason", 20);
    if (reason == "cancellation") {
        open.reason = core::Reason::Cancellation;
    } else if (reason == "no_show") {
        open.reason = core::Reason::NoShow;
    } else if (!reason.empty() && reason != "opening") {
        fields.wrong("opening.reason", "must be cancellation, no_show or opening");
    }
    return open;
}

// By its id, or by the event that freed it.
core::WithdrawOpening read_withdrawal(Fields& fields, const JsonValue& opening,
                                      core::ResourceNumber resource) {
    core::WithdrawOpening withdraw{.opening = {}, .reason = core::Reason::CapacityRevoked};
    std::string id;
    if (opening.type == JsonType::Text) {
        id = opening.text.substr(0, 40);
    } else if (opening.type == JsonType::Object) {
        withdraw.event_id = fields.text(opening, "event_id", limits::event_id_length_max);
        id = fields.text(opening, "id", 40);
    }
    if (!id.empty()) {
        const auto parsed = core::parse_opening_id(id);
        if (!parsed || core::resource_of(*parsed) != resource) {
            fields.wrong("opening", "must be the id of an opening of this list");
        } else {
            withdraw.opening = core::OpeningNumber{core::number_of(*parsed)};
        }
    } else if (withdraw.event_id.empty()) {
        fields.wrong("opening", "must be its id, or have the event_id that freed it");
    }
    return withdraw;
}

core::Command read_quantity(Fields& fields, IncomingKind kind, const JsonValue& data,
                            const std::string& event_id) {
    const auto quantity = fields.integer(data, "quantity", 1, limits::capacity_max);
    if (!quantity) {
        fields.wrong("quantity", "must be set, or opening");
    }
    const auto places = static_cast<std::uint32_t>(quantity.value_or(0));
    std::string note = fields.text(data, "reason", limits::note_length_max);
    if (kind == IncomingKind::CapacityRevoked) {
        return core::RevokePlaces{event_id, places, std::move(note)};
    }
    return core::ReleasePlaces{event_id, places, std::move(note)};
}

core::Command read_command(Fields& fields, IncomingKind kind, const JsonValue& data,
                           const Incoming& incoming) {
    const JsonValue* opening = value_in(data, "opening");
    if (opening == nullptr) {
        return read_quantity(fields, kind, data, incoming.event_id);
    }
    if (value_in(data, "quantity") != nullptr) {
        fields.wrong("quantity", "must not stand beside opening");
    }
    if (kind == IncomingKind::CapacityRevoked) {
        return read_withdrawal(fields, *opening, incoming.resource);
    }
    if (opening->type != JsonType::Object) {
        fields.wrong("opening", "must be an object");
        return core::OpenSlot{};
    }
    return read_opening(fields, *opening, incoming.event_id);
}

}  // namespace

std::string_view subject_of(IncomingKind kind) {
    return kind == IncomingKind::CapacityRevoked ? subject_revoked : subject_released;
}

Result<Incoming, BadIncoming> parse_incoming(IncomingKind kind, std::string_view body, Time now) {
    BadIncoming bad;
    if (body.size() > incoming_bytes_max) {
        bad.reason = "It is longer than 64 KiB.";
        return std::unexpected(std::move(bad));
    }
    const auto document = read_json(body);
    if (!document || document->root().type != JsonType::Object) {
        bad.reason =
            document ? "It is no JSON object." : "It is no JSON: " + document.error().text() + ".";
        return std::unexpected(std::move(bad));
    }
    Fields fields{bad.reason};
    const JsonValue& root = document->root();
    const JsonValue* inner =
        value_in(root, "specversion") != nullptr ? value_in(root, "data") : nullptr;
    const JsonValue& data = inner != nullptr && inner->type == JsonType::Object ? *inner : root;
    Incoming incoming;
    incoming.event_id = fields.text(data, "event_id", limits::event_id_length_max);
    if (incoming.event_id.empty() && &data != &root) {
        incoming.event_id = fields.text(root, "id", limits::event_id_length_max);
    }
    const std::string list = fields.text(data, "resource_id", 40);
    incoming.resource = core::parse_resource_id(list).value_or(core::ResourceNumber{});
    bad.event_id = incoming.event_id;
    bad.resource = incoming.resource;
    if (incoming.event_id.empty()) {
        fields.wrong("event_id", "must be set, so that a repeated delivery is recognised");
    }
    if (incoming.resource == core::ResourceNumber{}) {
        fields.wrong("resource_id", "must be the id of a list, such as res_1");
    }
    const auto at = fields.time(&data == &root ? root : data, "at");
    if (at && *at > now + future_max) {
        fields.wrong("at", "is in the future");
    }
    incoming.command = read_command(fields, kind, data, incoming);
    if (!bad.reason.empty()) {
        return std::unexpected(std::move(bad));
    }
    return incoming;
}

}  // namespace standby::bus
