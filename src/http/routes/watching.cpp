// Live streams. A watcher is registered on the shard's own thread while it looks at the state, so
// nothing can be committed between the first look and the first event.
#include "core/audit/event_codec.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"
#include "http/api/audit_json.hpp"
#include "http/api/entry_json.hpp"
#include "http/api/placeholders.hpp"
#include "http/api/resource_json.hpp"
#include "http/routes/api_routes.hpp"
#include "http/routes/facts.hpp"
#include "http/sse/entry_watcher.hpp"
#include "http/sse/resource_watcher.hpp"

#include <charconv>
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
    std::uint64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = error == std::errc{} && stop == text.data() + text.size();
    if (!is_number) {
        return std::nullopt;
    }
    return std::optional<std::uint64_t>{number};
}

std::string snapshot_text(const core::ResourceState& state, const std::string& name) {
    std::string text = "event: snapshot\nid: " + std::to_string(state.last_event) + "\ndata: ";
    JsonWriter writer{text};
    write_resource(writer, resource_facts(state, name));
    text += "\n\n";
    return text;
}

// Nothing when the events cannot be read.
std::optional<std::string> missed_text(engine::Store& store, core::ResourceNumber resource,
                                       std::uint64_t after, std::uint64_t until) {
    std::string text;
    while (after < until) {
        const auto rows = store.events(resource, after, events_read_at_once);
        if (!rows || rows->empty()) {
            return std::nullopt;
        }
        for (const engine::EventRow& row : *rows) {
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

// Opens the stream of a call. It keeps its watcher alive until the client goes away.
template <class MakeWatcher>
auto open_stream(Call& call, MakeWatcher&& make_watcher) {
    auto holder = std::make_shared<Guarded<std::shared_ptr<void>>>();
    call.on_answer(call, 200);
    auto stream =
        std::exchange(call.responder, nullptr)->stream([holder] { holder->exchange(nullptr); });
    auto watcher = make_watcher(std::move(stream));
    holder->exchange(watcher);
    return watcher;
}

}  // namespace

std::string Api::format_live_event(core::ResourceNumber resource, const core::Event& event,
                                   const Sha256Digest& link) {
    std::string text = "event: change\nid: " + std::to_string(event.number) + "\ndata: ";
    JsonWriter writer{text};
    write_audit_item(writer, resource, event, link);
    text += "\n\n";
    return text;
}

void ApiRoutes::watch_resource(const CallPtr& call) {
    const auto asked = last_event_id(call->request);
    if (!asked) {
        call->send_problem(problem(ProblemType::BadRequest,
                                   "Last-Event-ID must be the id of an event of this stream."));
        return;
    }
    query(call,
          [this, call, after = *asked](const core::ResourceState& state, const std::string& name) {
              const auto watcher = open_stream(*call, [](std::shared_ptr<EventStream> stream) {
                  return std::make_shared<ResourceWatcher>(std::move(stream));
              });
              services_.hub.add(call->resource, watcher);
              end_with_session(*call, watcher, [kept = watcher.get()] { kept->close(); });
              const std::uint64_t last = state.last_event;
              if (!after || *after > last || last - *after > resumed_events_max) {
                  watcher->begin(snapshot_text(state, name), last);
                  return engine::Answer{};
              }
              const bool is_read = services_.gateway.read(
                  engine::Effort::Quick, [resource = call->resource, watcher, after = *after,
                                          last](engine::Store& store, engine::Registry&) {
                      auto text = missed_text(store, resource, after, last);
                      if (!text) {
                          watcher->close();
                          return;
                      }
                      watcher->begin(": resumed\n\n" + *std::move(text), last);
                  });
              if (!is_read) {
                  watcher->close();
              }
              return engine::Answer{};
          });
}

// The person beside the entry is read once, when the stream begins.
void ApiRoutes::watch_entry(const CallPtr& call) {
    read(call, [this, call](engine::Store& store, engine::Registry&) {
        const auto person = store.person(call->entry);
        if (!person) {
            call->send_problem(problem(ProblemType::Unavailable));
            return;
        }
        call->person = person->value_or(engine::Person{});
        open_entry_stream(call);
    });
}

void ApiRoutes::open_entry_stream(const CallPtr& call) {
    const core::Ticket ticket = core::number_of(call->entry);
    const auto text_of = [this, call](const EntryFacts& facts, core::Visibility visibility) {
        std::string json;
        JsonWriter writer{json};
        write_entry(writer, facts, {.viewer = Viewer::Guest, .visibility = visibility});
        return filled_in(*call, json, {});
    };
    // The memory soon forgets what has ended; then the stored row is shown.
    const auto show = [this, call, ticket, text_of](const core::ResourceState& state,
                                                    const std::shared_ptr<EntryWatcher>& watcher) {
        const auto facts = entry_facts(state, ticket);
        const core::Visibility visibility = state.rules.visibility;
        const std::uint64_t seen = state.last_event;
        if (facts && facts->complete) {
            watcher->show(seen, text_of(*facts, visibility));
            return;
        }
        const bool is_read = services_.gateway.read(
            engine::Effort::Quick,
            [call, watcher, text_of, visibility, seen](engine::Store& store, engine::Registry&) {
                const auto stored = stored_entry(store, call->entry);
                if (stored) {
                    watcher->show(seen, text_of(*stored, visibility));
                } else {
                    watcher->close();
                }
            });
        if (!is_read) {
            watcher->close();
        }
    };
    const auto refresh = [this, resource = call->resource,
                          show](const std::shared_ptr<EntryWatcher>& watcher) {
        services_.gateway.submit(
            engine::Query{.resource = resource, .look = [show, watcher](const auto& view) {
                              if (view.state == nullptr) {
                                  watcher->close();
                                  return;
                              }
                              show(*view.state, watcher);
                          }});
    };
    query(call, [this, call, ticket, show, refresh](const core::ResourceState& state,
                                                    const std::string&) {
        if (!entry_facts(state, ticket)) {
            call->send_problem(problem(ProblemType::NotFound, "There is nothing under this id."));
            return engine::Answer{};
        }
        const auto watcher = open_stream(*call, [&](std::shared_ptr<EventStream> stream) {
            return std::make_shared<EntryWatcher>(std::move(stream), refresh);
        });
        services_.hub.add(call->resource, ticket, watcher);
        end_with_session(*call, watcher, [kept = watcher.get()] { kept->close(); });
        show(state, watcher);
        return engine::Answer{};
    });
}

}  // namespace standby::http
