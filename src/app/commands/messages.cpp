// `standby messages`: what was to be told to whom, what became of it, and sending again.
#include "app/commands/commands.hpp"
#include "app/commands/data.hpp"
#include "app/commands/running_server.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "engine/outbox/send_again.hpp"
#include "interchange/view/message.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <ostream>
#include <span>

namespace standby::app {
namespace {

constexpr std::size_t page_rows = 2'000;
constexpr std::size_t read_at_once = 500;
constexpr std::string_view unreadable = "the messages cannot be read; run standby doctor";

using Deliveries = std::vector<engine::Delivery>;

// What a message is about: its entry, or the list, or the house.
std::string subject_of(const engine::OutboxRow& row) {
    if (row.resource == core::ResourceNumber{}) {
        return "-";
    }
    return row.entry == 0 ? core::format_id(row.resource)
                          : core::format_id(core::entry_id(row.resource, row.entry));
}

// "sms failed, mail delivered", or how it ended without being sent.
std::string outcome_of(const engine::OutboxListing& listing,
                       std::span<const engine::Delivery> deliveries) {
    std::string text;
    for (const engine::Delivery& delivery : deliveries) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", engine::name_of(delivery.channel),
                            engine::name_of(delivery.state));
    }
    if (!listing.note.empty()) {
        text += fmt::format("{}{}", text.empty() ? "" : "; ", listing.note);
    }
    return text.empty() ? "-" : text;
}

// The newest that the filter lets through, oldest first.
Result<std::deque<engine::OutboxListing>, engine::StoreError>
newest(engine::Store& store, const engine::MessageFilter& filter, std::size_t limit) {
    std::deque<engine::OutboxListing> kept;
    for (std::uint64_t after = 0;;) {
        auto page = TRY(store.messages(filter, after, page_rows));
        for (engine::OutboxListing& listing : page) {
            after = listing.row.id;
            kept.push_back(std::move(listing));
            if (kept.size() > limit) {
                kept.pop_front();
            }
        }
        if (page.size() < page_rows) {
            return kept;
        }
    }
}

// Of all, which are in the order of messages, those of one.
std::span<const engine::Delivery> of_message(const Deliveries& all, std::uint64_t message) {
    const auto own = std::ranges::equal_range(all, message, {}, &engine::Delivery::message);
    return {own.begin(), own.end()};
}

// By message, a page of messages at a time.
Result<Deliveries, engine::StoreError>
deliveries_of(engine::Store& store, const std::deque<engine::OutboxListing>& messages) {
    Deliveries all;
    std::vector<std::uint64_t> ids;
    for (std::size_t index = 0; index < messages.size(); ++index) {
        ids.push_back(messages[index].row.id);
        if (ids.size() == read_at_once || index + 1 == messages.size()) {
            const Deliveries some = TRY(store.deliveries(ids));
            all.insert(all.end(), some.begin(), some.end());
            ids.clear();
        }
    }
    return all;
}

void list_as_text(std::ostream& output, const std::deque<engine::OutboxListing>& messages,
                  const Deliveries& deliveries) {
    output << fmt::format("{:<12} {:<15} {:<8} {:<21} {:<14} {:>5}  {}\n", "ID", "KIND", "STATE",
                          "DUE", "ABOUT", "TRIES", "RESULT");
    for (const engine::OutboxListing& listing : messages) {
        const engine::OutboxRow& row = listing.row;
        output << fmt::format(
            "{:<12} {:<15} {:<8} {:<21} {:<14} {:>5}  {}\n", engine::format_message_id(row.id),
            engine::name_of(row.kind), engine::name_of(listing.state), in_seconds(row.due_at),
            subject_of(row), row.attempts, outcome_of(listing, of_message(deliveries, row.id)));
    }
}

void show_as_text(std::ostream& output, const engine::OutboxListing& listing,
                  const Deliveries& deliveries) {
    const engine::OutboxRow& row = listing.row;
    output << fmt::format("{}  {}, {}\nabout     {}\ndue       {}\ntries     {}\n",
                          engine::format_message_id(row.id), engine::name_of(row.kind),
                          engine::name_of(listing.state), subject_of(row), in_seconds(row.due_at),
                          row.attempts);
    if (!listing.note.empty()) {
        output << fmt::format("note      {}\n", listing.note);
    }
    for (const engine::Delivery& delivery : deliveries) {
        output << fmt::format("{:<9} {} since {}", engine::name_of(delivery.channel),
                              engine::name_of(delivery.state), in_seconds(delivery.changed_at));
        if (delivery.sent_at) {
            output << fmt::format(", sent {}", in_seconds(*delivery.sent_at));
        }
        if (delivery.delivered_at) {
            output << fmt::format(", delivered {}", in_seconds(*delivery.delivered_at));
        }
        if (!delivery.provider_id.empty()) {
            output << fmt::format(", {} for the provider", delivery.provider_id);
        }
        output << (delivery.note.empty() ? "" : ": " + delivery.note) << '\n';
    }
}

