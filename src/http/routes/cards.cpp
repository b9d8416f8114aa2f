// An approval is begun, carried out under a key of its own and ended, each durably: whoever comes
// back to one that was broken off goes on with the very same row.
#include "http/routes/cards.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "http/api/body.hpp"
#include "http/api/entry_body.hpp"
#include "http/routes/catalogue_names.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/joining.hpp"
#include "http/routes/which_node.hpp"
#include "interchange/view/card.hpp"
#include "interchange/view/ids.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace standby::http {
namespace {

using engine::IntakeMail;
using engine::IntakeState;

constexpr std::size_t cards_at_once_max = 25;

Response card_response(const IntakeMail& card) {
    // Without marks: whoever wrote the mail may have written some.
    Response response = json_response(200, json_text(interchange::write_card, card));
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Problem settled(const IntakeMail& card) {
    return problem(ProblemType::CardSettled,
                   card.state == IntakeState::Approved || card.state == IntakeState::Approving
                       ? "The card was approved before."
                       : "The card was set aside before.");
}

// What the reading says of the mail, by the name of the member; empty: nothing.
std::string read_text(const IntakeMail& card, std::string_view name) {
    const auto document = read_json(card.card);
    const JsonValue* value = document ? document->root().find(name) : nullptr;
    return value == nullptr || value->type != JsonType::Text ? std::string()
                                                             : std::string(value->text);
}

// The proposed row, as the text that it is in the card.
std::string found_row(const IntakeMail& card) {
    constexpr std::string_view name = R"("row":)";
    const std::size_t at = card.card.rfind(name);
    if (at == std::string::npos || !card.card.ends_with('}')) {
        return "{}";
    }
    return card.card.substr(at + name.size(), card.card.size() - at - name.size() - 1);
}

engine::IdempotencyKey key_of(const IntakeMail& card, std::string_view deed,
                              std::string_view content) {
    const auto first_words = [](std::string_view text) {
        const Sha256Digest digest = sha256(std::as_bytes(std::span(text)));
        std::pair<std::uint64_t, std::uint64_t> words;
        std::memcpy(&words.first, digest.data(), sizeof words.first);
        std::memcpy(&words.second, digest.data() + sizeof words.first, sizeof words.second);
        return words;
    };
    const auto [high, low] = first_words(fmt::format(
        "card {} {} {} {}", core::format_id(card.resource), card.number, card.round, deed));
    return {.key = {.high = high, .low = low}, .request_digest = first_words(content).first};
}

// The call goes on here only where the list is carried out.
Result<void, Problem> go_to_list(Call& call, core::ResourceNumber list) {
    const auto known = call.shared.services.directory.find(list);
    if (!known || known->account != call.about.account) {
        return refuse_field("resource_id", "is no list of yours");
    }
    call.about.resource = list;
    call.about.time_zone = known->time_zone;
    const Placement* placement = call.shared.services.placement;
    const engine::ShardNumber shard =
        placement == nullptr ? engine::ShardNumber{} : engine::shard_of(list, placement->shards());
    if (placement != nullptr && !placement->owner_of(shard).is_here) {
        call.elsewhere = {.shard = shard, .is_back = false};
        return refuse(ProblemType::Unavailable, "Another node carries this out.");
    }
    return {};
}

// The row as a join, in the words of the catalogue.
struct CardJoin {
    core::Join command;
    engine::Person person;
};
Task<Result<CardJoin, Problem>> join_of(Call& call, const IntakeMail& card,
                                        const std::string& row) {
    auto parsed = co_await read_in_region(
        call, [&](std::string_view region) { return parse_join(row, call.zone(), region); });
    JoinBody body = CO_TRY(std::move(parsed));
    if (!body.signed_text.empty() || body.give_now || body.consents_to_house) {
        co_return refuse_field("row", "has fields that a card can't have");
    }
    auto learnt = co_await learn_catalogue(call);
    CO_TRY(learnt);
    CO_TRY(take_names(call, body.wants, {}, unlisted_of(call, body.unlisted)));
    if (body.person.locale.empty()) {
        body.person.locale = read_text(card, "language");
    }
    add_consent(body, "staff", call.now);
    CardJoin join;
    join.command = CO_TRY(join_command(call, body));
    auto told = co_await told_by_text(call, body.person);
    join.command.wants.by_text = CO_TRY(std::move(told));
    // Staff vouch for whom they let in; where addresses are proven, nobody could wait since before.
    auto seen = co_await call.look([](const core::ResourceState& state, const std::string&) {
        return state.rules.verify_email;
    });
    join.command.proven = join.command.proven || CO_TRY(std::move(seen));
    join.command.waits_since = std::min(card.received_at, call.shared.now());
    join.person = std::move(body.person);
    co_return join;
}

Task<Result<IntakeMail, Problem>> read_card(Call& call, std::uint64_t number) {
    auto read = co_await call.read([&](engine::Registry& registry) {
        return registry.intake_mail(call.about.account, number);
    });
    std::optional<IntakeMail> card = CO_TRY(std::move(read));
    if (!card || !interchange::has_card(*card)) {
        co_return std::unexpected(nothing_here());
    }
    co_return *std::move(card);
}

// Who joined; 0: they were on the list before, so that nobody is taken off it when this is undone.
core::Ticket read_joined(std::string_view body) {
    const auto document = read_json(body);
    const JsonValue* entry = document ? document->root().find("entry") : nullptr;
    return entry == nullptr ? core::Ticket{} : static_cast<core::Ticket>(entry->integer);
}

engine::Answer write_joined(const core::ResourceState&, const core::Outcome& outcome) {
    const core::Ticket joined = outcome.answer.repeated ? core::Ticket{} : outcome.answer.entry;
    return {.status = 200,
            .body = json_object([&](JsonWriter& writer) { writer.natural("entry", joined); })};
}

// From Approving to Approved, or back to Open where the list refuses.
Task<Result<SettledCard, Problem>> carry_out(Call& call, IntakeMail card) {
    CO_TRY(go_to_list(call, card.resource));
    auto made = co_await join_of(call, card, card.row);
    const engine::AccountNumber account = call.about.account;
    std::optional<Response> refused;
    core::Ticket joined = 0;
    if (!made) {
        refused = response_of(made.error());
    } else {
        call.own_key = key_of(card, "join", card.row);
        // A variable of its own: g++ 12 destroys one that is made inside the co_await twice.
        engine::Attachment attachment{.person = std::move(made->person), .resource_name = {}};
        Answer answer =
            co_await call.submit(std::move(made->command), write_joined, std::move(attachment));
        call.own_key.reset();
        call.has_marks = false;
        const Response response = CO_TRY(std::move(answer));
        if (response.status >= 400) {
            refused = response;
        } else {
            joined = read_joined(response.body);
        }
    }
    const bool has_joined = !refused;
    auto ended = co_await call.read([&](engine::Registry& registry) -> Result<bool, Problem> {
        if (!has_joined) {
            return or_unavailable(registry.give_up_approval(account, card.number));
        }
        bool is_ended =
            TRY(or_unavailable(registry.end_approval(account, card.number, joined, call.now)));
        if (!is_ended) {
            // Somebody whose try was refused has put it back meanwhile.
            const bool is_begun = TRY(or_unavailable(
                registry.begin_approval(account, card.number, card.resource, card.row)));
            is_ended =
                is_begun &&
                TRY(or_unavailable(registry.end_approval(account, card.number, joined, call.now)));
        }
        if (is_ended) {
            call.report_staff(registry, account,
                              {.act = "card_approved",
                               .subject = core::format_id(card.resource),
                               .detail = interchange::format_card_id(card.number)});
        }
        return is_ended;
    });
    CO_TRY(std::move(ended));
    auto found = co_await read_card(call, card.number);
    card = CO_TRY(std::move(found));
    co_return SettledCard{.card = std::move(card), .refused = std::move(refused)};
}

void write_again(JsonWriter& writer, const JsonValue& value) {
    switch (value.type) {
    case JsonType::Null:
        return writer.null();
    case JsonType::Boolean:
        return writer.boolean(value.boolean);
    case JsonType::Integer:
        return writer.integer(value.integer);
    case JsonType::BigInteger:
    case JsonType::Fraction:
        return writer.raw(value.text);
    case JsonType::Text:
        return writer.text(value.text);
    case JsonType::Array:
        writer.begin_array();
        for (const JsonValue& item : value.items) {
            write_again(writer, item);
        }
        return writer.end_array();
    case JsonType::Object:
        break;
    }
    writer.begin_object();
    for (const JsonMember& member : value.members) {
        writer.name(member.name);
        write_again(writer, member.value);
    }
    writer.end_object();
}

struct CardBody {
    core::ResourceNumber list;
    std::string row;  // empty: as it was found
};

// Either as it was found, or with the row as staff want it.
Result<CardBody, Problem> parse_card_body(std::string_view body) {
    if (body.empty()) {
        return CardBody{};
    }
    return read_body<CardBody>(body, [&](FieldReader& reader, CardBody& card) {
        if (const auto list = reader.text("resource_id", {.length_max = 40})) {
            card.list = core::parse_resource_id(*list).value_or(core::ResourceNumber{});
            if (card.list == core::ResourceNumber{}) {
                reader.error("resource_id", "is no list of yours");
            }
        }
        const JsonValue* row = reader.given("row");
        if (row != nullptr && row->type != JsonType::Object) {
            reader.error("row", "must be an object: the body of a join");
        } else if (row != nullptr) {
            card.row = json_text([&](JsonWriter& writer) { write_again(writer, *row); });
        }
    });
}

}  // namespace

Task<Result<IntakeMail, Problem>> find_card(Call& call) {
    co_return co_await read_card(call, call.about.number);
}

Task<Result<SettledCard, Problem>> approve(Call& call, IntakeMail card, core::ResourceNumber list,
                                           std::string row) {
    if (card.state == IntakeState::Open) {
        card.resource = list == core::ResourceNumber{} ? card.resource : list;
        card.row = row.empty() ? found_row(card) : std::move(row);
        CO_TRY(go_to_list(call, card.resource));
        // What is wrong with the row is said before anything is begun.
        auto checked = co_await join_of(call, card, card.row);
        CO_TRY(std::move(checked));
        auto begun = co_await call.read([&](engine::Registry& registry) {
            return registry.begin_approval(call.about.account, card.number, card.resource,
                                           card.row);
        });
        CO_TRY(std::move(begun));
        // Whoever was faster has chosen the row.
        auto found = co_await read_card(call, card.number);
        card = CO_TRY(std::move(found));
    }
    if (card.state == IntakeState::Approving) {
        co_return co_await carry_out(call, std::move(card));
    }
    if (card.state != IntakeState::Approved) {
        co_return std::unexpected(settled(card));
    }
    co_return SettledCard{.card = std::move(card)};
}

Task<Result<IntakeMail, Problem>> dismiss(Call& call, IntakeMail card) {
    const engine::AccountNumber account = call.about.account;
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        if (TRY(or_unavailable(registry.dismiss_mail(account, card.number, call.now)))) {
            call.report_staff(registry, account,
                              {.act = "card_dismissed",
                               .subject = core::format_id(card.resource),
                               .detail = interchange::format_card_id(card.number)});
        }
        return {};
    });
    CO_TRY(std::move(read));
    auto found = co_await read_card(call, card.number);
    card = CO_TRY(std::move(found));
    if (card.state != IntakeState::Dismissed) {
        co_return std::unexpected(settled(card));
    }
    co_return card;
}

