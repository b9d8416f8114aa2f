// Guests answer by text or on WhatsApp: "1" claims, "9" declines, and the words that carriers have
// everybody obey. A digit says yes or no, but not to what, and anybody can type anybody's number
// when joining. So it counts where the number has one live offer; where it has several, it answers
// none of them.
#include "base/sha256.hpp"
#include "notify/messaging/messaging.hpp"
#include "notify/sms/twiml.hpp"
#include "notify/sms/words.hpp"

#include <algorithm>
#include <future>
#include <set>
#include <utility>

namespace standby::notify {

using engine::MessageKind;
using engine::StoreError;

// What the engine made of a guest's word.
struct Messaging::Told {
    std::optional<core::RefusalCode> refused;
    bool is_repeated = false;
    core::EntryState stands = core::EntryState::None;  // the guest, after it
};

// A message that was sent to it. What another node carries out is known here only from the store.
struct Messaging::Sent {
    Gathered gathered;
    bool is_live_offer = false;
    bool is_elsewhere = false;
};

// Whom a number belongs to, as far as we have written to it.
struct Messaging::Correspondent {
    engine::House house;
    std::optional<Sent> last;        // what was last sent to it
    std::optional<Sent> last_offer;  // the live one, or else the last one
    bool has_several = false;        // live offers, of whatever list and business
};

namespace {

constexpr std::size_t messages_looked_at = 30;
// As many as budgets let reach a number in four days, so that no flood hides an older offer.
constexpr std::size_t messages_searched = 200;

bool is_live(const Gathered& gathered) {
    return gathered.scene && gathered.scene->offer &&
           gathered.scene->offer->state == core::OfferState::Live;
}

constexpr std::string_view whatsapp_prefix = "whatsapp:";

std::string value_of(const FormFields& form, std::string_view name) {
    const std::string* value = find_field(form, name);
    return value == nullptr ? std::string() : *value;
}

Time sent_or_changed(const engine::Delivery& delivery) {
    return delivery.sent_at.value_or(delivery.changed_at);
}

}  // namespace

Result<Messaging::Sent, StoreError> Messaging::look_at(const engine::OutboxRow& row) {
    auto gathered = services_.gatherer.gather(std::span(&row, 1));
    if (gathered) {
        Sent sent{.gathered = std::move(gathered->front())};
        sent.is_live_offer = is_live(sent.gathered);
        return sent;
    }
    if (gathered.error() != StoreError::Fenced) {
        return std::unexpected(gathered.error());
    }
    Sent sent{.gathered = {.row = row}, .is_elsewhere = true};
    sent.gathered.house = TRY(services_.houses.house(TRY(services_.houses.owner(row.resource))));
    const auto offer =
        TRY(services_.store.row(engine::RowTable::Offers, row.resource, row.offer.value()));
    sent.is_live_offer = offer && offer->state == static_cast<std::uint8_t>(core::OfferState::Live);
    return sent;
}

// The newest live one stays; a second one is as good as more.
Messaging::Search Messaging::add_offer(Correspondent& who, Sent sent) {
    const bool is_live_known = who.last_offer && who.last_offer->is_live_offer;
    if (is_live_known && sent.is_live_offer) {
        who.has_several = true;
        return Search::Over;
    }
    if (!who.last_offer || sent.is_live_offer) {
        who.last_offer = std::move(sent);
    }
    return Search::GoesOn;
}

// By whichever way to the phone, the newest first: an offer that came by text may be answered on
// WhatsApp.
Result<std::vector<engine::Delivery>, StoreError>
Messaging::deliveries_to_phone(core::ContactKey phone, std::size_t limit) {
    auto all = TRY(services_.store.deliveries_to(phone, engine::Channel::Sms, limit));
    const auto others = TRY(services_.store.deliveries_to(phone, engine::Channel::WhatsApp, limit));
    if (others.empty()) {
        return all;
    }
    all.insert(all.end(), others.begin(), others.end());
    std::ranges::stable_sort(all, [](const engine::Delivery& one, const engine::Delivery& other) {
        return std::pair(sent_or_changed(one), one.message) >
               std::pair(sent_or_changed(other), other.message);
    });
    all.resize(std::min(all.size(), limit));
    return all;
}

// Whoever presses the button under an old offer means that one, whatever came since.
Result<bool, StoreError> Messaging::pin(Correspondent& who, const engine::Delivery& answered) {
    const auto message = TRY(services_.store.message(answered.message));
    if (!message) {
        return false;
    }
    const bool asks_presence = message->row.kind == MessageKind::StillThere;
    if (!asks_presence && message->row.offer == core::OfferNumber{}) {
        return false;
    }
    Sent sent = TRY(look_at(message->row));
    who.house = sent.gathered.house;
    if (!asks_presence) {
        who.last_offer = sent;
    }
    who.last = std::move(sent);
    return true;
}

Result<Messaging::Correspondent, StoreError>
Messaging::find_correspondent(core::ContactKey phone, const std::string& replies_to) {
    Correspondent who;
    const auto deliveries = TRY(deliveries_to_phone(phone, messages_searched));
    const auto answered = std::ranges::find(deliveries, replies_to, &engine::Delivery::provider_id);
    if (!replies_to.empty() && answered != deliveries.end() && TRY(pin(who, *answered))) {
        return who;
    }
    std::set<std::pair<core::ResourceNumber, core::OfferNumber>> seen;
    for (const engine::Delivery& delivery : deliveries) {
        const auto message = TRY(services_.store.message(delivery.message));
        if (!message) {
            continue;
        }
        const engine::OutboxRow& row = message->row;
        const bool is_of_new_offer =
            row.offer != core::OfferNumber{} && seen.emplace(row.resource, row.offer).second;
        if (who.last && !is_of_new_offer) {
            continue;
        }
        Sent sent = TRY(look_at(row));
        if (!who.last) {
            who.last = sent;
        }
        if (is_of_new_offer && add_offer(who, std::move(sent)) == Search::Over) {
            break;
        }
    }
    if (who.last) {
        who.house = who.last->gathered.house;
    } else if (const auto houses = TRY(services_.registry.houses()); houses.size() == 1) {
        who.house = TRY(services_.houses.house(houses.front().account));
    }
    return who;
}

// Accounts share the numbers that texts come from, so "STOP" is meant for whoever wrote.
Result<engine::AccountNumber, StoreError> Messaging::account_of_texts(core::ContactKey phone) {
    engine::AccountNumber account;
    const auto deliveries = TRY(deliveries_to_phone(phone, messages_looked_at));
    for (const engine::Delivery& delivery : deliveries) {
        const auto message = TRY(services_.store.message(delivery.message));
        if (!message) {
            return engine::AccountNumber{};
        }
        const engine::AccountNumber owner = TRY(services_.houses.owner(message->row.resource));
        if (account != engine::AccountNumber{} && owner != account) {
            return engine::AccountNumber{};
        }
        account = owner;
    }
    return account;
}

Result<void, StoreError> Messaging::stop_texts(core::ContactKey phone, Time now) {
    const engine::AccountNumber account = TRY(account_of_texts(phone));
    (void)TRY(services_.registry.opt_out({phone, engine::OptOutSource::Stop, now, account}));
    return {};
}

Result<void, StoreError> Messaging::start_texts(core::ContactKey phone) {
    const engine::AccountNumber account = TRY(account_of_texts(phone));
    for (const engine::OptOut& row : TRY(services_.registry.opt_outs(std::span(&phone, 1)))) {
        if (account == engine::AccountNumber{} || engine::counts_for(row, account)) {
            (void)TRY(services_.registry.opt_in(row.address, row.account));
        }
    }
    return {};
}

// Whoever typed somebody's number can cause this, so it is said no more often than other messages
// that strangers cause.
std::string Messaging::tell_of_several(const Correspondent& who, core::ContactKey phone, Time now) {
    const BudgetKey key{.channel = engine::Channel::Sms, .recipient = phone, .is_strangers = true};
    const bool is_too_often = told_of_several_.with([&](Budgets& told) {
        const bool is_full = told.check(key, now).has_value();
        if (!is_full) {
            told.take(key, now);
        }
        return is_full;
    });
    if (is_too_often) {
        return {};
    }
    Gathered about = who.last_offer->gathered;
    about.house = who.house;
    return services_.writer.say_several(about, now);
}

std::string Messaging::word(const Correspondent& who, MessageKind kind) {
    const auto& sent = who.last_offer ? who.last_offer : who.last;
    Gathered about = sent ? sent->gathered : Gathered{};
    about.row.kind = kind;
    about.house = who.house;
    const auto written = services_.writer.say(about, engine::Channel::Sms, services_.gateway.now());
    return written ? written->text : std::string();
}

// Hands the guest's word to the engine and waits for what came of it.
Result<Messaging::Told, engine::Failure> Messaging::tell(const engine::OutboxRow& about,
                                                         core::Command command) {
    auto told = std::make_shared<Told>();
    auto promise = std::make_shared<std::promise<std::optional<engine::Failure>>>();
    auto done = promise->get_future();
    engine::Request request{.resource = about.resource,
                            .command = std::move(command),
                            .actor = {core::ActorKind::Guest, about.entry},
                            .priority = engine::Priority::Reserved};
    request.make_answer = [told, entry = about.entry](const core::ResourceState& state,
                                                      const core::Outcome& outcome) {
        if (outcome.refusal) {
            told->refused = outcome.refusal->code;
        }
        told->is_repeated = outcome.answer.repeated;
        told->stands = state.entries.state(entry);
        return engine::Answer{.status = 200, .body = ""};
    };
    request.done = [promise](const engine::Reply& answer) { promise->set_value(answer.failure); };
    services_.gateway.submit(std::move(request));
    if (const auto failure = done.get()) {
        return std::unexpected(*failure);
    }
    return *told;
}

// The window has ended. A yes is kept, in case the place comes free, or has it at once where nobody
// else does; a no takes such a yes back.
Result<MessageKind, engine::Failure> Messaging::answer_late(const engine::OutboxRow& about,
                                                            bool accepts) {
    const Told told = TRY(tell(about, core::LateYes{.entry = about.entry,
                                                    .offer = about.offer,
                                                    .opening = about.opening,
                                                    .wanted = accepts}));
    if (told.refused || (!accepts && told.is_repeated)) {
        return MessageKind::ReplyEnded;
    }
    if (!accepts) {
        return MessageKind::ReplyTakenBack;
    }
    const bool is_booked =
        told.stands == core::EntryState::Accepted || told.stands == core::EntryState::Confirming;
    return is_booked ? MessageKind::ReplyClaimed : MessageKind::ReplyLateKept;
}

// Whether the last thing that the number was asked is if they still want it.
bool Messaging::was_asked_presence(const Correspondent& who) {
    const bool has_offer = who.last_offer && who.last_offer->is_live_offer;
    return !has_offer && who.last && who.last->gathered.row.kind == MessageKind::StillThere;
}

Result<MessageKind, engine::Failure> Messaging::answer_presence(const Correspondent& who) {
    if (who.last->is_elsewhere) {
        return std::unexpected(engine::Failure::Moved);
    }
    const engine::OutboxRow& row = who.last->gathered.row;
    const Told told = TRY(tell(row, core::StillHere{.entry = row.entry}));
    return told.refused ? MessageKind::ReplyNothing : MessageKind::ReplyStillHere;
}

Result<MessageKind, engine::Failure> Messaging::say_yes(const Correspondent& who) {
    return was_asked_presence(who) ? answer_presence(who) : answer_offer(who, true);
}

// Carriers have "yes" mean that messages are wanted again. It is also the answer to what was asked,
// while there is something to answer.
Result<MessageKind, engine::Failure> Messaging::answer_yes(const Correspondent& who) {
    const MessageKind kind = TRY(say_yes(who));
    const bool was_nothing = kind == MessageKind::ReplyNothing || kind == MessageKind::ReplyEnded;
    return was_nothing ? MessageKind::ReplyStarted : kind;
}

// What the guest is told afterwards, or why the engine could not take it.
Result<MessageKind, engine::Failure> Messaging::answer_offer(const Correspondent& who,
                                                             bool accepts) {
    if (!who.last_offer) {
        return MessageKind::ReplyNothing;
    }
    if (who.last_offer->is_elsewhere) {
        return std::unexpected(engine::Failure::Moved);
    }
    const engine::OutboxRow& row = who.last_offer->gathered.row;
    core::Command command = core::Decline{row.offer};
    if (accepts) {
        command = core::Accept{row.offer};
    }
    const Told told = TRY(tell(row, std::move(command)));
    if (told.refused == core::RefusalCode::OfferExpired) {
        return answer_late(row, accepts);
    }
    if (told.refused) {
        return MessageKind::ReplyEnded;
    }
    return accepts ? MessageKind::ReplyClaimed : MessageKind::ReplyDeclined;
}

// A provider sends a text again when it got no answer, and whoever recorded one may send it again a
// year later: it answers what was asked when it was written, so it counts once.
Messaging::Answered Messaging::hear(const Incoming& incoming) {
    const Sha256Digest key = sha256(std::as_bytes(std::span(incoming.id)));
    const Time now = services_.gateway.now();
    const auto is_new = services_.registry.hear_text(key, now);
    if (!is_new) {
        return {.status = 503};
    }
    if (!*is_new) {
        ++ignored_;
        return {};
    }
    Answered answer = take_text(incoming);
    if (answer.status >= 400) {
        static_cast<void>(services_.registry.unhear_text(key));
    }
    return answer;
}

engine::CallbackReply Messaging::on_text(const FormFields& form) {
    Incoming incoming{.id = value_of(form, "MessageSid"),
                      .from = value_of(form, "From"),
                      .body = value_of(form, "Body"),
                      .replies_to = value_of(form, "OriginalRepliedMessageSid"),
                      .is_answered = find_field(form, "OptOutType") != nullptr};
    if (incoming.id.empty()) {
        return refuse(400, "a text came without its id");
    }
    if (find_field(form, "From") == nullptr || find_field(form, "Body") == nullptr) {
        return refuse(400, "a text came without a sender or a body");
    }
    if (incoming.from.starts_with(whatsapp_prefix)) {
        incoming.channel = engine::Channel::WhatsApp;
        incoming.from.erase(0, whatsapp_prefix.size());
    }
    if (const std::string* pressed = find_field(form, "ButtonPayload")) {
        incoming.body = *pressed;
    }
    Answered answer = hear(incoming);
    if (answer.status != 200) {
        return {
            .status = answer.status, .content_type = "", .body = "", .elsewhere = answer.elsewhere};
    }
    return {
        .status = 200, .content_type = "text/xml; charset=utf-8", .body = twiml_reply(answer.text)};
}

Messaging::Answered Messaging::take_text(const Incoming& incoming) {
    const core::ContactKey phone = services_.keys.phone(incoming.from);
    const Time now = services_.gateway.now();
    if (incoming.channel == engine::Channel::WhatsApp &&
        !services_.registry.note_whatsapp(phone, engine::WhatsAppNews::Heard,
                                          std::min(now, incoming.at.value_or(now)))) {
        return {.status = 503};
    }
    const auto who = find_correspondent(phone, incoming.replies_to);
    if (!who) {
        return {.status = 503};
    }
    const TextAnswer answer = read_text(incoming.body);
    const bool is_yes_or_no =
        answer == TextAnswer::Claim || answer == TextAnswer::Decline || answer == TextAnswer::Yes;
    if (who->has_several && is_yes_or_no) {
        ++ignored_;
        return {.text = tell_of_several(*who, phone, now)};
    }
    Result<MessageKind, engine::Failure> kind = MessageKind::ReplyHelp;
    Result<void, StoreError> is_written;
    switch (answer) {
    case TextAnswer::Claim:
        kind = say_yes(*who);
        break;
    case TextAnswer::Decline:
        kind = answer_offer(*who, false);
        break;
    case TextAnswer::Stop:
        is_written = stop_texts(phone, now);
        kind = MessageKind::ReplyStopped;
        break;
    case TextAnswer::Yes:
        is_written = start_texts(phone);
        kind = answer_yes(*who);
        break;
    case TextAnswer::Start:
        is_written = start_texts(phone);
        kind = MessageKind::ReplyStarted;
        break;
    case TextAnswer::Help:
    case TextAnswer::Other:
        break;
    }
    if (!kind && kind.error() == engine::Failure::Moved) {
        // Somebody else has to be called back.
        const Sent& asked = was_asked_presence(*who) ? *who->last : *who->last_offer;
        return {.status = 503, .elsewhere = asked.gathered.row.resource};
    }
    if (!is_written || !kind) {
        return {.status = 503};
    }
    ++taken_;
    return {.text = incoming.is_answered ? "" : word(*who, *kind)};
}

}  // namespace standby::notify
