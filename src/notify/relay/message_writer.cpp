#include "notify/relay/message_writer.hpp"

#include "base/json/writer.hpp"
#include "core/audit/event_codec.hpp"
#include "interchange/contact/shown_name.hpp"
#include "interchange/view/cloud_event.hpp"
#include "notify/mail/compose.hpp"
#include "notify/relay/plan.hpp"
#include "notify/voice/kept_words.hpp"
#include "notify/voice/voice.hpp"
#include "notify/voice/words/words.hpp"
#include "notify/whatsapp/templates.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::MessageKind;
using engine::StoreError;
using interchange::CalendarEntry;
using interchange::CalendarMethod;

// What happened, in the words of the audit trail, for those who receive webhooks.
std::string_view webhook_type(MessageKind kind) {
    switch (kind) {
    case MessageKind::Waitlisted:
        return "entry.waitlisted";
    case MessageKind::Verify:
        return "entry.verification_asked";
    case MessageKind::Confirmed:
        return "entry.accepted";
    case MessageKind::Offer:
    case MessageKind::MoveUp:
    case MessageKind::OfferAnew:
        return "offer.made";
    case MessageKind::Reminder:
        return "offer.reminded";
    case MessageKind::Expired:
        return "offer.expired";
    case MessageKind::Taken:
    case MessageKind::BookingTaken:
        return "offer.withdrawn";
    case MessageKind::BookingGivenUp:
        return "offer.given_up";
    case MessageKind::PaymentReceipt:
        return "payment.captured";
    case MessageKind::PaymentLate:
    case MessageKind::PaymentReleased:
        return "payment.released";
    case MessageKind::PaymentRefunded:
        return "payment.refunded";
    case MessageKind::Cancelled:
        return "entry.cancelled";
    case MessageKind::StatusLink:
        return "entry.joined_again";
    case MessageKind::HandedBack:
        return "place.handed_back";
    case MessageKind::NobodyFits:
        return "place.nobody_fits";
    case MessageKind::Refund:
        return "payment.refund_due";
    case MessageKind::Release:
        return "booking.release_due";
    case MessageKind::EventReminder:
        return "entry.reminded";
    case MessageKind::MonthlySummary:
        return "summary.made";
    case MessageKind::EventOver:
        return "entry.event_over";
    case MessageKind::ListClosed:
        return "entry.list_closed";
    case MessageKind::EventCancelled:
        return "entry.event_cancelled";
    case MessageKind::TermsChanged:
        return "offer.terms_changed";
    case MessageKind::PassedOn:
        return "entry.passed_on";
    case MessageKind::StillThere:
        return "entry.pinged";
    case MessageKind::StaffMessage:
        return "entry.written_to";
    case MessageKind::ChannelDown:
        return "channel.down";
    case MessageKind::ChannelBack:
        return "channel.back";
    default:
        return "message";
    }
}

bool is_about_an_offer(MessageKind kind) {
    return engine::is_offer(kind) || kind == MessageKind::Reminder;
}

// In whose words it is written: a place that nobody asked about just before needs its reason.
MessageKind wording_of(const Gathered& gathered) {
    if (gathered.row.kind != MessageKind::Confirmed) {
        return gathered.row.kind;
    }
    switch (gathered.yes_by) {
    case core::YesBy::LateYes:
        return MessageKind::ConfirmedLateYes;
    case core::YesBy::InstantYes:
        return MessageKind::ConfirmedInstantYes;
    default:
        return gathered.row.kind;
    }
}

// Who was booked without having been asked may undo it until the notice that they want is used up.
std::optional<Time> undo_until(const Gathered& gathered, Time now) {
    const bool is_instant = wording_of(gathered) == MessageKind::ConfirmedInstantYes;
    const Scene& scene = *gathered.scene;
    if (!is_instant || !scene.starts_at || !scene.entry || !scene.entry->wants.instant_yes) {
        return std::nullopt;
    }
    const Time until = *scene.starts_at - scene.entry->wants.instant_yes->min_notice;
    return until > now ? std::optional{until} : std::nullopt;
}

