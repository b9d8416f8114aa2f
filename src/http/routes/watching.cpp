// Live streams. A watcher is registered on the shard's own thread while it looks at the state, so
// nothing can be committed between the first look and the first event.
#include "base/number.hpp"
#include "core/audit/event_codec.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/spending.hpp"
#include "http/routes/streams.hpp"
#include "http/sse/entry_watcher.hpp"
#include "http/sse/resource_watcher.hpp"
#include "interchange/view/audit.hpp"
#include "interchange/view/entry.hpp"
#include "interchange/view/resource.hpp"

#include <utility>

namespace standby::http {
namespace {

// A client that was away longer than this many events is shown the state anew instead.
constexpr std::uint64_t resumed_events_max = 10'000;
constexpr std::size_t events_read_at_once = 1'000;

// Nothing when it is not a number; an inner nothing when there is none.
std::optional<std::optional<std::uint64_t>> last_event_id(const Request& request) {
    const std::string_view text = request.header("last-event-id");
    if (text.empty()) {
        return std::optional<std::uint64_t>{};
    }
    const auto number = parse_number<std::uint64_t>(text);
    return number ? std::optional<std::optional<std::uint64_t>>{number} : std::nullopt;
}

std::string snapshot_text(const core::ResourceState& state, const std::string& name) {
    std::string text = "event: snapshot\nid: " + std::to_string(state.last_event) + "\ndata: ";
    JsonWriter writer{text};
    interchange::write_resource(writer, interchange::resource_facts(state, name));
    text += "\n\n";
    return text;
}

// Nothing when the events cannot be read, or are not kept any more.
std::optional<std::string> missed_text(engine::Store& store, core::ResourceNumber resource,
                                       std::uint64_t after, std::uint64_t until) {
    std::string text;
    while (after < until) {
        const auto rows = store.events(resource, after, events_read_at_once);
        if (!rows || rows->empty()) {
            return std::nullopt;
        }
        for (const engine::EventRow& row : *rows) {
            if (row.number != after + 1) {
                return std::nullopt;
            }
            after = row.number;
            const auto event = core::decode_event(row.data);
            if (!event && !core::is_from_newer(event.error())) {
                return std::nullopt;
            }
            if (event && row.number <= until) {
                text += Api::format_live_event(resource, *event, row.link);
            }
        }
    }
    return text;
}

// The entry as its guest sees it, time and again, while the stream is open.
class EntryView {
public:
    EntryView(Shared& shared, core::EntryId entry, std::optional<core::UsedLink> link,
              engine::Person person)
        : shared_(shared), entry_(entry), link_(link), person_(std::move(person)) {}

    using Watcher = std::shared_ptr<EntryWatcher>;

    // The memory soon forgets what has ended; then the stored row is shown.
    static void show(const std::shared_ptr<const EntryView>& view, const core::ResourceState& state,
                     const Watcher& watcher) {
        const auto facts = interchange::entry_facts(state, core::number_of(view->entry_));
        const core::Visibility visibility = state.rules.visibility;
        const std::uint64_t seen = state.last_event;
        if (view->link_ && !core::is_good(*view->link_, state).value_or(true)) {
            watcher->close();
            return;
        }
        if (facts && facts->complete) {
            watcher->show(seen, view->text_of(*facts, visibility));
            return;
        }
        const auto show_stored = [view, watcher, visibility, seen](engine::Store& store,
                                                                   engine::Registry&) {
            const auto stored = stored_entry(store, view->entry_);
            if (stored && view->is_open(*stored)) {
                watcher->show(seen, view->text_of(*stored, visibility));
            } else {
                watcher->close();
            }
        };
        if (!view->shared_.services.gateway.read(engine::Effort::Quick, show_stored)) {
            watcher->close();
        }
    }

    static void refresh(const std::shared_ptr<const EntryView>& view, const Watcher& watcher) {
        view->shared_.services.gateway.submit(
            engine::Query{.resource = core::resource_of(view->entry_),
                          .look = [view, watcher](const engine::Query::View& seen) {
                              if (seen.state == nullptr) {
                                  watcher->close();
                              } else {
                                  show(view, *seen.state, watcher);
                              }
                          }});
    }

private:
    bool is_open(const interchange::EntryFacts& stored) const {
        return !link_ || core::is_good(*link_, stored.state, stored.link_epoch);
    }

