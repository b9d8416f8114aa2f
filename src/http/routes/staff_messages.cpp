// What staff write to guests of a list: who gets it, who doesn't and why, and how it will read.
#include "engine/ports/staff_messages.hpp"

#include "core/state/resource_state.hpp"
#include "http/api/message_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/control_plane.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/staff/session_steps.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace standby::http {
namespace {

using engine::Channel;

// In the words of the API.
namespace why {
constexpr std::string_view not_on_list = "not_on_list";
constexpr std::string_view ended = "ended";
constexpr std::string_view unconfirmed = "unconfirmed";
constexpr std::string_view no_address = "no_address";
constexpr std::string_view no_channel = "no_channel";
constexpr std::string_view silent_on_whatsapp = "silent_on_whatsapp";
constexpr std::string_view stopped = "stopped";
constexpr std::string_view bounced = "bounced";
constexpr std::string_view guest_limit = "guest_limit";
constexpr std::string_view business_limit = "business_limit";
}  // namespace why

struct Skipped {
    core::EntryId entry;
    std::string_view reason;
};

// What the list knows of those whom it is for.
struct Line {
    std::vector<core::EntryState> states;  // in the order of the entries
    bool verifies = false;                 // addresses are proven, and written to only then
};

// Who can be written to, and who can't.
struct Sorted {
    std::vector<core::Ticket> guests;
    std::vector<Skipped> skipped;
    std::string locale;  // that most of the guests have; empty: none
};

// The ways to one guest.
struct Addresses {
    std::string locale;
    bool has_some = false;
    std::vector<core::ContactKey> carried;  // to which messages are taken
    // Nobody takes texts to this number, only WhatsApp, and that while its owner was heard lately.
    std::optional<core::ContactKey> whatsapp_alone;
};

Addresses addresses_of(const Call& call, const engine::Person& person, bool verifies,
                       engine::PhoneRule rule) {
    const ApiServices& services = call.shared.services;
    Addresses found{.locale = person.locale};
    const bool is_mail_only = verifies && !person.email.empty();
    if (!person.email.empty()) {
        found.has_some = true;
        if (services.messenger.has_provider(Channel::Mail)) {
            found.carried.push_back(services.contacts.email(person.email));
        }
    }
    if (!person.phone.empty() && !is_mail_only) {
        found.has_some = true;
        const bool by_whatsapp = services.messenger.has_provider(Channel::WhatsApp) &&
                                 rule != engine::PhoneRule::TextsOnly;
        const bool by_text = services.messenger.has_provider(Channel::Sms) &&
                             !(by_whatsapp && rule == engine::PhoneRule::WhatsAppOnly);
        if (by_text) {
            found.carried.push_back(services.contacts.phone(person.phone));
        } else if (by_whatsapp) {
            found.whatsapp_alone = services.contacts.phone(person.phone);
        }
    }
    return found;
}

class Judge {
public:
    Judge(const Call& call, const Line& line) : call_(call), line_(line) {}

    Result<Sorted, Problem> sort(const std::vector<core::EntryId>& entries, engine::Store& store,
                                 engine::Registry& registry) {
        TRY(read(entries, store, registry));
        Sorted sorted;
        std::map<std::string, std::size_t> locales;
        for (std::size_t index = 0; index < entries.size(); ++index) {
            const std::string_view reason = reason_against(entries[index], line_.states[index]);
            if (reason.empty()) {
                sorted.guests.push_back(core::number_of(entries[index]));
                ++locales[ways_.at(sorted.guests.back()).locale];
            } else {
                sorted.skipped.push_back({entries[index], reason});
            }
        }
        if (!locales.empty()) {
            using Counted = std::pair<const std::string, std::size_t>;
            sorted.locale = std::ranges::max_element(locales, {}, &Counted::second)->first;
        }
        return sorted;
    }

private:
    Result<void, Problem> read(const std::vector<core::EntryId>& entries, engine::Store& store,
                               engine::Registry& registry) {
        std::vector<core::Ticket> tickets;
        for (std::size_t index = 0; index < entries.size(); ++index) {
            if (core::is_active(line_.states[index])) {
                tickets.push_back(core::number_of(entries[index]));
            }
        }
        std::ranges::sort(tickets);
        const engine::PhoneRule rule =
            TRY(or_unavailable(registry.house(call_.about.account))).phone_messages;
        for (const engine::PersonChange& one :
             TRY(or_unavailable(store.people(call_.about.resource, tickets)))) {
            ways_.emplace(one.entry, addresses_of(call_, one.person, line_.verifies, rule));
        }
        TRY(add_those_heard(registry));
        std::vector<core::ContactKey> keys;
        for (const auto& [entry, addresses] : ways_) {
            keys.insert(keys.end(), addresses.carried.begin(), addresses.carried.end());
        }
        if (!keys.empty()) {
            opt_outs_ = TRY(or_unavailable(registry.opt_outs(keys)));
        }
        return {};
    }

