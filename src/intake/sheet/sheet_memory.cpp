// An item for each person, under their number; hashes only.
#include "intake/sheet/sheet_memory.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/text_coding.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace standby::intake::sheet {
namespace {

constexpr std::size_t items_per_read = 5'000;
constexpr std::uint64_t card_number_max = std::uint64_t{1} << 53;

// Nothing that anybody has to guess; it must only not come twice.
std::uint64_t drawn() {
    std::uint64_t number = 0;
    (void)RAND_bytes(reinterpret_cast<unsigned char*>(&number), sizeof(number));
    return number % (card_number_max - 1) + 1;
}

std::string key_of(Ticket ticket) {
    std::string digits = std::to_string(ticket);
    return std::string(10 - std::min<std::size_t>(digits.size(), 10), '0') + digits;
}

std::optional<Ticket> ticket_in(std::string_view key) {
    Ticket ticket = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), ticket);
    return error == std::errc{} && end == key.data() + key.size() ? std::optional(ticket)
                                                                  : std::nullopt;
}

std::string about_text(const Slip& slip) {
    return std::string(name_of(slip.question)) +
           (slip.field ? ":" + std::string(name_of(*slip.field)) : std::string());
}

std::string card_data(const Slip& slip, core::ResourceNumber list) {
    return json_object([&](JsonWriter& writer) {
        writer.text("question", name_of(slip.question));
        writer.text_or_null("field", slip.field ? name_of(*slip.field) : std::string_view());
        writer.array("entries", slip.people, [&](Ticket ticket) {
            writer.text(core::format_id(core::entry_id(list, ticket)));
        });
    });
}

std::string card_data(const RowTrouble& trouble, core::ResourceNumber list) {
    return json_object([&](JsonWriter& writer) {
        writer.natural("row", trouble.line);
        writer.text_or_null("field", trouble.field);
        writer.text("kind", trouble.kind);
        writer.text_or_null("entry", trouble.ticket == 0
                                         ? std::string()
                                         : core::format_id(core::entry_id(list, trouble.ticket)));
    });
}

}  // namespace

std::string_view name_of(Question question) {
    constexpr std::string_view names[] = {"many_vanished", "offer_vanished", "sorted_alone",
                                          "column_emptied", "column_gone"};
    return names[static_cast<std::size_t>(question)];
}

std::string_view name_of(Trouble trouble) {
    constexpr std::string_view names[] = {"unreadable", "needs_contact", "join_is_fixed",
                                          "in_future",  "second_row",    "erased"};
    return names[static_cast<std::size_t>(trouble)];
}

const Seen* SheetMemory::find(Ticket ticket) const {
    const auto found = seen_.find(ticket);
    return found == seen_.end() ? nullptr : &found->second;
}

std::vector<Ticket> SheetMemory::tickets() const {
    std::vector<Ticket> tickets;
    for (const auto& [ticket, seen] : seen_) {
        tickets.push_back(ticket);
    }
    return tickets;
}

void SheetMemory::keep(Ticket ticket, const Seen& seen) {
    seen_.insert_or_assign(ticket, seen);
    changed_.insert(ticket);
}

void SheetMemory::forget(Ticket ticket) {
    if (seen_.erase(ticket) > 0) {
        changed_.insert(ticket);
    }
}

std::string SheetMemory::state_text() const {
    return json_object([&](JsonWriter& writer) {
        writer.array("cards", cards_, [&](const Card& card) {
            writer.begin_object();
            writer.natural("number", card.number);
            writer.text("about", card.about);
            writer.end_object();
        });
    });
}

void SheetMemory::read_state(std::string_view text) {
    cards_.clear();
    const auto document = read_json(text);
    const JsonValue* cards = document ? document->root().find("cards") : nullptr;
    if (cards == nullptr) {
        return;
    }
    for (const JsonValue& card : cards->items) {
        const JsonValue* number = card.find("number");
        const JsonValue* about = card.find("about");
        if (number != nullptr && about != nullptr) {
            cards_.push_back(
                {static_cast<std::uint64_t>(number->integer), std::string(about->text)});
        }
    }
}

