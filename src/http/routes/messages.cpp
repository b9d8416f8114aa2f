// Messages: what was to be told to whom, what became of it, and sending again what failed.
#include "engine/outbox/send_again.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/message_body.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/joining.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/paging.hpp"
#include "http/routes/which_node.hpp"
#include "interchange/view/message.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

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

// Where a message leads its reader: to the offer, to the place in line, or nowhere for staff and
// for those who get no links.
std::string link_of(const Call& call, const engine::OutboxRow& row, engine::Store& store) {
    const bool is_confirmation = row.kind == engine::MessageKind::Verify;
    if (!interchange::gets_links(call.viewer()) ||
        (!is_confirmation && !interchange::is_for_guests(row.kind))) {
        return {};
    }
    const SignedLinks& links = call.shared.links;
    const core::EntryId entry = core::entry_id(row.resource, row.entry);
    const auto stored = stored_entry(store, entry);
    engine::LinkReader reader{.entry = entry, .epoch = stored ? stored->link_epoch : 0};
    switch (row.kind) {
    case engine::MessageKind::Offer:
    case engine::MessageKind::MoveUp:
    case engine::MessageKind::OfferAnew:
    case engine::MessageKind::Reminder:
        return links.offer(core::offer_id(row.resource, row.offer), reader);
    case engine::MessageKind::Verify:
        if (const auto person = store.person(entry).value_or(std::nullopt)) {
            reader.address = address_to_prove(call.shared.services.contacts, *person);
        }
        return links.verify(reader);
    default:
        return links.status(reader);
    }
}

void write_listed(JsonWriter& writer, const Call& call, const ListedMessage& message,
                  engine::Store& store) {
    interchange::write_message(writer, message.listing, link_of(call, message.listing.row, store),
                               message.deliveries);
}

bool owns_resource(const Call& call, core::ResourceNumber resource) {
    const auto known = call.shared.services.directory.find(resource);
    return known && known->account == call.about.account;
}

// Of the resource that a list or a replay is narrowed to, which may be another node's; 0: of all.
Task<Result<void, Problem>> check_own_resource(Call& call, core::ResourceNumber resource) {
    auto learnt = co_await learn_resource(call, resource);
    CO_TRY(learnt);
    if (!owns_resource(call, resource)) {
        co_return refuse_field("resource", "is not a resource of this account");
    }
    co_return Result<void, Problem>{};
}

Task<Answer> list_filtered(Call& call, std::string list, engine::MessageFilter filter) {
    if (const auto wanted = call.request.parameter("state")) {
        filter.state = engine::parse_outbox_state(*wanted);
        if (!filter.state) {
            co_return refuse_field("state", "must be pending, done or dead");
        }
        list += " " + *wanted;
    }
    co_return co_await answer_list(
        call, std::move(list),
        [&](engine::Store& store, engine::Registry&, std::uint64_t after,
            std::size_t limit) -> Result<std::vector<ListedMessage>, engine::StoreError> {
            return with_deliveries(store, TRY(store.messages(filter, after, limit)));
        },
        [&](JsonWriter& writer, const ListedMessage& message, engine::Store& of_message) {
            write_listed(writer, call, message, of_message);
            return message.listing.row.id;
        });
}

// The message of the path, or why it cannot be shown.
Result<engine::OutboxListing, Problem> own_message(Call& call, engine::Store& store,
                                                   engine::Registry& registry) {
    const auto found = store.message(call.about.number);
    if (!found ||
        (*found && !learn_resource(call.shared, (*found)->row.resource, store, registry))) {
        return std::unexpected(unavailable());
    }
    const auto is_own = [&](const engine::OutboxRow& row) {
        // What is about no resource is about the account itself.
        return row.resource == core::ResourceNumber{} ? row.entry == call.about.account.value()
                                                      : owns_resource(call, row.resource);
    };
    if (!*found || !is_own((*found)->row)) {
        return std::unexpected(nothing_here());
    }
    return **found;
}

Result<std::string, Problem> message_text(Call& call, engine::Store& store,
                                          engine::Registry& registry) {
    std::vector<engine::OutboxListing> one{TRY(own_message(call, store, registry))};
    const auto message = TRY(or_unavailable(with_deliveries(store, std::move(one))));
    return json_text(
        [&](JsonWriter& writer) { write_listed(writer, call, message.front(), store); });
}

// What `change` makes of the message of the path, which could not be sent.
template <class Change>
Task<Answer> answer_dead(Call& call, Change change) {
    CO_TRY(parse_nothing(call.request.body));
    co_return co_await answer_once(
        call,
        [&](engine::Store& store, engine::Registry& registry) -> Result<std::string, Problem> {
            const engine::OutboxListing message = TRY(own_message(call, store, registry));
            if (message.state != engine::OutboxState::Dead) {
                return refuse(ProblemType::MessageNotDead);
            }
            if (!change(store, registry, message.row)) {
                return std::unexpected(unavailable());
            }
            auto text = message_text(call, store, registry);
            call.shared.services.messenger.look_again();
            return text;
        });
}

}  // namespace

Task<Answer> list_messages(Call& call) {
    const engine::MessageFilter filter{.account = call.about.account.value(),
                                       .resource = call.about.resource};
    co_return co_await list_filtered(call, "messages of " + core::format_id(call.about.resource),
                                     filter);
}

Task<Answer> list_all_messages(Call& call) {
    engine::MessageFilter filter{.account = call.about.account.value()};
    if (const auto text = call.request.parameter("resource")) {
        filter.resource = core::parse_resource_id(*text).value_or(core::ResourceNumber{});
        auto checked = co_await check_own_resource(call, filter.resource);
        CO_TRY(checked);
    }
    co_return co_await list_filtered(call,
                                     "messages of account " + std::to_string(filter.account) +
                                         " about " + std::to_string(filter.resource.value()),
                                     filter);
}

Task<Answer> get_message(Call& call) {
    auto read = co_await call.read([&](engine::Store& store, engine::Registry& registry) {
        return message_text(call, store, registry);
    });
    co_return call.draft(200, CO_TRY(std::move(read)));
}

Task<Answer> replay_message(Call& call) {
    co_return co_await answer_dead(call, [&call](engine::Store& store, engine::Registry& registry,
                                                 const engine::OutboxRow& row) {
        return engine::send_again(store, registry, {&row.id, 1}, call.shared.now());
    });
}

Task<Answer> tell_message(Call& call) {
    co_return co_await answer_dead(
        call, [](engine::Store& store, engine::Registry&, const engine::OutboxRow& row) {
            const engine::MessageEnd end{.id = row.id, .note = std::string(engine::note_told)};
            return store.finish_messages({&end, 1});
        });
}

Task<Answer> replay_messages(Call& call) {
    const core::ResourceNumber resource = CO_TRY(parse_replay(call.request.body));
    if (resource != core::ResourceNumber{}) {
        auto checked = co_await check_own_resource(call, resource);
        CO_TRY(checked);
    }
    const engine::MessageFilter filter{.account = call.about.account.value(),
                                       .resource = resource,
                                       .state = engine::OutboxState::Dead};
    co_return co_await answer_once(
        call,
        [&](engine::Store& store, engine::Registry& registry) -> Result<std::string, Problem> {
            const auto replayed = TRY(or_unavailable(
                engine::send_dead_again(store, registry, filter, call.shared.now())));
            call.shared.services.messenger.look_again();
            return json_object([&](JsonWriter& writer) { writer.natural("replayed", replayed); });
        },
        engine::Effort::Long);
}

}  // namespace standby::http