// The event was cancelled, and this guest had a place there.
bool has_lost_event(const Gathered& gathered) {
    return gathered.row.kind == MessageKind::EventCancelled && gathered.scene &&
           gathered.scene->entry && gathered.scene->entry->state == core::EntryState::Cancelled;
}

// Whether the mail brings a member the link for a new password.
bool is_new_password(const Gathered& gathered) {
    return gathered.notice && gathered.notice->kind == engine::NoticeKind::PasswordForgotten;
}

MailPerson recipient_of(const Gathered& gathered, const Facts& facts) {
    switch (audience_of(gathered.row.kind)) {
    case Audience::Guest:
        return {gathered.person->email, facts.name};
    case Audience::Member:
        return {gathered.notice->email, gathered.member_name};
    case Audience::Staff:
    case Audience::Systems:
        break;
    }
    return {gathered.house.staff_email, ""};
}

}  // namespace

const Zone& MessageWriter::zone_of(const Gathered& gathered) const {
    const Zone* zone = nullptr;
    if (gathered.person) {
        zone = zones_.find(gathered.person->time_zone);
    }
    if (zone == nullptr && gathered.scene) {
        zone = zones_.find(gathered.scene->time_zone);
    }
    if (zone == nullptr && gathered.notice) {
        zone = zones_.find(gathered.house.time_zone);
    }
    return zone == nullptr ? *zones_.find("UTC") : *zone;
}

std::string MessageWriter::sender_of(const Gathered& gathered, Channel channel) const {
    const std::shared_ptr<const Senders> senders = this->senders();
    if (channel == Channel::Mail) {
        return senders->mail_from;
    }
    if (channel == Channel::WhatsApp) {
        return senders->whatsapp_from;
    }
    if (channel != Channel::Sms || senders->sms_from.empty()) {
        return {};
    }
    return senders->sms_from[gathered.phone.value() % senders->sms_from.size()];
}

std::string MessageWriter::sender_name(const Gathered& gathered) const {
    const std::shared_ptr<const Senders> senders = this->senders();
    return gathered.house_has_name || senders->mail_name.empty() ? gathered.house.name
                                                                 : senders->mail_name;
}

engine::VoiceKey MessageWriter::key_of(const Gathered& gathered, Channel channel) const {
    const bool is_guest = audience_of(gathered.row.kind) == Audience::Guest;
    const std::string_view house = best_locale(gathered.house.locale, "en");
    const std::string wanted = is_guest && gathered.person ? gathered.person->locale : "";
    // What is said on WhatsApp in free words is what a text says.
    const Channel worded = channel == Channel::WhatsApp ? Channel::Sms : channel;
    return {wording_of(gathered), worded, std::string(best_locale(wanted, house))};
}

Facts MessageWriter::facts_of(const Gathered& gathered, Channel channel, Time now) const {
    Facts facts{.kind = gathered.row.kind,
                .now = now,
                .zone = &zone_of(gathered),
                .house = gathered.house.name,
                .address = gathered.house.address,
                .can_answer_by_text = channel == Channel::WhatsApp ||
                                      (channel == Channel::Sms && senders()->reads_texts),
                .summary = gathered.summary};
    if (gathered.person) {
        facts.name = interchange::shown_name(gathered.person->name);
    }
    if (gathered.scene) {
        const Scene& scene = *gathered.scene;
        facts.resource = scene.resource;
        facts.starts_at = scene.starts_at;
        facts.price = scene.payment;
        facts.places = static_cast<std::uint32_t>(scene.free_places);
        if (scene.slot) {
            facts.service = scene.slot->service;
            facts.staff = scene.slot->staff;
            facts.place = scene.slot->place;
            facts.duration = scene.slot->duration;
            facts.price = scene.slot->price ? scene.slot->price : scene.payment;
        }
        if (scene.entry) {
            facts.party_size = std::max(1U, scene.entry->party_size);
            facts.is_booked = scene.entry->state == core::EntryState::Accepted;
            if (scene.visibility == core::Visibility::Rank) {
                facts.rank = scene.entry->rank;
            }
        }
        if (is_about_an_offer(gathered.row.kind)) {
            facts.expires_at = scene.deadline;
        }
        if (gathered.step) {
            facts.price = gathered.step->amount;
            facts.reference = gathered.step->reference;
            facts.tax = scene.tax;
        }
        facts.passed_on = scene.passed_on;
        facts.free_again = scene.free_again;
        facts.late_yes = scene.late_yes || (engine::is_offer(gathered.row.kind) &&
                                            gathered.yes_by == core::YesBy::LateYes);
        facts.undo_until = undo_until(gathered, now);
        facts.asks_newcomers = scene.asks_newcomers;
        facts.is_lost = has_lost_event(gathered);
        facts.is_access = scene.is_access;
        facts.access_link = scene.access_url;
        if (gathered.row.kind == MessageKind::EventCancelled) {
            facts.note = scene.cancel_note;
        }
    }
    if (gathered.notice) {
        facts.name = gathered.member_name;
        facts.notice = engine::name_of(gathered.notice->kind);
        facts.client = gathered.notice->client;
        facts.happened_at = gathered.notice->at;
        if (is_new_password(gathered)) {
            facts.expires_at = gathered.notice->at + engine::forgotten_link_lifetime;
        }
    }
    if (gathered.staff_message) {
        facts.written_subject = gathered.staff_message->subject;
        facts.written_text = gathered.staff_message->text;
    }
    facts.reason = gathered.reason;
    if (gathered.outage) {
        facts.outage = gathered.outage->channel;
        facts.waited = gathered.outage->waited;
    }
    add_links(gathered, channel, facts);
    return facts;
}

