// The events of all lists of an account in one order: page by page, or as a stream that goes on.
// Both begin anywhere, and both give the same envelope.
#include "engine/history/event_feed.hpp"

#include "core/audit/event_codec.hpp"
#include "engine/ports/listings.hpp"
#include "http/auth/crypto.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/spending.hpp"
#include "http/routes/streams.hpp"
#include "interchange/view/cloud_event.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

// What one request may go through where few events are wanted; its cursor goes on from there.
constexpr std::size_t events_looked_at_max = 5'000;
constexpr std::size_t types_max = 50;

struct FeedRequest {
    engine::AccountNumber account;
    std::string list;                // its name, for cursors
    core::ResourceNumber resource;   // 0: all
    std::vector<std::string> types;  // none: all
    std::size_t limit = 0;
    std::uint64_t after = 0;
    bool from_now = false;
};

std::string list_of(engine::AccountNumber account) {
    return "events of " + std::to_string(account.value());
}

// Whoever can read both gets pages.
bool wants_stream(const Request& request) {
    const std::string_view accept = request.header("accept");
    return accept.find("text/event-stream") != accept.npos &&
           accept.find("application/json") == accept.npos;
}

Result<std::vector<std::string>, Problem> parse_types(const Request& request) {
    std::vector<std::string> types;
    const auto text = request.parameter("type");
    for (std::string_view rest = text ? std::string_view{*text} : std::string_view{};
         text && types.size() < types_max;) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const std::string_view type = rest.substr(0, end);
        if (std::ranges::find(core::event_types(), type) == core::event_types().end()) {
            return std::unexpected(
                invalid("type", "must be a type of event, such as offer_made, or several with "
                                "commas between them"));
        }
        types.emplace_back(type);
        if (end == rest.size()) {
            break;
        }
        rest.remove_prefix(end + 1);
    }
    return types;
}

Result<FeedRequest, Problem> parse_feed_request(const Call& call, bool is_stream) {
    FeedRequest asked{.account = call.about.account, .list = list_of(call.about.account)};
    const std::string_view last = call.request.header("last-event-id");
    std::optional<std::string> cursor = call.request.parameter("cursor");
    if (is_stream && !last.empty()) {
        cursor = std::string{last};
    }
    asked.from_now = cursor == "now";
    const PageRequest page =
        TRY(parse_page(asked.list, call.request.parameter("limit"),
                       asked.from_now ? std::optional<std::string>{} : cursor));
    asked.limit = page.limit;
    asked.after = page.after;
    asked.types = TRY(parse_types(call.request));
    if (const auto id = call.request.parameter("resource_id")) {
        const auto resource = core::parse_resource_id(*id);
        if (!resource) {
            return std::unexpected(
                invalid("resource_id", "must be the id of a resource, such as res_1"));
        }
        asked.resource = *resource;
    }
    return asked;
}

// Empty when it is not wanted, or was written by a newer version.
std::string envelope_of(const engine::FeedItem& item, const std::vector<std::string>& types,
                        std::string_view home) {
    const auto event = core::decode_event(item.event.data);
    if (!event ||
        (!types.empty() && std::ranges::find(types, core::type_of(*event)) == types.end())) {
        return {};
    }
    std::string json;
    JsonWriter writer{json};
    interchange::write_cloud_event(writer, home, item.resource, *event, item.event.link,
                                   interchange::FreeText::Shown);
    return json;
}

// Where to begin: an error when the cursor is of another history than the one there is, or the list
// is not the account's.
Result<std::uint64_t, Problem> beginning_of(const FeedRequest& asked, engine::Store& store,
                                            engine::Registry& registry) {
    const std::uint64_t end = TRY(or_unavailable(
        engine::bring_feed_up(store, registry, asked.account, engine::Haste::Wait, draw_number)));
    if (asked.resource.value() != 0) {
        const auto listing = TRY(or_unavailable(engine::listing_of(store, asked.resource)));
        if (!listing || listing->account != asked.account) {
            return std::unexpected(nothing_here());
        }
    }
    if (asked.after > end) {
        return std::unexpected(
            problem(ProblemType::BadCursor,
                    "The cursor is behind the last event, as after going back to a backup; start "
                    "again without it."));
    }
    return asked.from_now ? end : asked.after;
}

Result<std::string, Problem> page_of_feed(const FeedRequest& asked, std::string_view home,
                                          engine::Store& store, engine::Registry& registry) {
    const std::uint64_t after = TRY(beginning_of(asked, store, registry));
    std::string body;
    JsonWriter writer{body};
    begin_page(writer);
    std::size_t count = 0;
    const auto reached = engine::read_feed(
        store, registry,
        {.account = asked.account,
         .after = after,
         .resource = asked.resource,
         .haste = engine::Haste::TakeWhatIsThere,  // all is there: the beginning waited for it
         .looked_at_max = events_looked_at_max},
        [&](engine::FeedItem&& item) {
            if (count == asked.limit) {
                return engine::FeedTaken::Full;
            }
            const std::string json = envelope_of(item, asked.types, home);
            if (!json.empty()) {
                writer.raw(json);
                ++count;
            }
            return engine::FeedTaken::Yes;
        });
    end_page(writer, asked.list, TRY(or_unavailable(reached)));
    return body;
}

std::function<bool()> right_to_see(const Call& call) {
    const std::uint64_t key = call.caller ? call.caller->key_number : 0;
    if (key == 0) {
        return [] { return true; };  // a session, which closes its streams itself
    }
    return [&keys = call.shared.services.keys, key] { return keys.contains(key); };
}

Task<Answer> follow_feed(Call& call, const FeedRequest& asked) {
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return beginning_of(asked, store, registry);
        },
        engine::Effort::Long);
    const std::uint64_t after = CO_TRY(std::move(read));
    auto follower = std::make_shared<FeedFollower>();
    follower->account = asked.account;
    follower->position = after;
    follower->resource = asked.resource;
    follower->may_see = right_to_see(call);
    follower->tell_position = [list = asked.list](std::uint64_t position) {
        return "id: " + make_cursor(list, position) + "\n\n";
    };
    follower->format = [list = asked.list, types = asked.types,
                        home = call.shared.links.at("")](const engine::FeedItem& item) {
        std::string json = envelope_of(item, types, home);
        return json.empty() ? json
                            : "id: " + make_cursor(list, item.position) +
                                  "\ndata: " + std::move(json) + "\n\n";
    };
    if (!call.shared.feeds.has_room(asked.account)) {
        co_return std::unexpected(too_often("Too many streams of these events are open: at most " +
                                                std::to_string(FeedHub::followers_max) +
                                                " at a time.",
                                            std::chrono::seconds{30}));
    }
    open_stream(call, nullptr, [&](std::shared_ptr<EventStream> stream) {
        follower->stream = std::move(stream);
        return follower;
    });
    follower->stream->write(": the events behind the cursor follow\n\n");
    end_with_session(call, follower, [kept = follower.get()] { kept->stream->close(); });
    if (!call.shared.feeds.add(follower)) {
        follower->stream->close();
    }
    co_return Response{};
}

}  // namespace

Task<Answer> list_events(Call& call) {
    const bool is_stream = wants_stream(call.request);
    const FeedRequest asked = CO_TRY(parse_feed_request(call, is_stream));
    if (is_stream) {
        co_return co_await follow_feed(call, asked);
    }
    auto read = co_await call.read(
        [&](engine::Store& store, engine::Registry& registry) {
            return page_of_feed(asked, call.shared.links.at(""), store, registry);
        },
        engine::Effort::Long);
    co_return call.draft(200, CO_TRY(std::move(read)));
}

}  // namespace standby::http