    // What staff write fits no approved words.
    Result<void, Problem> add_those_heard(engine::Registry& registry) {
        std::vector<core::ContactKey> numbers;
        for (const auto& [entry, addresses] : ways_) {
            if (addresses.whatsapp_alone) {
                numbers.push_back(*addresses.whatsapp_alone);
            }
        }
        if (numbers.empty()) {
            return {};
        }
        const Time heard_since = call_.shared.now() - engine::any_words_on_whatsapp;
        const auto known = TRY(or_unavailable(registry.whatsapp_numbers(numbers)));
        for (auto& [entry, addresses] : ways_) {
            const auto found = std::ranges::find_if(known, [&](const auto& number) {
                return number.address == addresses.whatsapp_alone;
            });
            if (found != known.end() && found->heard_at > heard_since) {
                addresses.carried.push_back(found->address);
            }
        }
        return {};
    }

    // Nothing: nothing keeps a message from this address.
    std::optional<engine::OptOutSource> closed_by(core::ContactKey address) const {
        for (const engine::OptOut& one : opt_outs_) {
            if (one.address == address && engine::counts_for(one, call_.about.account)) {
                return one.source;
            }
        }
        return std::nullopt;
    }

    std::string_view reason_against(core::EntryId entry, core::EntryState state) const {
        if (state == core::EntryState::None) {
            return why::not_on_list;
        }
        if (!core::is_active(state)) {
            return why::ended;
        }
        if (state == core::EntryState::Unverified) {
            return why::unconfirmed;
        }
        const auto found = ways_.find(core::number_of(entry));
        if (found == ways_.end() || !found->second.has_some) {
            return why::no_address;
        }
        if (found->second.carried.empty()) {
            return found->second.whatsapp_alone ? why::silent_on_whatsapp : why::no_channel;
        }
        bool has_stopped = false;
        for (const core::ContactKey address : found->second.carried) {
            const auto closed = closed_by(address);
            if (!closed) {
                return {};
            }
            has_stopped |= *closed != engine::OptOutSource::Unreachable;
        }
        return has_stopped ? why::stopped : why::bounced;
    }

