// What a look at a sheet needs of the list, for a thread that may wait: who is on it, and carrying
// out what follows, as commands of staff.
#pragma once

#include "base/result.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/guest_links.hpp"
#include "intake/sheet/matching.hpp"
#include "intake/sheet/values.hpp"
#include "interchange/catalogue/offered_names.hpp"
#include "interchange/wording/language.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace standby::intake::sheet {

// Somebody on the list, or who was.
struct ListEntry {
    core::EntryState state = core::EntryState::None;
    core::EntryView view;  // of the ended: nothing but state and number
    std::optional<Time> answer_by;
    std::optional<engine::Person> person;  // nothing: erased
};

struct ListNow {
    Time now{};
    std::string name;
    const Zone* zone = nullptr;
    std::string country;
    interchange::Language language = interchange::Language::English;  // of the house
    interchange::OfferedNames offered;
    std::map<Ticket, ListEntry> entries;  // all who are on it, and those ended ones asked for
};

enum class DeskError : std::uint8_t {
    Elsewhere,  // another node carries the list out
    NoList,
    Later,  // too busy, or the store does not answer
};

enum class Fate : std::uint8_t { Done, SecondRow, Refused, Failed };
struct Outcome {
    Fate fate = Fate::Failed;
    Ticket ticket = 0;  // of a join, or of who has the contact already
    std::string words;  // of a refusal
};

// Belongs to one thread. What it is made with must outlive it.
class ListDesk {
public:
    ListDesk(engine::Gateway& gateway, const core::ZoneBook& zones,
             const engine::ContactKeys& contacts)
        : gateway_(gateway), zones_(zones), contacts_(contacts) {}

    // `ended` are those who may be gone and are asked about all the same.
    Result<ListNow, DeskError> look(engine::AccountNumber account, core::ResourceNumber list,
                                    const std::vector<Ticket>& ended);

    // Requests to be carried out, and what became of each, in their order.
    struct Wish {
        core::Command command;
        std::optional<engine::Person> person;
        std::optional<engine::IdempotencyKey> key;
    };
    std::vector<Outcome> carry_out(core::ResourceNumber list, std::vector<Wish> wishes);

    Wish join(const Taken& taken, std::optional<Time> since) const;
    // From what they have to what they are to have.
    Wish change(Ticket ticket, const ListEntry& before, const Taken& after) const;
    static Wish leave(Ticket ticket);

private:
    Result<void, DeskError> look_at_state(core::ResourceNumber list,
                                          const std::vector<Ticket>& ended, ListNow& now);
    Result<void, DeskError> read_people(engine::AccountNumber account, core::ResourceNumber list,
                                        ListNow& now);
    std::vector<core::ContactKey> keys_of(const engine::Person& person) const;

    engine::Gateway& gateway_;
    const core::ZoneBook& zones_;
    const engine::ContactKeys& contacts_;
};

}  // namespace standby::intake::sheet
