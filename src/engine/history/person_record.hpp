// Everything that is stored about the person of one entry, for that person to have.
#pragma once

#include "base/result.hpp"
#include "core/model/event.hpp"
#include "core/model/states.hpp"
#include "core/state/rows.hpp"
#include "engine/ports/messages.hpp"
#include "engine/ports/registry.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace standby::engine {

struct PersonRecord {
    core::EntryId entry;
    std::string list;  // its name
    core::EntryState state = core::EntryState::None;
    std::optional<core::EntryRow> row;  // nothing: archived
    std::optional<Person> person;       // nothing: erased
    std::vector<std::pair<core::Event, Sha256Digest>> events;
    bool has_all_events = true;
    std::optional<Time> kept_since;  // set: earlier events were not kept
    std::vector<OutboxListing> messages;
    std::vector<Delivery> deliveries;  // of these, by message
    std::vector<KeptWords> words;      // likewise
    std::vector<std::pair<Channel, OptOut>> opt_outs;
    std::optional<GuestNote> note;  // what staff noted: not for the guest's own eyes
};

// By what a person's addresses are known: the key of each, and how it is written to.
using AddressKeys =
    std::function<std::vector<std::pair<Channel, core::ContactKey>>(const Person& person)>;

// Nothing when there is no such entry. Looks at no more than so many events of the list.
Result<std::optional<PersonRecord>, StoreError> read_person_record(Store& store, Registry& registry,
                                                                   core::EntryId entry,
                                                                   const AddressKeys& keys,
                                                                   std::size_t events_max);

}  // namespace standby::engine
