// What is kept of a sheet between two looks, in the store: who was seen in which state, and the
// cards that ask staff. Two nodes that look at once can't both be heard.
#pragma once

#include "engine/ports/connections.hpp"
#include "engine/ports/gateway.hpp"
#include "intake/sheet/merge.hpp"

#include <future>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace standby::intake::sheet {

// Waits until the store has been asked. Nothing when it is too busy.
template <class Ask>
auto ask_store(engine::Gateway& gateway, Ask ask)
    -> std::optional<std::invoke_result_t<Ask&, engine::Store&, engine::Registry&>> {
    std::promise<std::invoke_result_t<Ask&, engine::Store&, engine::Registry&>> promise;
    auto future = promise.get_future();
    if (!gateway.read(engine::Effort::Long, [&](engine::Store& store, engine::Registry& registry) {
            promise.set_value(ask(store, registry));
        })) {
        return std::nullopt;
    }
    return future.get();
}

// A row that staff have to look at.
struct RowTrouble {
    std::string row;  // by what it is known wherever it is sorted to; nothing of what it says
    std::size_t line = 0;
    Ticket ticket = 0;  // 0: nobody's
    std::string field;  // empty: the row as a whole
    std::string kind;
};
// A sheet with more of them has one card about all of them.
inline constexpr std::size_t row_cards_max = 20;

class SheetMemory {
public:
    // False: the store could not be asked.
    bool load(engine::Gateway& gateway, const engine::Connection& connection);

    [[nodiscard]] bool is_loaded() const { return is_loaded_; }
    [[nodiscard]] std::uint64_t mark() const { return mark_; }
    [[nodiscard]] const std::map<Ticket, Seen>& seen() const { return seen_; }
    [[nodiscard]] const Seen* find(Ticket ticket) const;
    // Of those who may have ended since.
    [[nodiscard]] std::vector<Ticket> tickets() const;

    void keep(Ticket ticket, const Seen& seen);
    void forget(Ticket ticket);

    // Writes down what changed, and asks staff what is to be asked now. False: another node was
    // faster, or the store could not be asked; then all of it is read anew before the next look.
    bool save(engine::Gateway& gateway, const engine::Connection& connection,
              const std::vector<Slip>& slips, const std::vector<RowTrouble>& troubles, Time now);

private:
    struct Card {
        std::uint64_t number = 0;
        std::string about;
    };
    std::string state_text() const;
    void read_state(std::string_view text);

    std::map<Ticket, Seen> seen_;
    std::set<Ticket> changed_;
    std::vector<Card> cards_;
    std::uint64_t mark_ = 0;
    bool is_loaded_ = false;
};

std::string_view name_of(Question question);  // "many_vanished"
std::string_view name_of(Trouble trouble);    // "needs_contact"

}  // namespace standby::intake::sheet
