// Messages: what was to be told to whom, what became of it, and sending again what failed.
#include "engine/outbox/send_again.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/message_body.hpp"
#include "http/api/message_json.hpp"
#include "http/routes/facts.hpp"
#include "http/routes/paging.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

Problem unavailable() {
    return problem(ProblemType::Unavailable, "The database did not answer. Try again in a moment.");
}

struct ListedMessage {
    engine::OutboxListing listing;
    std::vector<engine::Delivery> deliveries;
};

// The messages with what became of them on each channel.
Result<std::vector<ListedMessage>, engine::StoreError>
with_deliveries(engine::Store& store, std::vector<engine::OutboxListing> listings) {
    std::vector<std::uint64_t> ids;
    std::vector<ListedMessage> messages;
    for (engine::OutboxListing& listing : listings) {
        ids.push_back(listing.row.id);
        messages.push_back({.listing = std::move(listing), .deliveries = {}});
    }
    const std::vector<engine::Delivery> deliveries = TRY(store.deliveries(ids));
    for (const engine::Delivery& delivery : deliveries) {
        const auto message = std::ranges::find(ids, delivery.message);
        if (message != ids.end()) {
            messages[static_cast<std::size_t>(message - ids.begin())].deliveries.push_back(
                delivery);
        }
    }
    return messages;
}

}  // namespace

// Where a message leads its reader: to the offer, to the place in line, or nowhere for staff.
std::string ApiRoutes::message_link(const engine::OutboxRow& row) const {
    const core::EntryId entry = core::entry_id(row.resource, row.entry);
    switch (row.kind) {
    case engine::MessageKind::Offer:
    case engine::MessageKind::MoveUp:
    case engine::MessageKind::Reminder:
        return links_.offer(core::offer_id(row.resource, row.offer));
    case engine::MessageKind::Verify:
        return links_.verify(entry);
    default:
        return is_for_guests(row.kind) ? links_.status(entry) : std::string{};
    }
}

bool ApiRoutes::owns_resource(const Call& call, core::ResourceNumber resource) const {
    const auto facts = services_.directory.find(resource);
    return facts && facts->account == call.account;
}

void ApiRoutes::send_messages(const CallPtr& call, std::string list, engine::MessageFilter filter) {
    const auto wanted = call->request.parameter("state");
    if (wanted) {
        filter.state = engine::parse_outbox_state(*wanted);
        if (!filter.state) {
            call->send_problem(invalid("state", "must be pending, done or dead"));
            return;
        }
        list += " " + *wanted;
    }
    const bool shows_links = gets_links(viewer_of(*call));
    send_list(
        call, std::move(list),
        [filter](engine::Store& store, engine::Registry&, std::uint64_t after,
                 std::size_t limit) -> Result<std::vector<ListedMessage>, engine::StoreError> {
            return with_deliveries(store, TRY(store.messages(filter, after, limit)));
        },
        [this, shows_links](JsonWriter& writer, const ListedMessage& message, engine::Store&) {
            write_message(writer, message.listing,
                          shows_links ? message_link(message.listing.row) : "", message.deliveries);
            return message.listing.row.id;
        });
}

void ApiRoutes::list_messages(const CallPtr& call) {
    send_messages(call, "messages of " + core::format_id(call->resource),
                  {.account = call->account.value(), .resource = call->resource});
}

void ApiRoutes::list_all_messages(const CallPtr& call) {
    engine::MessageFilter filter{.account = call->account.value()};
    const auto text = call->request.parameter("resource");
    if (text) {
        filter.resource = core::parse_resource_id(*text).value_or(core::ResourceNumber{});
    }
    with_directory(call, filter.resource, [this, call, filter, is_about_one = text.has_value()] {
        if (is_about_one && !owns_resource(*call, filter.resource)) {
            call->send_problem(invalid("resource", "is not a resource of this account"));
            return;
        }
        send_messages(call,
                      "messages of account " + std::to_string(filter.account) + " about " +
                          std::to_string(filter.resource.value()),
                      filter);
    });
}

Result<engine::OutboxListing, Problem>
ApiRoutes::own_message(const Call& call, engine::Store& store, engine::Registry& registry) {
    const auto found = store.message(call.message);
    if (!found || (*found && !learn_resource((*found)->row.resource, store, registry))) {
        return std::unexpected(unavailable());
    }
    const auto is_own = [&](const engine::OutboxRow& row) {
        // What is about no resource is about the account itself.
        return row.resource == core::ResourceNumber{} ? row.entry == call.account.value()
                                                      : owns_resource(call, row.resource);
    };
    if (!*found || !is_own((*found)->row)) {
        return std::unexpected(problem(ProblemType::NotFound, "There is nothing under this id."));
    }
    return **found;
}

Result<std::string, Problem> ApiRoutes::message_text(const Call& call, engine::Store& store,
                                                     engine::Registry& registry) {
    std::vector<engine::OutboxListing> one{TRY(own_message(call, store, registry))};
    const auto message = with_deliveries(store, std::move(one));
    if (!message) {
        return std::unexpected(unavailable());
    }
    const ListedMessage& shown = message->front();
    std::string body;
    JsonWriter writer{body};
    write_message(writer, shown.listing,
                  gets_links(viewer_of(call)) ? message_link(shown.listing.row) : "",
                  shown.deliveries);
    return body;
}

void ApiRoutes::get_message(const CallPtr& call) {
    read(call, [this, call](engine::Store& store, engine::Registry& registry) {
        auto text = message_text(*call, store, registry);
        if (!text) {
            call->send_problem(text.error());
            return;
        }
        finish(call, 200, *std::move(text));
    });
}

void ApiRoutes::replay_message(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    answer_once(call,
                [this, call](engine::Store& store,
                             engine::Registry& registry) -> Result<std::string, Problem> {
                    const engine::OutboxListing message = TRY(own_message(*call, store, registry));
                    if (message.state != engine::OutboxState::Dead) {
                        return std::unexpected(problem(ProblemType::MessageNotDead));
                    }
                    if (!engine::send_again(store, registry, {&message.row.id, 1},
                                            services_.gateway.now())) {
                        return std::unexpected(unavailable());
                    }
                    auto text = message_text(*call, store, registry);
                    services_.post_office.look_again();
                    return text;
                });
}

void ApiRoutes::replay_messages(const CallPtr& call) {
    const auto body = parse_replay(call->request.body);
    if (!body) {
        call->send_problem(body.error());
        return;
    }
    with_directory(call, body->resource, [this, call, resource = body->resource] {
        if (resource != core::ResourceNumber{} && !owns_resource(*call, resource)) {
            call->send_problem(invalid("resource", "is not a resource of this account"));
            return;
        }
        replay_messages_of(call, resource);
    });
}

// 0: of all resources.
void ApiRoutes::replay_messages_of(const CallPtr& call, core::ResourceNumber resource) {
    const engine::MessageFilter filter{
        .account = call->account.value(), .resource = resource, .state = engine::OutboxState::Dead};
    const auto replay_all = [this,
                             filter](engine::Store& store,
                                     engine::Registry& registry) -> Result<std::string, Problem> {
        const auto replayed =
            engine::send_dead_again(store, registry, filter, services_.gateway.now());
        if (!replayed) {
            return std::unexpected(unavailable());
        }
        services_.post_office.look_again();
        std::string text;
        JsonWriter writer{text};
        writer.begin_object();
        writer.natural("replayed", *replayed);
        writer.end_object();
        return text;
    };
    answer_once(call, replay_all, engine::Effort::Long);
}

}  // namespace standby::http