Task<Answer> list_cards(Call& call) {
    const std::string list = fmt::format("cards of {}", call.about.account.value());
    const PageRequest page = CO_TRY(call.page_of(list));
    const std::size_t limit = std::min(page.limit, cards_at_once_max);
    auto read = co_await call.read([&](engine::Registry& registry) {
        // One more than is shown tells whether the list goes on.
        return registry.intake_cards(call.about.account, call.now - engine::intake_undo_time,
                                     page.after, limit + 1);
    });
    const std::vector<IntakeMail> cards = CO_TRY(std::move(read));
    std::string body;
    JsonWriter writer{body};
    begin_page(writer);
    const std::size_t shown = std::min(cards.size(), limit);
    for (std::size_t index = 0; index < shown; ++index) {
        interchange::write_card(writer, cards[index]);
    }
    end_page(writer, list,
             cards.size() > limit ? std::optional(cards[shown - 1].number) : std::nullopt);
    Response response = json_response(200, std::move(body));
    response.headers.emplace_back("Cache-Control", "no-store");
    co_return response;
}

Task<Answer> get_card(Call& call) {
    auto found = co_await find_card(call);
    co_return card_response(CO_TRY(std::move(found)));
}

// As it came. It is a stranger's: no browser may show it as a page of ours.
Task<Answer> get_card_mail(Call& call) {
    auto found = co_await find_card(call);
    const IntakeMail card = CO_TRY(std::move(found));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.intake_mail_bytes(card.number); },
        engine::Effort::Long);
    std::optional<std::string> bytes = CO_TRY(std::move(read));
    if (!bytes) {
        co_return refuse(ProblemType::Gone, "The mail is kept for a day after it is settled.");
    }
    Response response;
    response.content_type = "message/rfc822";
    response.body = *std::move(bytes);
    response.headers.emplace_back("Content-Disposition",
                                  "attachment; filename=\"" +
                                      interchange::format_card_id(card.number) + ".eml\"");
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    response.headers.emplace_back("Content-Security-Policy", "sandbox; default-src 'none'");
    response.headers.emplace_back("Cache-Control", "no-store");
    co_return response;
}

