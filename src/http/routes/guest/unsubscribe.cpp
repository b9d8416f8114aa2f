// /u/{token}: the link under every mail. Looking changes nothing; leaving the list, stopping all
// messages and starting them again are buttons. A mail server that unsubscribes by itself POSTs
// `List-Unsubscribe=One-Click` (RFC 8058).
#include "core/state/resource_state.hpp"
#include "http/api/entry_json.hpp"
#include "http/pages/forms.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/words/words.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/guest/guest_support.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

std::optional<Form> form_of(const Request& request) {
    const std::string_view type = request.header("content-type");
    Result<Form, FormError> form = std::unexpected(FormError::BadText);
    if (is_form_content_type(type)) {
        form = parse_form(request.body);
    } else if (is_multipart_form(type)) {
        form = parse_multipart_form(type, request.body);
    }
    return form ? std::optional(*std::move(form)) : std::nullopt;
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
        keys.email = hasher.email(normalise_email(person->email).value_or(person->email));
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

}  // namespace

void ApiRoutes::handle_unsubscribe(const CallPtr& call) {
    const bool is_get = call->request.method == "GET" || call->request.method == "HEAD";
    if (!is_get && call->request.method != "POST") {
        call->send_not_allowed("GET, HEAD, POST");
        return;
    }
    const auto token = services_.tokens.verify(call->request.path.substr(3), call->now);
    const bool fits = token && token->purpose == TokenPurpose::Unsubscribe;
    const core::EntryId entry{fits ? token->id : 0};
    const auto facts = services_.directory.find(core::resource_of(entry));
    if (!facts) {
        call->send(dead_link(*call, words_in(frame_of(*call).language).messages.dead_unsubscribe));
        return;
    }
    call->token = *token;
    call->entry = entry;
    call->resource = core::resource_of(entry);
    call->account = facts->account;
    call->time_zone = facts->time_zone;
    if (is_get) {
        show_unsubscribe_page(call, {});
        return;
    }
    const auto form = form_of(call->request);
    if (!form) {
        const PageFrame frame = frame_of(*call);
        const Said& said = words_in(frame.language).messages.bad_form;
        call->send(guest_page(400, message_page(frame, said.title, said.text)));
    } else if (form->value("List-Unsubscribe") == "One-Click") {
        stop_at_once(call);
    } else {
        act_on_unsubscribe_page(call, form->value("action"));
    }
}

// The mail went to the mail address, so it is that one which hears no more.
void ApiRoutes::stop_at_once(const CallPtr& call) {
    const auto carry_out = [this, call](engine::Store& store, engine::Registry& registry) {
        const auto keys = keys_of(store, call->entry, services_.contacts);
        const bool is_stopped =
            keys && stop(registry, keys->email ? std::vector{*keys->email} : keys->all(),
                         services_.gateway.now());
        const PageFrame frame = frame_of(*call);
        const Said& said = words_in(frame.language).messages.unsubscribed;
        call->send(is_stopped ? guest_page(200, message_page(frame, said.title, said.text))
                              : busy_page(*call));
    };
    if (!services_.gateway.read(engine::Effort::Quick, carry_out)) {
        ++reads_refused_;
        call->send(busy_page(*call));
    }
}

void ApiRoutes::act_on_unsubscribe_page(const CallPtr& call, std::string_view action) {
    if (action == action_leave) {
        submit_from_page(
            call, core::Leave{.entry = core::number_of(call->entry)}, [this, call](Notice notice) {
                const bool is_done = notice.kind == Notice::Kind::None;
                show_unsubscribe_page(call, is_done ? Notice{.kind = Notice::Kind::Left} : notice);
            });
        return;
    }
    if (action != action_stop && action != action_start) {
        show_unsubscribe_page(call, {});
        return;
    }
    const bool stops = action == action_stop;
    const auto carry_out = [this, call, stops](engine::Store& store, engine::Registry& registry) {
        const auto keys = keys_of(store, call->entry, services_.contacts);
        const bool is_done = keys && (stops ? stop(registry, keys->all(), services_.gateway.now())
                                            : start(registry, keys->all()))
                                         .has_value();
        if (!is_done) {
            call->send(busy_page(*call));
            return;
        }
        call->is_carried_out = true;
        show_unsubscribe_page(call,
                              {.kind = stops ? Notice::Kind::Stopped : Notice::Kind::Started});
    };
    if (!services_.gateway.read(engine::Effort::Quick, carry_out)) {
        ++reads_refused_;
        call->send(busy_page(*call));
    }
}

void ApiRoutes::show_unsubscribe_page(const CallPtr& call, Notice notice) {
    query(call, [this, call, notice](const core::ResourceState& state, const std::string& name) {
        const auto facts = entry_facts(state, core::number_of(call->entry));
        UnsubscribePage shown;
        shown.resource_name = name;
        shown.token = call->request.path.substr(3);
        shown.state = facts ? facts->state : core::EntryState::None;
        const auto complete = [this, call, shown, notice](engine::Store& store,
                                                          engine::Registry& registry) {
            const auto keys = keys_of(store, call->entry, services_.contacts);
            if (!keys) {
                call->send(busy_page(*call));
                return;
            }
            const auto stopped = registry.opt_outs(keys->all());
            if (!stopped) {
                call->send(busy_page(*call));
                return;
            }
            UnsubscribePage whole = shown;
            whole.may_stop = stopped->size() < keys->all().size();
            whole.may_start = may_be_started_here(*stopped);
            whole.needs_text_to_start = needs_text_to_start(*stopped);
            const auto person = store.person(call->entry).value_or(std::nullopt);
            const auto house = registry.house(call->account);
            whole.frame = frame_of(*call, person ? person->locale : "", house ? house->locale : "");
            whole.notice = notice_text(notice, whole.frame.language);
            call->send(guest_page(200, unsubscribe_page(whole)));
        };
        if (!services_.gateway.read(engine::Effort::Quick, complete)) {
            ++reads_refused_;
            call->send(busy_page(*call));
        }
        return engine::Answer{};
    });
}

}  // namespace standby::http
