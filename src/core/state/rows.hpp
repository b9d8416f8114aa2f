// What a store keeps of a resource: one row for the resource itself and one for each entry, offer
// and opening, each a state and a canonical encoding of the rest. `take_changes` tells which rows
// the events since the last call have changed; a `Restorer` builds the state from the rows again.
// Folding the events gives the rows, and the rows give the memory.
#pragma once

#include "base/result.hpp"
#include "core/model/event.hpp"
#include "core/model/ids.hpp"
#include "core/model/states.hpp"
#include "core/state/changes.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/views.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::core {

struct ResourceRow {
    ResourceStatus status = ResourceStatus::None;
    Settings settings;
    Rules rules;
    std::uint32_t rules_version = 0;
    Time last_at{};
    std::uint64_t last_event = 0;
    Ticket last_ticket = 0;
    OfferNumber last_offer;
    OpeningNumber last_opening;
    std::uint64_t places_released = 0;
    std::uint64_t places_accepted = 0;
    std::uint64_t places_idle = 0;
    std::uint32_t place_releases = 0;
    std::map<std::uint32_t, std::uint64_t> places_tried;
    OfferState last_outcome = OfferState::None;
    bool cutoff_reached = false;
    bool drawn = false;
    Time wave_started{};
    std::uint32_t wave_offers = 0;
    Counts counts;  // for lists of resources; restoring does not need it
    std::string draw_seed{};
    std::string cancel_note{};
    bool by_time = false;
    friend bool operator==(const ResourceRow&, const ResourceRow&) = default;
};

struct EntryRow {
    std::uint8_t tier = 0;
    std::uint32_t party_size = 1;
    std::int32_t points = 0;
    std::uint32_t position = 0;
    Time joined_at{};
    Wants wants;
    Mark mark;
    Referrer referrals;            // what it earned by referring others
    Referred referred;             // by whom it was referred; referrer 0: by nobody
    std::uint32_t link_epoch = 0;  // the mark's part of it is not stored a second time
    // In the draw of a sealed lottery. Of an ended entry: it took part, and left after the draw.
    std::uint64_t participant = 0;
    // Why an ended entry ended, where its guest's page says so; else nothing.
    Reason end_reason = Reason::None;
    friend bool operator==(const EntryRow&, const EntryRow&) = default;
};

struct OpeningRow {
    Slot slot;
    OfferNumber offer;
    Ticket holder = 0;
    std::uint32_t offers_made = 0;
    OfferState last_outcome = OfferState::None;
    std::vector<Ticket> tried;
    std::vector<Ticket> aside{};
    bool untold = false;
    bool in_memory = true;  // false: it is history, only its state is needed to decide
    bool asks_newcomers = false;
    std::vector<Ticket> standing{};
    friend bool operator==(const OpeningRow&, const OpeningRow&) = default;
};

// The row of an offer is the `Offer` itself, as it was when it last changed or ended.
using OfferRow = Offer;

// `later` holds the fields that only a newer version knows, as they are stored: decoding finds
// them, encoding writes them back. Whatever any version wrote stays readable; what only a newer one
// can have written, and cannot be left aside, is an error that says so.
std::vector<std::byte> encode_row(const ResourceRow& row, std::string_view later = {});
std::vector<std::byte> encode_row(const EntryRow& row, std::string_view later = {});
std::vector<std::byte> encode_row(const OfferRow& row, std::string_view later = {});
std::vector<std::byte> encode_row(const OpeningRow& row, std::string_view later = {});
Result<ResourceRow, std::string> decode_resource_row(std::span<const std::byte> bytes,
                                                     std::string* later = nullptr);
Result<EntryRow, std::string> decode_entry_row(std::span<const std::byte> bytes,
                                               std::string* later = nullptr);
Result<OfferRow, std::string> decode_offer_row(std::span<const std::byte> bytes,
                                               std::string* later = nullptr);
Result<OpeningRow, std::string> decode_opening_row(std::span<const std::byte> bytes,
                                                   std::string* later = nullptr);

// The rows of what is in memory now. Entry, offer and opening must be in memory.
ResourceRow row_of(const ResourceState& state);
EntryRow row_of_entry(const ResourceState& state, Ticket entry);
OpeningRow row_of_opening(const Opening& opening);

// Rows in ascending order of their numbers, each at most once; contacts in the order of events. The
// row of the resource is there whenever an event was applied; else everything is empty.
struct StateChanges {
    std::vector<std::byte> resource;
    std::vector<RowChange> entries;
    std::vector<RowChange> offers;
    std::vector<RowChange> openings;
    std::vector<ContactChange> contacts;
    std::vector<Fact> facts;
    bool empty() const { return resource.empty(); }
};

// Everything that changed since the last call, or since the state was built. What was noted is
// forgotten.
StateChanges take_changes(ResourceState& state);
// Forgets what was noted, for states that are folded only to be looked at.
void forget_changes(ResourceState& state);

// Builds a state from its rows: the resource first, then entries, openings and offers, each
// ascending, then facts. A ticket without a row was drawn by a move to the back; of offers and
// openings none may be missing. Of ended entries and offers only the state is read, so their data
// may be missing, as may that of an opening that is history. Rows may be damaged in any way: an
// error says what is wrong with them, and the restorer is then of no further use.
class Restorer {
public:
    explicit Restorer(ResourceNumber number);
    ~Restorer();
    Restorer(const Restorer&) = delete;
    Restorer& operator=(const Restorer&) = delete;

    Result<void, std::string> resource(std::span<const std::byte> data);
    Result<void, std::string> entry(Ticket ticket, EntryState state,
                                    std::span<const std::byte> data,
                                    std::span<const ContactKey> contacts);
    Result<void, std::string> opening(OpeningNumber number, OpeningState state,
                                      std::span<const std::byte> data);
    Result<void, std::string> offer(OfferNumber number, OfferState state,
                                    std::span<const std::byte> data);
    Result<void, std::string> fact(const Fact& fact);
    // The state as it was, but for what settling derives; its `next_due` is due at once until the
    // first catch_up.
    Result<std::unique_ptr<ResourceState>, std::string> finish();

private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace standby::core
