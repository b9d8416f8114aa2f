#include "engine/ports/messages.hpp"

#include <array>
#include <utility>

namespace standby::engine {
namespace {

template <class Value>
struct Named {
    Value value;
    std::string_view name;
};

constexpr auto kinds = std::to_array<Named<MessageKind>>({
    {MessageKind::Waitlisted, "waitlisted"},
    {MessageKind::Verify, "verify"},
    {MessageKind::Confirmed, "confirmed"},
    {MessageKind::Offer, "offer"},
    {MessageKind::Reminder, "reminder"},
    {MessageKind::Expired, "expired"},
    {MessageKind::Taken, "taken"},
    {MessageKind::Cancelled, "cancelled"},
    {MessageKind::StatusLink, "status_link"},
    {MessageKind::HandedBack, "handed_back"},
    {MessageKind::NobodyFits, "nobody_fits"},
    {MessageKind::Refund, "refund"},
    {MessageKind::Release, "release"},
    {MessageKind::MoveUp, "move_up"},
    {MessageKind::EventReminder, "event_reminder"},
    {MessageKind::MonthlySummary, "monthly_summary"},
    {MessageKind::ReplyClaimed, "reply_claimed"},
    {MessageKind::ReplyDeclined, "reply_declined"},
    {MessageKind::ReplyEnded, "reply_ended"},
    {MessageKind::ReplyNothing, "reply_nothing"},
    {MessageKind::ReplyHelp, "reply_help"},
    {MessageKind::ReplyStopped, "reply_stopped"},
    {MessageKind::ReplyStarted, "reply_started"},
});
constexpr auto channels = std::to_array<Named<Channel>>(
    {{Channel::Mail, "mail"}, {Channel::Sms, "sms"}, {Channel::Webhook, "webhook"}});
constexpr auto outbox_states = std::to_array<Named<OutboxState>>(
    {{OutboxState::Pending, "pending"}, {OutboxState::Done, "done"}, {OutboxState::Dead, "dead"}});
constexpr auto delivery_states = std::to_array<Named<DeliveryState>>({
    {DeliveryState::Trying, "trying"},
    {DeliveryState::Sent, "sent"},
    {DeliveryState::Delivered, "delivered"},
    {DeliveryState::Opened, "opened"},
    {DeliveryState::Blocked, "blocked"},
    {DeliveryState::Failed, "failed"},
});

constexpr std::string_view id_mark = "msg_";
constexpr std::string_view id_alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t id_digits_max = 13;

std::size_t digit_of(char letter) {
    if (letter >= 'a' && letter <= 'z') {
        letter = static_cast<char>(letter - 'a' + 'A');
    }
    if (letter == 'O') {
        letter = '0';
    }
    if (letter == 'I' || letter == 'L') {
        letter = '1';
    }
    return id_alphabet.find(letter);
}

template <class Table, class Value>
std::string_view find_name(const Table& table, Value value) {
    for (const auto& row : table) {
        if (row.value == value) {
            return row.name;
        }
    }
    return "unknown";
}

template <class Value, std::size_t size>
std::optional<Value> find_value(const std::array<Named<Value>, size>& table,
                                std::string_view name) {
    for (const auto& row : table) {
        if (row.name == name) {
            return row.value;
        }
    }
    return std::nullopt;
}

}  // namespace

std::string_view name_of(MessageKind kind) {
    return find_name(kinds, kind);
}
std::optional<MessageKind> parse_message_kind(std::string_view name) {
    return find_value(kinds, name);
}

std::string_view name_of(Channel channel) {
    return find_name(channels, channel);
}
std::optional<Channel> parse_channel(std::string_view name) {
    return find_value(channels, name);
}

std::string_view name_of(OutboxState state) {
    return find_name(outbox_states, state);
}
std::optional<OutboxState> parse_outbox_state(std::string_view name) {
    return find_value(outbox_states, name);
}

std::string_view name_of(DeliveryState state) {
    return find_name(delivery_states, state);
}

std::string format_message_id(std::uint64_t id) {
    std::array<char, id_digits_max> digits{};
    std::size_t begin = digits.size();
    do {
        digits[--begin] = id_alphabet[id & 31U];
        id >>= 5;
    } while (id != 0);
    std::string text{id_mark};
    text.append(digits.data() + begin, digits.size() - begin);
    return text;
}

// One spelling in length: no leading zeros, at most 63 bits, as the database has them.
std::optional<std::uint64_t> parse_message_id(std::string_view text) {
    if (!text.starts_with(id_mark)) {
        return std::nullopt;
    }
    text.remove_prefix(id_mark.size());
    if (text.empty() || text.size() > id_digits_max || digit_of(text.front()) == 0) {
        return std::nullopt;
    }
    std::uint64_t id = 0;
    for (const char letter : text) {
        const std::size_t digit = digit_of(letter);
        if (digit == std::string_view::npos || (id >> 58) != 0) {
            return std::nullopt;
        }
        id = (id << 5) | digit;
    }
    return id;
}

}  // namespace standby::engine