    std::string text_of(const interchange::EntryFacts& facts, core::Visibility visibility) const {
        const std::string json = json_text([&](JsonWriter& writer) {
            interchange::write_entry(writer, facts,
                                     {.viewer = Viewer::Guest, .visibility = visibility});
        });
        return interchange::fill_in(
            json, MarkValues{shared_.links, &person_, {}, shared_.services.payment_desk});
    }

    Shared& shared_;
    core::EntryId entry_;
    std::optional<core::UsedLink> link_;  // what was shown ends when the link does
    engine::Person person_;
};

}  // namespace

std::string Api::format_live_event(core::ResourceNumber resource, const core::Event& event,
                                   const Sha256Digest& link) {
    std::string text = "event: change\nid: " + std::to_string(event.number) + "\ndata: ";
    JsonWriter writer{text};
    interchange::write_audit_item(writer, resource, event, link);
    text += "\n\n";
    return text;
}

Task<Answer> watch_resource(Call& call) {
    const auto asked = last_event_id(call.request);
    if (!asked) {
        co_return refuse(ProblemType::BadRequest,
                         "Last-Event-ID must be the id of an event of this stream.");
    }
    const std::optional<std::uint64_t> after = *asked;
    std::shared_ptr<ResourceWatcher> watcher;
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string& name) {
        watcher = open_stream(call, nullptr, [](std::shared_ptr<EventStream> stream) {
            return std::make_shared<ResourceWatcher>(std::move(stream));
        });
        call.shared.services.hub.add(call.about.resource, watcher);
        const std::uint64_t last = state.last_event;
        const bool is_resumed = after && *after <= last && last - *after <= resumed_events_max;
        if (!is_resumed) {
            watcher->begin(snapshot_text(state, name), last);
        }
        return is_resumed ? std::optional(last) : std::nullopt;
    });
    const std::optional<std::uint64_t> last = CO_TRY(std::move(seen));
    end_with_session(call, watcher);
    if (last) {
        auto read = co_await call.read([&](engine::Store& store) {
            return missed_text(store, call.about.resource, *after, *last);
        });
        if (read && *read) {
            watcher->begin(": resumed\n\n" + **std::move(read), *last);
        } else {
            // From here on, then.
            auto anew =
                co_await call.look([&](const core::ResourceState& state, const std::string& name) {
                    watcher->begin(snapshot_text(state, name), state.last_event);
                    return true;
                });
            CO_TRY(anew);
        }
    }
    co_return Response{};
}

// The person beside the entry is read once, when the stream begins.
Task<Answer> watch_entry(Call& call) {
    HeldPlace place =
        call.shared.budgets.stream(client_key(call.request.client), call.about.entry.value());
    if (!place) {
        co_return std::unexpected(
            too_often("Too many streams are open, of this entry or from this address.",
                      std::chrono::seconds{30}));
    }
    if (call.token) {
        auto opened = co_await state_by_link(call);
        CO_TRY(opened);
    }
    auto read =
        co_await call.read([&](engine::Store& store) { return store.person(call.about.entry); });
    const std::optional<engine::Person> person = CO_TRY(std::move(read));
    const core::Ticket ticket = core::number_of(call.about.entry);
    const auto view = std::make_shared<const EntryView>(call.shared, call.about.entry, call.link(),
                                                        person.value_or(engine::Person{}));
    auto seen = co_await call.look([&](const core::ResourceState& state, const std::string&) {
        if (!interchange::entry_facts(state, ticket)) {
            return false;
        }
        const auto watcher =
            open_stream(call, std::move(place), [&](std::shared_ptr<EventStream> stream) {
                return std::make_shared<EntryWatcher>(
                    std::move(stream),
                    [view](const EntryView::Watcher& same) { EntryView::refresh(view, same); });
            });
        call.shared.services.hub.add(call.about.resource, ticket, watcher);
        end_with_session(call, watcher);
        EntryView::show(view, state, watcher);
        return true;
    });
    const bool is_there = CO_TRY(std::move(seen));
    if (!is_there) {
        co_return std::unexpected(nothing_here());
    }
    co_return Response{};
}

}  // namespace standby::http