Task<Answer> approve_card(Call& call) {
    CardBody body = CO_TRY(parse_card_body(call.request.body));
    auto found = co_await find_card(call);
    IntakeMail card = CO_TRY(std::move(found));
    auto approved = co_await approve(call, std::move(card), body.list, std::move(body.row));
    SettledCard settled = CO_TRY(std::move(approved));
    if (settled.refused) {
        co_return *std::move(settled.refused);
    }
    co_return card_response(settled.card);
}

Task<Answer> dismiss_card(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    auto found = co_await find_card(call);
    IntakeMail card = CO_TRY(std::move(found));
    auto dismissed = co_await dismiss(call, std::move(card));
    co_return card_response(CO_TRY(std::move(dismissed)));
}

// Whoever joined is taken off the list again; then the card is open.
Task<Answer> undo_card(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    auto found = co_await find_card(call);
    IntakeMail card = CO_TRY(std::move(found));
    const Time since = call.now - engine::intake_undo_time;
    const bool is_settled =
        card.state == IntakeState::Approved || card.state == IntakeState::Dismissed;
    if (!is_settled || !card.settled_at) {
        co_return refuse(ProblemType::NothingBegun, "There is nothing to undo.");
    }
    if (*card.settled_at <= since) {
        co_return refuse(ProblemType::Gone, "A card can be undone for a minute.");
    }
    if (card.entry != 0) {
        CO_TRY(go_to_list(call, card.resource));
        call.own_key = key_of(card, "undo", "");
        Answer removed =
            co_await call.submit(core::RemoveEntry{.entry = card.entry},
                                 [](const core::ResourceState&, const core::Outcome&) {
                                     return engine::Answer{.status = 200, .body = "{}"};
                                 });
        call.own_key.reset();
        call.has_marks = false;
        Response response = CO_TRY(std::move(removed));
        if (response.status >= 400) {
            co_return response;
        }
    }
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<bool, Problem> {
        const bool is_open =
            TRY(or_unavailable(registry.reopen_mail(call.about.account, card.number, since)));
        if (is_open) {
            call.report_staff(registry, call.about.account,
                              {.act = "card_undone",
                               .subject = core::format_id(card.resource),
                               .detail = interchange::format_card_id(card.number)});
        }
        return is_open;
    });
    CO_TRY(std::move(read));
    auto shown = co_await find_card(call);
    co_return card_response(CO_TRY(std::move(shown)));
}

}  // namespace standby::http