void MessageWriter::add_links(const Gathered& gathered, Channel channel, Facts& facts) const {
    const engine::OutboxRow& row = gathered.row;
    if (audience_of(row.kind) != Audience::Guest) {
        const bool is_asked_for = is_new_password(gathered);
        facts.link = is_asked_for
                         ? links_.new_password(gathered.notice->member, gathered.notice->at)
                         : links_.at("/staff");
        return;
    }
    if (row.entry == 0) {
        return;  // an answer to somebody we do not know
    }
    const bool is_short = engine::leads_to_a_phone(channel);
    const engine::LinkReader reader{.entry = core::entry_id(row.resource, row.entry),
                                    .epoch = gathered.link_epoch,
                                    .address = is_short ? gathered.phone : gathered.email};
    const core::OfferId offer = core::offer_id(row.resource, row.offer);
    if (row.kind == MessageKind::PassedOn) {
        facts.link = links_.at("/r/" + core::format_id(row.resource));  // their page is another's
        return;
    }
    facts.status_link = is_short ? links_.short_status(reader) : links_.status(reader);
    // Whoever reads the entry's page need not be the one who reads the address.
    facts.unsubscribe_link = gathered.is_read_here ? std::string{} : links_.unsubscribe(reader);
    const bool may_say_yes =
        row.kind == MessageKind::Expired && gathered.scene && gathered.scene->late_yes;
    if (is_about_an_offer(row.kind) || may_say_yes) {
        facts.link = is_short ? links_.short_offer(offer, reader) : links_.offer(offer, reader);
    } else {
        // Whoever asked for the link may have typed the address only, and so may whoever joined
        // with it: where nobody has proven it yet, its reader does so now.
        const bool is_unproven = row.kind == MessageKind::StatusLink &&
                                 !core::is_proven(gathered.link_epoch) && !gathered.is_read_here;
        const bool proves = row.kind == MessageKind::Verify || is_unproven;
        facts.link = proves ? links_.verify(reader) : facts.status_link;
        if (row.kind == MessageKind::Verify && gathered.is_read_here) {
            // Only whoever reads the address may prove it.
            facts.link.clear();
        }
    }
    if (row.kind == MessageKind::Confirmed) {
        if (const auto invite = invite_of(gathered, facts)) {
            facts.google_link = google_calendar_link(*invite);
            facts.outlook_link = outlook_calendar_link(*invite);
        }
    }
}

