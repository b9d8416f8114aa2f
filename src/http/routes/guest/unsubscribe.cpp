// /u/{token}: the link under every mail. Looking changes nothing; leaving the list, stopping all
// messages and starting them again are buttons. A mail server that unsubscribes by itself POSTs
// `List-Unsubscribe=One-Click` (RFC 8058).
#include "core/state/resource_state.hpp"
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

struct AddressKeys {
    std::optional<core::ContactKey> email;
    std::optional<core::ContactKey> phone;

    std::vector<core::ContactKey> all() const {
        std::vector<core::ContactKey> keys;
        if (email) {
            keys.push_back(*email);
        }
        if (phone) {
            keys.push_back(*phone);
        }
        return keys;
    }
};

// Those of the person who stands beside an entry; none of one who was erased.
Result<AddressKeys, engine::StoreError> keys_of(engine::Store& store, core::EntryId entry,
                                                const engine::ContactKeys& hasher) {
    const std::optional<engine::Person> person = TRY(store.person(entry));
    AddressKeys keys;
    if (person && !person->email.empty()) {
        keys.email = hasher.email(person->email);
    }
    if (person && !person->phone.empty()) {
        keys.phone = hasher.phone(person->phone);
    }
    return keys;
}

Result<void, engine::StoreError> stop(engine::Registry& registry,
                                      const std::vector<core::ContactKey>& keys, Time now) {
    for (const core::ContactKey key : keys) {
        TRY(registry.opt_out(
            {.address = key, .source = engine::OptOutSource::Unsubscribed, .at = now}));
    }
    return {};
}

// What was stopped by a text message can only be started by one: carriers insist on it.
Result<void, engine::StoreError> start(engine::Registry& registry,
                                       const std::vector<core::ContactKey>& keys) {
    const std::vector<engine::OptOut> stopped = TRY(registry.opt_outs(keys));
    for (const engine::OptOut& one : stopped) {
        if (one.source != engine::OptOutSource::Stop) {
            TRY(registry.opt_in(one.address));
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

std::optional<Response> open_unsubscribe(Call& call) {
    if (take_token(call, call.path_id, {TokenPurpose::Unsubscribe})) {
        return std::nullopt;
    }
    return dead_link(call, words_in(frame_of(call).language).messages.dead_unsubscribe);
}

Result<void, engine::StoreError> complete_page(Call& call, UnsubscribePage& page,
                                               engine::Store& store, engine::Registry& registry) {
    const AddressKeys keys = TRY(keys_of(store, call.about.entry, call.shared.services.contacts));
    const std::vector<engine::OptOut> stopped = TRY(registry.opt_outs(keys.all()));
    page.may_stop = stopped.size() < keys.all().size();
    page.may_start = may_be_started_here(stopped);
    page.needs_text_to_start = needs_text_to_start(stopped);
    const auto person = store.person(call.about.entry).value_or(std::nullopt);
    const auto house = registry.house(call.about.account);
    page.frame = frame_of(call, person ? person->locale : "", house ? house->locale : "");
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

// The mail went to the mail address, so it is that one which hears no more.
Task<Answer> stop_at_once(Call& call) {
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) -> Result<void, engine::StoreError> {
            const AddressKeys keys =
                TRY(keys_of(store, call.about.entry, call.shared.services.contacts));
            return stop(registry, keys.email ? std::vector{*keys.email} : keys.all(),
                        call.shared.now());
        });
    if (!read) {
        co_return busy_page(call);
    }
    const PageFrame frame = frame_of(call);
    const Said& said = words_in(frame.language).messages.unsubscribed;
    co_return guest_page(200, message_page(frame, said.title, said.text));
}

Task<Answer> stop_or_start(Call& call, bool stops) {
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) -> Result<void, engine::StoreError> {
            const AddressKeys keys =
                TRY(keys_of(store, call.about.entry, call.shared.services.contacts));
            return stops ? stop(registry, keys.all(), call.shared.now())
                         : start(registry, keys.all());
        });
    if (!read) {
        co_return busy_page(call);
    }
    call.is_carried_out = true;
    const Notice notice{.kind = stops ? Notice::Kind::Stopped : Notice::Kind::Started};
    co_return co_await unsubscribe_page_answer(call, notice);
}

}  // namespace

Task<Answer> show_unsubscribe_page(Call& call) {
    if (auto dead = open_unsubscribe(call)) {
        co_return *std::move(dead);
    }
    co_return co_await unsubscribe_page_answer(call, {});
}

Task<Answer> act_on_unsubscribe_page(Call& call) {
    if (auto dead = open_unsubscribe(call)) {
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
        co_return co_await stop_or_start(call, action == action_stop);
    }
    Notice notice;
    if (action == action_leave) {
        auto sent = co_await press(call, core::Leave{.entry = core::number_of(call.about.entry)});
        const Pressed pressed = CO_TRY(std::move(sent));
        const bool is_done = pressed.notice.kind == Notice::Kind::None;
        notice = is_done ? Notice{.kind = Notice::Kind::Left} : pressed.notice;
    }
    co_return co_await unsubscribe_page_answer(call, notice);
}

}  // namespace standby::http