Result<std::uint64_t, std::string> replay_one(const OpenData& data, std::uint64_t id) {
    const std::string name = engine::format_message_id(id);
    const auto found = data.store().message(id);
    if (!found) {
        return std::unexpected(std::string(unreadable));
    }
    if (!*found) {
        return std::unexpected(fmt::format("there is no message {}", name));
    }
    if ((*found)->state != engine::OutboxState::Dead) {
        return std::unexpected(fmt::format("{} is {}: only a dead message can be sent again", name,
                                           engine::name_of((*found)->state)));
    }
    if (!engine::send_again(data.store(), data.registry(), {&id, 1}, system_now())) {
        return std::unexpected(fmt::format("{} could not be queued again", name));
    }
    return 1;
}

Result<std::uint64_t, std::string> replay_all(const OpenData& data, core::ResourceNumber resource) {
    const auto replayed = engine::send_dead_again(data.store(), data.registry(),
                                                  {.resource = resource}, system_now());
    if (!replayed) {
        return std::unexpected("not all dead messages could be queued again");
    }
    return *replayed;
}

// Through a server that runs, which sends them at once.
Result<std::uint64_t, std::string> replay_online(const MessagesReplayCommand& command,
                                                 const std::string& address) {
    if (command.message != 0) {
        TRY(ask_server(command.options, address,
                       {.method = "POST",
                        .path = fmt::format("/v1/messages/{}:replay",
                                            engine::format_message_id(command.message)),
                        .body = "{}"}));
        return 1;
    }
    const std::string body =
        command.resource == core::ResourceNumber{}
            ? "{}"
            : fmt::format(R"({{"resource":"{}"}})", core::format_id(command.resource));
    const HttpAnswer answer = TRY(ask_server(
        command.options, address, {.method = "POST", .path = "/v1/messages:replay", .body = body}));
    const auto document = read_json(answer.body);
    const JsonValue* count = document ? document->root().find("replayed") : nullptr;
    if (count == nullptr || count->integer < 0) {
        return std::unexpected("the server gave an unexpected answer");
    }
    return static_cast<std::uint64_t>(count->integer);
}

int tell_replayed(Console& console, Style style, std::uint64_t count, bool is_running) {
    if (style == Style::Json) {
        console.output << fmt::format("{{\"replayed\":{}}}\n", count);
        return exit_ok;
    }
    console.output << fmt::format("{} {} sent again{}.\n", count,
                                  count == 1 ? "message is" : "messages are",
                                  is_running ? "" : " when the server starts");
    return exit_ok;
}

// Where the server is that sends these messages; empty when none is at work.
Result<std::string, std::string> sender_of(const Result<OpenData, Complaint>& data,
                                           const ServeOptions& options) {
    if (!data) {
        return listen_address(options);
    }
    if (data->cluster() == nullptr) {
        return std::string();
    }
    const auto view = data->cluster()->view();
    if (!view) {
        return std::unexpected("the list of nodes could not be read from the database");
    }
    return reachable_node(*view);
}

}  // namespace

Outcome carry_out(const MessagesListCommand& command, Console& console) {
    const auto store = TRY(open_to_read(command.place));
    const auto messages = newest(
        store.store(), {.resource = command.resource, .state = command.state}, command.limit);
    const auto deliveries = messages ? deliveries_of(store.store(), *messages)
                                     : Result<Deliveries, engine::StoreError>(Deliveries{});
    if (!messages || !deliveries) {
        return fail(unreadable);
    }
    if (command.style == Style::Text) {
        list_as_text(console.output, *messages, *deliveries);
        return exit_ok;
    }
    print_json(console.output, [&](JsonWriter& writer) {
        writer.array(*messages, [&](const engine::OutboxListing& listing) {
            interchange::write_message(writer, listing, "",
                                       of_message(*deliveries, listing.row.id));
        });
    });
    return exit_ok;
}

Outcome carry_out(const MessagesShowCommand& command, Console& console) {
    const auto store = TRY(open_to_read(command.place));
    const std::uint64_t ids[] = {command.message};
    const auto found = store.store().message(command.message);
    const auto deliveries = store.store().deliveries(ids);
    if (!found || !deliveries) {
        return fail(unreadable);
    }
    if (!*found) {
        return fail(
            fmt::format("there is no message {}", engine::format_message_id(command.message)));
    }
    if (command.style == Style::Text) {
        show_as_text(console.output, **found, *deliveries);
        return exit_ok;
    }
    print_json(console.output, [&](JsonWriter& writer) {
        interchange::write_message(writer, **found, "", *deliveries);
    });
    return exit_ok;
}

Outcome carry_out(const MessagesReplayCommand& command, Console& console) {
    const auto store = open_to_write(place_of(command.options), Missing::IsAnError);
    if (!store && !is_in_use(store.error().sentence)) {
        return std::unexpected(store.error());
    }
    const auto sender = TRY(or_exit(exit_unavailable, sender_of(store, command.options)));
    const bool is_running = !sender.empty();
    if (is_running && command.options.api_key.empty()) {
        return fail(ask_server(command.options, {}).error(), exit_unavailable);
    }
    const auto replayed = TRY(is_running             ? replay_online(command, sender)
                              : command.message != 0 ? replay_one(*store, command.message)
                                                     : replay_all(*store, command.resource));
    return tell_replayed(console, command.style, replayed, is_running);
}

}  // namespace standby::app
