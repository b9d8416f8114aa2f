// /u/{token}: the link under every mail. It speaks for the address that the mail went to, and for
// no other: an entry may have another one by now, or have somebody else's beside it. Looking
// changes nothing; leaving the list, stopping messages to the address and starting them again are
// buttons. A mail server that unsubscribes by itself POSTs `List-Unsubscribe=One-Click` (RFC 8058).
#include "core/state/resource_state.hpp"
#include "core/state/rows.hpp"
#include "http/pages/forms.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "http/routes/handlers.hpp"
#include "interchange/view/entry.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

std::optional<Form> any_form_of(const Request& request) {
    const std::string_view type = request.header("content-type");
    if (is_form_content_type(type)) {
        return parse_form(request.body);
    }
    return is_multipart_form(type) ? parse_multipart_form(type, request.body) : std::nullopt;
}

// What the link speaks for.
struct Spoken {
    std::optional<core::ContactKey> address;  // nothing: its person was erased
    bool is_on_file = false;                  // the entry still has that address
    std::optional<core::ContactKey> phone;    // of the entry, when the link does not speak for it
    std::string locale;                       // of the person, if it is theirs
};

// Links of the first kind do not say where they were sent: to the mail address, and to the phone
// where there is none. They speak for what the entry has as long as no link of it was replaced:
// from then on it may have another address than the one they were sent to.
Result<bool, engine::StoreError> is_replaced(const Call& call, engine::Store& store) {
    if (call.token->address != core::ContactKey{}) {
        return false;
    }
    const auto row = TRY(store.row(engine::RowTable::Entries, call.about.resource,
                                   core::number_of(call.about.entry)));
    const auto entry = row ? core::decode_entry_row(row->data) : std::unexpected(std::string{});
    return entry && entry->link_epoch != 0;
}

Result<Spoken, engine::StoreError> spoken_for(const Call& call, engine::Store& store) {
    const engine::ContactKeys& hasher = call.shared.services.contacts;
    const std::optional<engine::Person> person = TRY(store.person(call.about.entry));
    std::optional<core::ContactKey> email;
    std::optional<core::ContactKey> phone;
    if (person && !person->email.empty()) {
        email = hasher.email(person->email);
    }
    if (person && !person->phone.empty()) {
        phone = hasher.phone(person->phone);
    }
    Spoken spoken;
    spoken.address = call.token->address != core::ContactKey{} ? call.token->address
                     : email                                   ? email
                                                               : phone;
    spoken.is_on_file = spoken.address && (spoken.address == email || spoken.address == phone);
    // After the person was read: whoever changes the address just now must not lend it to the link.
    if (TRY(is_replaced(call, store))) {
        spoken = {};
    }
    if (spoken.is_on_file) {
        spoken.phone = spoken.address == phone ? std::nullopt : phone;
        spoken.locale = person->locale;
    }
    return spoken;
}

Result<std::vector<engine::OptOut>, engine::StoreError>
opt_outs_of(const Call& call, engine::Registry& registry, std::optional<core::ContactKey> address) {
    if (!address) {
        return std::vector<engine::OptOut>{};
    }
    auto found = TRY(registry.opt_outs(std::span(&*address, 1)));
    std::erase_if(found, [&](const engine::OptOut& one) {
        return !engine::counts_for(one, call.about.account);
    });
    return found;
}

Result<void, engine::StoreError> stop(const Call& call, engine::Registry& registry,
                                      const Spoken& spoken) {
    if (spoken.address) {
        TRY(registry.opt_out({.address = *spoken.address,
                              .source = engine::OptOutSource::Unsubscribed,
                              .at = call.shared.now(),
                              .account = call.about.account}));
    }
    return {};
}

// What was stopped by a text message can only be started by one: carriers insist on it.
Result<void, engine::StoreError> start(const Call& call, engine::Registry& registry,
                                       const Spoken& spoken) {
    const std::vector<engine::OptOut> stopped = TRY(opt_outs_of(call, registry, spoken.address));
    for (const engine::OptOut& one : stopped) {
        if (one.source != engine::OptOutSource::Stop) {
            TRY(registry.opt_in(one.address, one.account));
        }
    }
    return {};
}

bool may_be_started_here(const std::vector<engine::OptOut>& stopped) {
    return std::ranges::any_of(stopped, [](const engine::OptOut& one) {
        return one.source != engine::OptOutSource::Stop;
    });
}

bool needs_text_to_start(const std::vector<engine::OptOut>& stopped) {
    return std::ranges::count(stopped, engine::OptOutSource::Stop, &engine::OptOut::source) > 0;
}