    const Call& call_;
    const Line& line_;
    std::map<core::Ticket, Addresses> ways_;
    std::vector<engine::OptOut> opt_outs_;
};

Line line_of(const Call& call, const std::vector<core::EntryId>& entries,
             const core::ResourceState& state) {
    Line line{.states = {}, .verifies = state.rules.verify_email};
    for (const core::EntryId entry : entries) {
        line.states.push_back(core::resource_of(entry) == call.about.resource
                                  ? state.entries.state(core::number_of(entry))
                                  : core::EntryState::None);
    }
    return line;
}

engine::StaffMessage message_of(const Call& call, StaffMessageBody body, Sorted& sorted) {
    engine::StaffMessage message{.account = call.about.account,
                                 .resource = call.about.resource,
                                 .made_at = call.shared.now(),
                                 .request = {},
                                 .guests = std::move(sorted.guests),
                                 .subject = std::move(body.subject),
                                 .text = std::move(body.text)};
    if (const auto key = call.key()) {
        message.request = key->key;
        message.request_digest = key->request_digest;
    }
    return message;
}

void add_limited(const Call& call, const engine::AdmittedMessage& admitted, Sorted& sorted) {
    for (const core::Ticket guest : admitted.had_enough) {
        sorted.skipped.push_back({core::entry_id(call.about.resource, guest), why::guest_limit});
    }
    for (const core::Ticket guest : admitted.over_budget) {
        sorted.skipped.push_back({core::entry_id(call.about.resource, guest), why::business_limit});
    }
}

void write_outcome(JsonWriter& writer, const engine::AdmittedMessage& admitted,
                   const Sorted& sorted) {
    writer.natural("recipients", admitted.guests.size());
    writer.array("skipped", sorted.skipped, [&](const Skipped& one) {
        writer.begin_object();
        writer.text("entry_id", core::format_id(one.entry));
        writer.text("reason", one.reason);
        writer.end_object();
    });
    writer.natural("left_today", admitted.left);
}

// The words first, then the messages that point to them: whoever sends always finds words. What a
// crash leaves in between is words that nobody gets, and a repeated request goes on from there.
Result<std::string, Problem> write_to_all(Call& call, StaffMessageBody body, Sorted sorted,
                                          engine::Store& store, engine::Registry& registry) {
    const engine::StaffMessage message = message_of(call, std::move(body), sorted);
    const engine::AdmittedMessage admitted =
        TRY(or_unavailable(registry.add_staff_message(message)));
    if (admitted.digest_was && *admitted.digest_was != message.request_digest) {
        return std::unexpected(problem_of(engine::Failure::KeyReused));
    }
    std::vector<engine::OutboxRow> rows;
    for (const core::Ticket guest : admitted.guests) {
        rows.push_back({.resource = call.about.resource,
                        .event = admitted.number,
                        .kind = engine::MessageKind::StaffMessage,
                        .entry = guest,
                        .due_at = message.made_at});
    }
    TRY(or_unavailable(store.queue_messages(rows)));
    if (!rows.empty()) {
        call.report_staff(registry, call.about.account,
                          {.act = "guests_written_to",
                           .subject = core::format_id(call.about.resource),
                           .detail = std::to_string(rows.size())});
        call.shared.services.messenger.look_again();
    }
    add_limited(call, admitted, sorted);
    return json_object([&](JsonWriter& writer) { write_outcome(writer, admitted, sorted); });
}

// As most of those who get it will read it.
void write_reading(JsonWriter& writer, const Call& call, const engine::House& house,
                   const std::string& locale, const StaffMessageBody& body, Channel channel) {
    const std::string_view name = engine::name_of(channel);
    if (body.text.empty() || !call.shared.services.messenger.has_provider(channel)) {
        writer.null(name);
        return;
    }
    const engine::WrittenMessage written =
        call.shared.services.messenger.preview({.key = {.kind = engine::MessageKind::StaffMessage,
                                                        .channel = channel,
                                                        .locale = locale},
                                                .subject = body.subject,
                                                .text = body.text},
                                               house);
    writer.begin_object(name);
    writer.text_or_null("subject", written.subject);
    writer.text("text", written.text);
    writer.natural("segments", written.segments);
    writer.end_object();
}

Result<std::string, Problem> preview_text(Call& call, StaffMessageBody body, Sorted sorted,
                                          engine::Registry& registry) {
    engine::House house = TRY(or_unavailable(registry.house(call.about.account)));
    house.name = TRY(or_unavailable(business_name(call.about.account, registry)));
    const std::string locale = sorted.locale;
    engine::StaffMessage message = message_of(call, body, sorted);
    message.request = {};
    const engine::AdmittedMessage admitted =
        TRY(or_unavailable(registry.room_for_staff_message(message)));
    add_limited(call, admitted, sorted);
    return json_object([&](JsonWriter& writer) {
        write_outcome(writer, admitted, sorted);
        write_reading(writer, call, house, locale, body, Channel::Mail);
        write_reading(writer, call, house, locale, body, Channel::Sms);
    });
}

}  // namespace

Task<Answer> message_entries(Call& call) {
    StaffMessageBody body = CO_TRY(parse_staff_message(call.request.body, Wording::Whole));
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return line_of(call, body.entries, state);
    });
    const Line line = CO_TRY(std::move(seen));
    Answer answer = co_await answer_once(
        call,
        [&](engine::Store& store, engine::Registry& registry) -> Result<std::string, Problem> {
            Sorted sorted = TRY(Judge(call, line).sort(body.entries, store, registry));
            return write_to_all(call, std::move(body), std::move(sorted), store, registry);
        });
    if (answer && answer->status == 200) {
        answer->status = 202;  // it is on its way
    }
    co_return answer;
}

// Under an Idempotency-Key the first answer counts, though nothing depends on it.
Task<Answer> preview_staff_message(Call& call) {
    StaffMessageBody body = CO_TRY(parse_staff_message(call.request.body, Wording::Draft));
    ControlPlane& control = call.shared.control;
    const auto key = call.key();
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        return line_of(call, body.entries, state);
    });
    const Line line = CO_TRY(std::move(seen));
    auto read =
        co_await call.read([&](engine::Store& store,
                               engine::Registry& registry) -> Result<ControlPlane::Made, Problem> {
            if (auto before = TRY(control.kept(key, call.now))) {
                return *std::move(before);
            }
            Sorted sorted = TRY(Judge(call, line).sort(body.entries, store, registry));
            ControlPlane::Made made{
                .body = TRY(preview_text(call, std::move(body), std::move(sorted), registry))};
            control.keep(key, call.now, made);
            return made;
        });
    co_return response_of(call, CO_TRY(std::move(read)));
}

}  // namespace standby::http