std::optional<CalendarEntry> MessageWriter::invite_of(const Gathered& gathered,
                                                      const Facts& facts) const {
    const bool is_confirmed = gathered.row.kind == MessageKind::Confirmed;
    const bool is_cancelled = gathered.row.kind == MessageKind::Cancelled ||
                              gathered.row.kind == MessageKind::PassedOn ||
                              has_lost_event(gathered);
    if ((!is_confirmed && !is_cancelled) || !facts.starts_at) {
        return std::nullopt;
    }
    CalendarEntry invite = interchange::calendar_entry(
        {.entry = core::entry_id(gathered.row.resource, gathered.row.entry),
         .event = gathered.row.event,
         .starts_at = *facts.starts_at,
         .duration = facts.duration,
         .service = facts.service,
         .list = facts.resource,
         .place = facts.place.empty() ? gathered.house.address : facts.place},
        is_confirmed ? CalendarMethod::Request : CalendarMethod::Cancel, senders()->mail_from,
        facts.now);
    invite.url = facts.status_link;
    invite.organizer = senders()->mail_from;
    invite.organizer_name = sender_name(gathered);
    if (gathered.person) {
        invite.attendee = gathered.person->email;
        invite.attendee_name = facts.name;
    }
    return invite;
}

Result<engine::WrittenMessage, StoreError> MessageWriter::say(const Gathered& gathered,
                                                              Channel channel, Time now) const {
    const engine::VoiceDraft words =
        TRY(houses_.wording(gathered.house.account, key_of(gathered, channel)));
    return write_message(words, facts_of(gathered, channel, now));
}

engine::WrittenMessage MessageWriter::read_kept(const Gathered& gathered,
                                                const engine::KeptWords& kept, Time now) const {
    const Facts facts = facts_of(gathered, Channel::Mail, now);
    return {.subject = fill_links(kept.subject, facts), .text = fill_links(kept.text, facts)};
}

std::string MessageWriter::say_several(const Gathered& gathered, Time now) const {
    engine::VoiceDraft words{.key = key_of(gathered, Channel::Sms)};
    const auto language = interchange::parse_language(words.key.locale);
    words.text = several_offers_text(language.value_or(Language::English));
    return write_message(words, facts_of(gathered, Channel::Sms, now)).text;
}

Result<OutgoingMessage, StoreError> MessageWriter::write_mail(const Gathered& gathered,
                                                              Time now) const {
    const engine::VoiceKey key = key_of(gathered, Channel::Mail);
    const engine::VoiceDraft words = TRY(houses_.wording(gathered.house.account, key));
    const Facts facts = facts_of(gathered, Channel::Mail, now);
    engine::WrittenMessage written = write_message(words, facts);
    const bool is_guest = audience_of(gathered.row.kind) == Audience::Guest;
    auto kept =
        is_guest ? keep_words(gathered.row.id, Channel::Mail, written, facts) : std::nullopt;
    MailDraft mail{.id = engine::format_message_id(gathered.row.id),
                   .date = now,
                   .from = {senders()->mail_from, sender_name(gathered)},
                   .to = recipient_of(gathered, facts),
                   .reply_to = gathered.house.reply_to,
                   .subject = std::move(written.subject),
                   .text = std::move(written.text),
                   .html = std::move(written.html),
                   .unsubscribe_url = is_guest ? facts.unsubscribe_link : "",
                   .language = key.locale};
    if (const auto invite = invite_of(gathered, facts)) {
        const bool is_request = invite->method == CalendarMethod::Request;
        mail.calendar = CalendarPart{write_calendar(*invite), is_request ? "REQUEST" : "CANCEL"};
    }
    return OutgoingMessage{.id = mail.id,
                           .to = mail.to.address,
                           .from = senders()->mail_from,
                           .content = compose_mail(mail),
                           .at = now,
                           .kept = std::move(kept)};
}

// False: no event of a list stands behind the message, or a reminder is about one of long ago.
bool MessageWriter::write_event(const Gathered& gathered, JsonWriter& writer) const {
    if (!gathered.event || gathered.row.kind == MessageKind::EventReminder) {
        return false;
    }
    const auto event = core::decode_event(gathered.event->data);
    if (!event) {
        return false;
    }
    interchange::write_cloud_event(writer, links_.at(""), gathered.row.resource, *event,
                                   gathered.event->link, interchange::FreeText::LeftOut);
    return true;
}