// Nothing: the link is good.
Task<std::optional<Response>> dead_unsubscribe(Call& call) {
    const PageFrame frame = frame_of(call);
    const PageWords& words = words_in(frame.language);
    if (!take_token(call, call.path_id, {TokenPurpose::Unsubscribe})) {
        co_return dead_link(call, words.messages.dead_unsubscribe);
    }
    if (call.token->address != core::ContactKey{}) {
        co_return std::nullopt;
    }
    auto read = co_await call.read([&](engine::Store& store) { return is_replaced(call, store); });
    if (!read) {
        co_return busy_page(call);
    }
    if (!*read) {
        co_return std::nullopt;
    }
    const Said& said = words.messages.replaced_unsubscribe;
    co_return guest_page(404, message_page(frame, said.title, said.text));
}

Result<void, engine::StoreError> complete_page(Call& call, UnsubscribePage& page,
                                               engine::Store& store, engine::Registry& registry) {
    const Spoken spoken = TRY(spoken_for(call, store));
    const auto stopped = TRY(opt_outs_of(call, registry, spoken.address));
    page.may_stop = spoken.address && stopped.empty();
    page.may_start = may_be_started_here(stopped);
    page.needs_text_to_start = needs_text_to_start(stopped);
    page.texts_go_on = spoken.phone && TRY(opt_outs_of(call, registry, spoken.phone)).empty();
    if (!spoken.is_on_file) {
        page.state = core::EntryState::None;
    }
    const auto house = registry.house(call.about.account);
    page.frame = frame_of(call, spoken.locale, house ? house->locale : "");
    return {};
}

Task<Answer> unsubscribe_page_answer(Call& call, Notice notice) {
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string& name) {
        const auto facts = interchange::entry_facts(state, core::number_of(call.about.entry));
        UnsubscribePage page;
        page.resource_name = name;
        page.token = call.path_id;
        page.state = facts ? facts->state : core::EntryState::None;
        return page;
    });
    UnsubscribePage page = CO_TRY(std::move(seen));
    auto read = co_await call.read([&](engine::Store& store, engine::Registry& registry) {
        return complete_page(call, page, store, registry);
    });
    if (!read) {
        co_return busy_page(call);
    }
    page.notice = notice_text(notice, page.frame.language);
    co_return guest_page(200, unsubscribe_page(page));
}

enum class Wish : std::uint8_t { Stop, Start };

Task<Result<void, Problem>> carry_out(Call& call, Wish wish) {
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) -> Result<void, engine::StoreError> {
            const Spoken spoken = TRY(spoken_for(call, store));
            return wish == Wish::Stop ? stop(call, registry, spoken)
                                      : start(call, registry, spoken);
        });
    co_return read;
}

Task<Answer> stop_at_once(Call& call) {
    auto done = co_await carry_out(call, Wish::Stop);
    if (!done) {
        co_return busy_page(call);
    }
    const PageFrame frame = frame_of(call);
    const Said& said = words_in(frame.language).messages.unsubscribed;
    co_return guest_page(200, message_page(frame, said.title, said.text));
}

Task<Answer> stop_or_start(Call& call, Wish wish) {
    auto done = co_await carry_out(call, wish);
    if (!done) {
        co_return busy_page(call);
    }
    call.is_carried_out = true;
    const Notice notice{.kind = wish == Wish::Stop ? Notice::Kind::Stopped : Notice::Kind::Started};
    co_return co_await unsubscribe_page_answer(call, notice);
}

// Whoever reads an address that the entry no longer has cannot leave in its name.
Task<Answer> leave_list(Call& call) {
    auto read = co_await call.read([&](engine::Store& store) { return spoken_for(call, store); });
    if (!read) {
        co_return busy_page(call);
    }
    Notice notice;
    if (read->is_on_file) {
        auto sent = co_await press(call, core::Leave{.entry = core::number_of(call.about.entry)});
        const Pressed pressed = CO_TRY(std::move(sent));
        const bool is_done = pressed.notice.kind == Notice::Kind::None;
        notice = is_done ? Notice{.kind = Notice::Kind::Left} : pressed.notice;
    }
    co_return co_await unsubscribe_page_answer(call, notice);
}

}  // namespace

Task<Answer> show_unsubscribe_page(Call& call) {
    auto dead = co_await dead_unsubscribe(call);
    if (dead) {
        co_return *std::move(dead);
    }
    co_return co_await unsubscribe_page_answer(call, {});
}

Task<Answer> act_on_unsubscribe_page(Call& call) {
    auto dead = co_await dead_unsubscribe(call);
    if (dead) {
        co_return *std::move(dead);
    }
    const auto form = any_form_of(call.request);
    if (!form) {
        co_return bad_form_page(call);
    }
    if (form->value("List-Unsubscribe") == "One-Click") {
        co_return co_await stop_at_once(call);
    }
    const std::string_view action = form->value("action");
    if (action == action_stop || action == action_start) {
        co_return co_await stop_or_start(call, action == action_stop ? Wish::Stop : Wish::Start);
    }
    if (action == action_leave) {
        co_return co_await leave_list(call);
    }
    co_return co_await unsubscribe_page_answer(call, {});
}

}  // namespace standby::http
