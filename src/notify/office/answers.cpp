// Guests answer by text: "1" claims, "9" declines, and the words that carriers have everybody obey.
#include "notify/office/form.hpp"
#include "notify/office/office.hpp"
#include "notify/sms/twiml.hpp"
#include "notify/sms/words.hpp"

#include <future>

namespace standby::notify {

using engine::MessageKind;
using engine::StoreError;

// Whom a number belongs to, as far as we have written to it.
struct Office::Correspondent {
    engine::House house;
    std::optional<Gathered> last;        // what was last sent to it
    std::optional<Gathered> last_offer;  // the live one, or else the last one
};

namespace {

constexpr std::size_t messages_looked_at = 30;

bool is_live(const Gathered& gathered) {
    return gathered.scene && gathered.scene->offer &&
           gathered.scene->offer->state == core::OfferState::Live;
}

engine::CallbackReply reply(std::string_view text) {
    return {.status = 200, .content_type = "text/xml; charset=utf-8", .body = twiml_reply(text)};
}

}  // namespace

Result<Office::Correspondent, StoreError> Office::find_correspondent(core::ContactKey phone) {
    Correspondent who;
    const auto deliveries =
        TRY(services_.store.deliveries_to(phone, engine::Channel::Sms, messages_looked_at));
    for (const engine::Delivery& delivery : deliveries) {
        const auto message = TRY(services_.store.message(delivery.message));
        if (!message) {
            continue;
        }
        const bool is_of_offer = message->row.offer != core::OfferNumber{};
        if (who.last && !is_of_offer) {
            continue;
        }
        Gathered gathered = TRY(services_.gatherer.gather(std::span(&message->row, 1))).front();
        if (is_of_offer && (!who.last_offer || is_live(gathered))) {
            who.last_offer = gathered;
        }
        if (!who.last) {
            who.last = std::move(gathered);
        }
        if (who.last_offer && is_live(*who.last_offer)) {
            break;
        }
    }
    if (who.last) {
        who.house = who.last->house;
    } else if (const auto houses = TRY(services_.registry.houses()); houses.size() == 1) {
        who.house = TRY(services_.houses.house(houses.front().account));
    }
    return who;
}

std::string Office::word(const Correspondent& who, MessageKind kind) {
    Gathered about = who.last_offer ? *who.last_offer : who.last.value_or(Gathered{});
    about.row.kind = kind;
    about.house = who.house;
    const auto written = services_.writer.say(about, engine::Channel::Sms, services_.gateway.now());
    return written ? written->text : std::string();
}

// What the guest is told afterwards; nothing when the engine could not take it.
std::optional<MessageKind> Office::answer_offer(const Correspondent& who, bool accepts) {
    if (!who.last_offer) {
        return MessageKind::ReplyNothing;
    }
    const engine::OutboxRow& row = who.last_offer->row;
    core::Command command = core::Decline{row.offer};
    if (accepts) {
        command = core::Accept{row.offer};
    }
    auto refused = std::make_shared<bool>(false);
    auto promise = std::make_shared<std::promise<bool>>();
    auto is_done = promise->get_future();
    engine::Request request{.resource = row.resource,
                            .command = std::move(command),
                            .actor = {core::ActorKind::Guest, row.entry},
                            .priority = engine::Priority::Reserved};
    request.make_answer = [refused](const core::ResourceState&, const core::Outcome& outcome) {
        *refused = outcome.refusal.has_value();
        return engine::Answer{.status = 200, .body = ""};
    };
    request.done = [promise](const engine::Reply& answer) {
        promise->set_value(!answer.failure.has_value());
    };
    services_.gateway.submit(std::move(request));
    if (!is_done.get()) {
        return std::nullopt;
    }
    if (*refused) {
        return MessageKind::ReplyEnded;
    }
    return accepts ? MessageKind::ReplyClaimed : MessageKind::ReplyDeclined;
}

engine::CallbackReply Office::on_text(const Form& form) {
    const std::string* from = find_field(form, "From");
    const std::string* body = find_field(form, "Body");
    if (from == nullptr || body == nullptr) {
        return refuse(400, "a text came without a sender or a body");
    }
    // The provider has answered by itself then, and would refuse to send another answer.
    const bool is_answered = find_field(form, "OptOutType") != nullptr;
    const core::ContactKey phone = services_.keys.phone(*from);
    const Time now = services_.gateway.now();
    const auto who = find_correspondent(phone);
    if (!who) {
        return {.status = 503, .content_type = "", .body = ""};
    }
    std::optional<MessageKind> kind = MessageKind::ReplyHelp;
    Result<bool, StoreError> is_written = true;
    switch (read_text(*body)) {
    case TextAnswer::Claim:
        kind = answer_offer(*who, true);
        break;
    case TextAnswer::Decline:
        kind = answer_offer(*who, false);
        break;
    case TextAnswer::Stop:
        is_written = services_.registry.opt_out({phone, engine::OptOutSource::Stop, now});
        kind = MessageKind::ReplyStopped;
        break;
    case TextAnswer::Start:
        is_written = services_.registry.opt_in(phone);
        kind = MessageKind::ReplyStarted;
        break;
    case TextAnswer::Help:
    case TextAnswer::Other:
        break;
    }
    if (!is_written || !kind) {
        return {.status = 503, .content_type = "", .body = ""};
    }
    ++taken_;
    return reply(is_answered ? "" : word(*who, *kind));
}

}  // namespace standby::notify
