#include "engine/ports/messages.hpp"

#include "core/model/id_text.hpp"
#include "core/model/name_table.hpp"

#include <algorithm>
#include <array>

namespace standby::engine {
namespace {

using core::find_named;
using core::look_up;
using core::Named;

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
    {MessageKind::StaffNotice, "staff_notice"},
    {MessageKind::EventOver, "event_over"},
    {MessageKind::ListClosed, "list_closed"},
    {MessageKind::EventCancelled, "event_cancelled"},
    {MessageKind::TermsChanged, "terms_changed"},
    {MessageKind::OfferAnew, "offer_anew"},
    {MessageKind::PassedOn, "passed_on"},
    {MessageKind::ChannelDown, "channel_down"},
    {MessageKind::ChannelBack, "channel_back"},
    {MessageKind::StillThere, "still_there"},
    {MessageKind::StaffMessage, "staff_message"},
    {MessageKind::BookingTaken, "booking_taken"},
    {MessageKind::BookingGivenUp, "booking_given_up"},
    {MessageKind::PaymentReceipt, "payment_receipt"},
    {MessageKind::PaymentLate, "payment_late"},
    {MessageKind::PaymentReleased, "payment_released"},
    {MessageKind::PaymentRefunded, "payment_refunded"},
    {MessageKind::ReplyClaimed, "reply_claimed"},
    {MessageKind::ReplyDeclined, "reply_declined"},
    {MessageKind::ReplyEnded, "reply_ended"},
    {MessageKind::ReplyNothing, "reply_nothing"},
    {MessageKind::ReplyHelp, "reply_help"},
    {MessageKind::ReplyStopped, "reply_stopped"},
    {MessageKind::ReplyStarted, "reply_started"},
    {MessageKind::ReplyLateKept, "reply_late_kept"},
    {MessageKind::ReplyTakenBack, "reply_taken_back"},
    {MessageKind::ReplyStillHere, "reply_still_here"},
    {MessageKind::ConfirmedLateYes, "confirmed_late_yes"},
    {MessageKind::ConfirmedInstantYes, "confirmed_instant_yes"},
});
static_assert(std::ranges::count_if(kinds, [](const auto& named) {
                  return named.value < MessageKind::ReplyClaimed;
              }) == static_cast<int>(last_in_outbox));
constexpr auto channels = std::to_array<Named<Channel>>({{Channel::Mail, "mail"},
                                                         {Channel::Sms, "sms"},
                                                         {Channel::Webhook, "webhook"},
                                                         {Channel::WhatsApp, "whatsapp"}});
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

}  // namespace

std::string_view name_of(MessageKind kind) {
    return look_up(kinds, kind);
}
std::optional<MessageKind> parse_message_kind(std::string_view name) {
    return find_named(kinds, name);
}

std::string_view name_of(Channel channel) {
    return look_up(channels, channel);
}
std::optional<Channel> parse_channel(std::string_view name) {
    return find_named(channels, name);
}

std::string_view name_of(OutboxState state) {
    return look_up(outbox_states, state);
}
std::optional<OutboxState> parse_outbox_state(std::string_view name) {
    return find_named(outbox_states, name);
}

std::string_view name_of(DeliveryState state) {
    return look_up(delivery_states, state);
}

std::string format_message_id(std::uint64_t id) {
    return core::format_id("msg_", id);
}
std::optional<std::uint64_t> parse_message_id(std::string_view text) {
    return core::parse_id("msg_", text);
}

}  // namespace standby::engine