OutgoingMessage MessageWriter::write_webhook(const Gathered& gathered, Time now) const {
    const engine::OutboxRow& row = gathered.row;
    OutgoingMessage message{
        .id = engine::format_message_id(row.id), .to = gathered.house.webhook_url, .at = now};
    for (const std::byte byte : gathered.house.webhook_secret) {
        message.secret += static_cast<char>(byte);
    }
    JsonWriter writer{message.content};
    const bool has_event = gathered.made_at != Time{} && row.kind != MessageKind::EventReminder;
    const Time happened_at = has_event ? gathered.made_at : row.due_at;
    if (gathered.house.webhook_format == engine::WebhookFormat::CloudEvents) {
        if (write_event(gathered, writer)) {
            return message;
        }
        interchange::begin_cloud_event(writer, {.id = message.id,
                                                .source = links_.at("") + "/v1/messages",
                                                .type = webhook_type(row.kind),
                                                .subject = {},
                                                .at = happened_at});
    } else {
        writer.begin_object();
        writer.text("type", webhook_type(row.kind));
        writer.time("timestamp", happened_at);
    }
    writer.begin_object("data");
    writer.text("message_id", message.id);
    if (row.resource != core::ResourceNumber{}) {
        writer.text("resource_id", core::format_id(row.resource));
        if (row.kind != MessageKind::StaffMessage) {  // no event asks for it
            writer.natural("seq", row.event);
        }
    }
    if (gathered.outage) {
        writer.text("channel", engine::name_of(gathered.outage->channel));
    }
    if (row.entry != 0 && row.resource != core::ResourceNumber{}) {
        writer.text("entry_id", core::format_id(core::entry_id(row.resource, row.entry)));
    }
    if (row.offer != core::OfferNumber{}) {
        writer.text("offer_id", core::format_id(core::offer_id(row.resource, row.offer)));
    }
    if (row.opening != core::OpeningNumber{}) {
        writer.text("opening_id", core::format_id(core::opening_id(row.resource, row.opening)));
    }
    writer.end_object();
    writer.end_object();
    return message;
}

// In the house's own words for a day after the guest wrote, and else in those of a template.
Result<OutgoingMessage, StoreError> MessageWriter::write_whatsapp(const Gathered& gathered,
                                                                  Time now) const {
    const engine::VoiceKey key = key_of(gathered, Channel::WhatsApp);
    const Facts facts = facts_of(gathered, Channel::WhatsApp, now);
    engine::WrittenMessage written;
    std::optional<FilledTemplate> form;
    if (now < gathered.any_words_until) {
        written = write_message(TRY(houses_.wording(gathered.house.account, key)), facts);
    } else {
        WrittenTemplate filled = write_template(template_for(facts), key.locale, facts);
        written.text = std::move(filled.text);
        form = std::move(filled.form);
    }
    return OutgoingMessage{.id = engine::format_message_id(gathered.row.id),
                           .to = gathered.person->phone,
                           .from = sender_of(gathered, Channel::WhatsApp),
                           .content = written.text,
                           .at = now,
                           .form = std::move(form),
                           .kept = keep_words(gathered.row.id, Channel::WhatsApp, written, facts)};
}

Result<OutgoingMessage, StoreError> MessageWriter::write(const Gathered& gathered, Channel channel,
                                                         Time now) const {
    switch (channel) {
    case Channel::Mail:
        return write_mail(gathered, now);
    case Channel::Webhook:
        return write_webhook(gathered, now);
    case Channel::WhatsApp:
        return write_whatsapp(gathered, now);
    case Channel::Sms:
        break;
    }
    const engine::VoiceDraft words =
        TRY(houses_.wording(gathered.house.account, key_of(gathered, Channel::Sms)));
    const Facts facts = facts_of(gathered, Channel::Sms, now);
    engine::WrittenMessage written = write_message(words, facts);
    const bool is_guest = audience_of(gathered.row.kind) == Audience::Guest;
    auto kept = is_guest ? keep_words(gathered.row.id, Channel::Sms, written, facts) : std::nullopt;
    return OutgoingMessage{.id = engine::format_message_id(gathered.row.id),
                           .to = is_guest ? gathered.person->phone : gathered.house.staff_phone,
                           .from = sender_of(gathered, Channel::Sms),
                           .content = std::move(written.text),
                           .at = now,
                           .kept = std::move(kept)};
}

}  // namespace standby::notify