bool SheetMemory::load(engine::Gateway& gateway, const engine::Connection& connection) {
    seen_.clear();
    changed_.clear();
    const auto read = ask_store(gateway, [&](engine::Store&, engine::Registry& registry) {
        const auto state = registry.connection_state(connection.number);
        if (!state) {
            return false;
        }
        mark_ = state->mark;
        read_state(state->state);
        std::string after;
        while (true) {
            const auto items = registry.connection_items(connection.number, after, items_per_read);
            if (!items) {
                return false;
            }
            for (const engine::ConnectionItem& item : *items) {
                const auto ticket = ticket_in(item.key);
                const auto bytes = decode_base64url(item.data);
                const auto seen = bytes ? decode_seen(*bytes) : std::nullopt;
                if (ticket && seen) {
                    seen_.emplace(*ticket, *seen);
                }
                after = item.key;
            }
            if (items->size() < items_per_read) {
                return true;
            }
        }
    });
    is_loaded_ = read.value_or(false);
    return is_loaded_;
}

bool SheetMemory::save(engine::Gateway& gateway, const engine::Connection& connection,
                       const std::vector<Slip>& slips, const std::vector<RowTrouble>& troubles,
                       Time now) {
    engine::ConnectionLook look{.connection = connection.number,
                                .replaces = mark_,
                                .mark = drawn(),
                                .state = {},
                                .looked_at = now,
                                .items = {},
                                .dropped = {},
                                .cards = {}};
    std::vector<Card> kept;
    const auto ask = [&](const std::string& about, const std::string& kind, std::string data) {
        const auto known = std::ranges::find(cards_, about, &Card::about);
        if (known != cards_.end()) {
            kept.push_back(*known);
            return;
        }
        kept.push_back({drawn(), about});
        look.cards.push_back({.number = kept.back().number,
                              .account = connection.account,
                              .resource = connection.resource,
                              .connection = connection.number,
                              .kind = kind,
                              .data = std::move(data),
                              .made_at = now,
                              .settled_at = std::nullopt,
                              .outcome = {}});
    };
    for (const Slip& slip : slips) {
        ask(about_text(slip), "sheet_question", card_data(slip, connection.resource));
    }
    std::set<std::string> rows;
    for (const RowTrouble& trouble : troubles) {
        rows.insert(trouble.row);
    }
    if (rows.size() > row_cards_max) {
        ask("notes", "sheet_notes", "{}");
    } else {
        for (const RowTrouble& trouble : troubles) {
            if (rows.erase(trouble.row) > 0) {  // a card for the first thing that is wrong in it
                ask("row:" + trouble.row, "sheet_row", card_data(trouble, connection.resource));
            }
        }
    }
    std::vector<std::uint64_t> answered;
    for (const Card& card : cards_) {
        if (std::ranges::find(kept, card.number, &Card::number) == kept.end()) {
            answered.push_back(card.number);
        }
    }
    const bool is_news = !changed_.empty() || !look.cards.empty() || !answered.empty();
    cards_ = std::move(kept);
    if (!is_news && mark_ != 0) {
        return true;
    }
    look.state = state_text();
    for (const Ticket ticket : changed_) {
        if (const Seen* seen = find(ticket)) {
            look.items.push_back({key_of(ticket), encode_base64url(encode_seen(*seen))});
        } else {
            look.dropped.push_back(key_of(ticket));
        }
    }
    const auto saved = ask_store(gateway, [&](engine::Store&, engine::Registry& registry) {
        const auto is_kept = registry.save_look(look);
        for (const std::uint64_t number : answered) {
            (void)registry.settle_card(connection.account, number, "settled", now);
        }
        return is_kept && *is_kept;
    });
    is_loaded_ = saved.value_or(false);
    changed_.clear();
    mark_ = look.mark;
    return is_loaded_;
}

}  // namespace standby::intake::sheet
