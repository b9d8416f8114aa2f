// What the engine needs of a database. One commit writes changed rows, events, outbox messages and
// idempotency answers of any number of resources, all or nothing. Every implementation passes
// tests/store_contract.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "core/model/states.hpp"
#include "core/state/rows.hpp"
#include "engine/ports/messages.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::engine {

// Why a call of the store did not succeed.
enum class StoreError : std::uint8_t {
    NotCommitted,    // nothing was written; trying again may work
    Fenced,          // another process owns this data now
    OutcomeUnknown,  // it may or may not have been written: read back before anything else
    Damaged,         // only of `load`: the rows were read and make no resource; `standby repair`
};

// Resources are divided into shards by their numbers, so that several nodes can share the work. How
// many shards there are never changes in the life of a store that several nodes use.
using ShardNumber = std::uint32_t;
constexpr ShardNumber shard_of(core::ResourceNumber resource, std::uint32_t shards) {
    return static_cast<ShardNumber>(resource.value() % shards);
}

// What proves that whoever commits still owns the shard; see ports/leases.hpp.
struct Fence {
    ShardNumber shard = 0;
    std::uint64_t epoch = 0;
    std::uint64_t commit_seq = 0;  // of the last commit; this one gets the next number
    friend bool operator==(const Fence&, const Fence&) = default;
};

// Whose resources these are; 0 means nobody's.
using AccountNumber = StrongId<struct AccountNumberTag, std::uint32_t>;

// The only place with personal data. It stands beside its entry under the same key and is never
// logged, copied into events or into stored answers.
struct Person {
    std::string name;
    std::string email;
    std::string phone;  // E.164
    std::string user_id;
    std::string time_zone;
    std::string locale;
    // What they agreed to, where ("api", "page", "staff", "import") and when; empty: nothing.
    std::string consent_text;
    std::string consent_source;
    std::optional<Time> consent_at;
    // What the guest wants instead of the e-mail address, where it has to be proven first.
    std::string pending_email{};
    // Where the place stood before it was passed on: an e-mail address or a phone number, which is
    // told of it.
    std::string former_contact{};
    friend bool operator==(const Person&, const Person&) = default;
};

struct EventRow {
    std::uint64_t number = 0;
    Time at{};
    std::vector<std::byte> data;  // core::encode_event
    Sha256Digest link{};          // of the hash chain, this event included
    friend bool operator==(const EventRow&, const EventRow&) = default;
};

// The name of a request: a digest over who asked, what for, and the Idempotency-Key.
struct RequestKey {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend auto operator<=>(const RequestKey&, const RequestKey&) = default;
};
// The answer to a request that carried an Idempotency-Key. The body holds no personal data and no
// tokens: places for them are marked, and filled in whenever the answer is given.
struct AnswerRow {
    std::uint64_t number = 0;  // counts from 1 in each resource
    RequestKey key;
    std::uint64_t request_digest = 0;  // of method, path and body
    Time made_at{};
    std::uint16_t status = 0;
    std::string body;
    friend bool operator==(const AnswerRow&, const AnswerRow&) = default;
};

struct PersonChange {
    core::Ticket entry = 0;
    Person person;
    friend bool operator==(const PersonChange&, const PersonChange&) = default;
};

// What a commit changes about one resource.
struct ResourceChange {
    core::ResourceNumber resource;
    Time at{};  // of the last event in it; rows remember it
    core::ResourceStatus status = core::ResourceStatus::None;
    std::optional<Time> next_due;
    std::uint64_t last_event = 0;
    Sha256Digest last_link{};
    core::StateChanges rows;
    std::vector<EventRow> events;  // without gaps, ending with last_event
    std::vector<OutboxRow> outbox;
    std::vector<AnswerRow> answers;
    std::vector<PersonChange> people;  // replace what stands there
    std::optional<std::string> name;   // the resource's, when it changed
};

struct Batch {
    std::vector<ResourceChange> resources;  // each at most once
    // Then all resources are of its shard, and the commit is Fenced unless the fence still holds.
    // Without one the store makes sure by itself that nobody else writes.
    std::optional<Fence> fence = std::nullopt;
};

// Where a loaded resource stands, beside what a Restorer gets.
struct LoadedHead {
    AccountNumber account;
    std::string name;
    std::uint64_t last_event = 0;
    Sha256Digest last_link{};
    std::uint64_t last_answer = 0;
    // False while a commit of unknown outcome, though not to be seen, may still come back.
    bool is_settled = true;
};
struct KnownAnswer {
    RequestKey key;
    std::uint64_t number = 0;
    Time made_at{};
    friend bool operator==(const KnownAnswer&, const KnownAnswer&) = default;
};
struct LoadedResource {
    LoadedHead head;
    std::unique_ptr<core::ResourceState> state;
    std::vector<KnownAnswer> answers;  // those made after the time asked for
};

// A stored row as it is: history that is no longer in memory can still be asked for.
struct StoredRow {
    std::uint32_t number = 0;
    std::uint8_t state = 0;
    Time changed_at{};
    std::vector<std::byte> data;  // empty when archived
    friend bool operator==(const StoredRow&, const StoredRow&) = default;
};
enum class RowTable : std::uint8_t { Entries, Offers, Openings };

// Whether a look waits for what was committed and is still on its way to where it looks, or takes
// what has come there: then what was committed within the last half second may be missing.
enum class Haste : std::uint8_t { Wait, TakeWhatIsThere };

// How far the history of a list has come.
struct ListHead {
    core::ResourceNumber resource;
    std::uint64_t last_event = 0;
    friend bool operator==(const ListHead&, const ListHead&) = default;
};

struct ResourceListing {
    core::ResourceNumber number;
    AccountNumber account;
    std::string name;
    core::ResourceStatus status = core::ResourceStatus::None;
    std::optional<Time> next_due;
    std::uint64_t last_event = 0;
    Sha256Digest last_link{};
    std::vector<std::byte> data;  // core::decode_resource_row
};

// Whose name, address, phone number or user id has the text in it, whatever the case of its
// letters; store/codec/people_match.hpp says what is compared how.
struct PeopleSearch {
    std::string_view text;
    core::Ticket after = 0;
    std::size_t limit = 0;          // at most so many are found
    std::size_t looked_at_max = 0;  // after so many people the look ends; at least 1
};
struct PeopleFound {
    std::vector<core::Ticket> tickets;  // ascending
    std::optional<core::Ticket> next;   // set: there may be more after this ticket
    std::size_t looked_at = 0;          // so many people
    friend bool operator==(const PeopleFound&, const PeopleFound&) = default;
};

// Where a history begins that is no longer kept from the first event on. The starts of a history
// are chained like its events; engine/history/history_start.hpp makes and checks them.
struct HistoryStart {
    std::uint64_t event = 0;      // the last one that is not kept
    Time since{};                 // when the first one happened that is
    Sha256Digest link{};          // of the event: the chain goes on from it
    Time made_at{};               // this start
    Sha256Digest previous{};      // the digest of the start before; zeros: it is the first
    Sha256Digest state_digest{};  // of the state, without what people typed
    Sha256Digest digest{};        // of all of this
    // The resource after the event; empty once a later start has come.
    std::vector<std::byte> state;
    friend bool operator==(const HistoryStart&, const HistoryStart&) = default;
};

// The figures of a resource as they are kept (engine/history/rollup): one head, and a row for each
// day of its calendar on which something is counted. Nothing about people.
struct RollupHead {
    std::uint32_t version = 0;  // of what the data means
    std::uint64_t event = 0;    // the last one counted
    std::vector<std::byte> data;
    friend bool operator==(const RollupHead&, const RollupHead&) = default;
};
struct RollupDay {
    std::int32_t day = 0;  // since 1970
    std::vector<std::byte> data;
    friend bool operator==(const RollupDay&, const RollupDay&) = default;
};
struct StoredRollup {
    std::optional<RollupHead> head;
    std::vector<RollupDay> days;  // ascending
    friend bool operator==(const StoredRollup&, const StoredRollup&) = default;
};
// What is known of the head that is replaced.
struct RollupMark {
    std::uint32_t version = 0;
    std::uint64_t event = 0;
    friend bool operator==(const RollupMark&, const RollupMark&) = default;
};
struct RollupWrite {
    std::optional<RollupMark> replaces;  // nothing: there is none so far
    RollupHead head;
    std::vector<RollupDay> days;             // replace those of the same days
    std::optional<std::int32_t> drops_from;  // first the days from this one on go
};

// What messages tell of an offer: one row for each channel, or one without where no channel had it.
struct OfferMessage {
    core::OfferNumber offer;
    std::optional<Delivery> delivery;  // without address, provider's name for it and note
    friend bool operator==(const OfferMessage&, const OfferMessage&) = default;
};

// What is taken away with a person.
struct Erasure {
    core::ResourceNumber resource;
    core::Ticket entry = 0;  // it has ended
    // The row without what the person typed; nothing: as it is, because it was archived.
    std::optional<std::vector<std::byte>> row;
    // Events without it, by their numbers. Their links stay.
    std::vector<std::pair<std::uint64_t, std::vector<std::byte>>> events;
};

// Calls may come from any thread, also at the same time. An unreadable or damaged row is
// OutcomeUnknown for reads, and is logged by the implementation with the row's place.
class Store {
public:
    virtual ~Store() = default;

    // All or nothing, durable on success. Resources must have been allocated (Registry), events
    // must follow the last one stored, the numbers of answers must be new, and contacts must belong
    // to entries that have a row; a batch that does not fit is NotCommitted. An empty
    // `rows.resource` leaves that row as it is. The store itself numbers messages. An empty batch
    // shows whether a commit would work.
    virtual Result<void, StoreError> commit(const Batch& batch) = 0;

    // Nothing when the resource has no rows. Answers made at or before `answers_after` are left
    // out.
    virtual Result<std::optional<LoadedResource>, StoreError> load(core::ResourceNumber resource,
                                                                   Time answers_after) = 0;
    virtual Result<std::optional<AnswerRow>, StoreError> answer(core::ResourceNumber resource,
                                                                std::uint64_t number) = 0;
    // Every resource of one shard out of so many that has something due at some time, ascending.
    virtual Result<std::vector<std::pair<core::ResourceNumber, Time>>, StoreError>
    schedule(ShardNumber shard, std::uint32_t shards) = 0;

    // Events after `after`, ascending, at most `limit`.
    virtual Result<std::vector<EventRow>, StoreError>
    events(core::ResourceNumber resource, std::uint64_t after, std::size_t limit) = 0;
    // The same of those that list_heads() told of with the same haste.
    virtual Result<std::vector<EventRow>, StoreError> events_in_reach(core::ResourceNumber resource,
                                                                      std::uint64_t after,
                                                                      std::size_t limit,
                                                                      Haste haste) = 0;
    // Of all lists of the account that have events, by resource.
    virtual Result<std::vector<ListHead>, StoreError> list_heads(AccountNumber account,
                                                                 Haste haste) = 0;
    // Where the history begins now, and where it did before, ascending; empty: with event 1. Events
    // that the last start has passed may still be there, until they are dropped.
    virtual Result<std::vector<HistoryStart>, StoreError>
    history_starts(core::ResourceNumber resource) = 0;
    // The history begins later from now on: takes the state of the start before, and the first
    // `dropped` events, away with it. False, and nothing changes, when the last start is not the
    // one that is named as the previous one.
    virtual Result<bool, StoreError> start_history(core::ResourceNumber resource,
                                                   const HistoryStart& start,
                                                   std::size_t dropped) = 0;
    // Replaces the state of the start at this event. False when it is not the one given any more.
    virtual Result<bool, StoreError> change_start(core::ResourceNumber resource,
                                                  std::uint64_t event,
                                                  std::span<const std::byte> from,
                                                  std::span<const std::byte> to) = 0;
    // Deletes events that the last start has passed, the oldest first, at most `limit`; tells how
    // many.
    virtual Result<std::size_t, StoreError> drop_events(core::ResourceNumber resource,
                                                        std::size_t limit) = 0;

    // The figures that are kept, with those of the days from `from` to `to`, of one moment.
    virtual Result<StoredRollup, StoreError> rollup(core::ResourceNumber resource,
                                                    std::int32_t from, std::int32_t to) = 0;
    // False, and nothing changes, when the head is not the one named. Needs no lease: whoever
    // counts the same events writes the same.
    virtual Result<bool, StoreError> save_rollup(core::ResourceNumber resource,
                                                 const RollupWrite& write) = 0;
    // Of the messages that brought offers to these entries and are not forgotten, by message and
    // channel.
    virtual Result<std::vector<OfferMessage>, StoreError>
    offer_messages(core::ResourceNumber resource, std::span<const core::Ticket> entries) = 0;

    // Rows after `after`, ascending, at most `limit`; only those in one of `states` unless empty.
    virtual Result<std::vector<StoredRow>, StoreError>
    rows(RowTable table, core::ResourceNumber resource, std::uint32_t after, std::size_t limit,
         std::span<const std::uint8_t> states) = 0;
    virtual Result<std::optional<StoredRow>, StoreError>
    row(RowTable table, core::ResourceNumber resource, std::uint32_t number) = 0;
    // Replaces the data of the row of an entry that has ended: no commit does so any more. False
    // when it has not, or its data is not the one given any more.
    virtual Result<bool, StoreError> change_ended_entry(core::EntryId entry,
                                                        std::span<const std::byte> from,
                                                        std::span<const std::byte> to) = 0;
    virtual Result<std::optional<Person>, StoreError> person(core::EntryId entry) = 0;
    // Those of the given entries of one resource that have a person, in the order of tickets.
    virtual Result<std::vector<PersonChange>, StoreError>
    people(core::ResourceNumber resource, std::span<const core::Ticket> entries) = 0;
    // The same of entries of any resources, in one look.
    virtual Result<std::vector<std::pair<core::EntryId, Person>>, StoreError>
    people_of(std::span<const core::EntryId> entries) = 0;

    // Looks through the people of a resource, in the order of tickets.
    virtual Result<PeopleFound, StoreError> find_people(core::ResourceNumber resource,
                                                        const PeopleSearch& search) = 0;

    // The entries of all resources whose person's e-mail address, whatever its case, phone number
    // or user id is exactly this, ascending. None for an empty text.
    virtual Result<std::vector<core::EntryId>, StoreError> find_person(std::string_view text) = 0;
    // Deletes the entry's person, contact keys and the words it was sent, replaces its row and
    // events, blanks the addresses of its messages and the answers that show it; archived data
    // likewise. Tells how many people there were: 0 when it was done before.
    virtual Result<std::uint64_t, StoreError> erase(const Erasure& erasure) = 0;

    // Resources of one account (0: of all) after `after`, ascending, without those that were
    // allocated and never created.
    virtual Result<std::vector<ResourceListing>, StoreError>
    resources(AccountNumber account, core::ResourceNumber after, std::size_t limit) = 0;

    // Pending messages that came in or fell due since the last look, those that came in first, at
    // most `limit`. Nothing keeps others from them: whoever owns the data is the only one who
    // sends. A message may be given again that was given before; one that is pending and due is
    // never left out, unless it was put back meanwhile with a time that is not after the last look.
    virtual Result<DueMessages, StoreError> due_messages(const OutboxCursor& from, Time now,
                                                         std::size_t limit) = 0;
    // When the next pending message falls due after `after`; nothing when none will.
    virtual Result<std::optional<Time>, StoreError> next_message_due(Time after) = 0;
    // Ends messages, or puts them back, whatever the state they had, and records deliveries and the
    // words that were sent: all or nothing. A message that does not exist is NotCommitted. Words to
    // somebody who was erased meanwhile are not kept.
    virtual Result<void, StoreError> finish_messages(std::span<const MessageEnd> ends) = 0;
    // A message of no event's making, such as a summary. False: one of the same resource, event,
    // kind and entry is there.
    virtual Result<bool, StoreError> queue_message(const OutboxRow& row) = 0;
    // The same for several of one resource: all or nothing. Tells how many were not there.
    virtual Result<std::uint64_t, StoreError> queue_messages(std::span<const OutboxRow> rows) = 0;
    // Those of one kind that are about no resource, of every account, whose `event` is no less; by
    // id. Of kinds of which there are few.
    virtual Result<std::vector<OutboxListing>, StoreError>
    messages_to_houses(MessageKind kind, std::uint64_t event_min) = 0;
    // By id, ascending, after `after`, at most `limit`.
    virtual Result<std::vector<OutboxListing>, StoreError>
    messages(const MessageFilter& filter, std::uint64_t after, std::size_t limit) = 0;
    virtual Result<std::optional<OutboxListing>, StoreError> message(std::uint64_t id) = 0;
    // Of the given messages, by message and channel.
    virtual Result<std::vector<Delivery>, StoreError>
    deliveries(std::span<const std::uint64_t> messages) = 0;
    // The kept words of the given messages, by message and channel.
    virtual Result<std::vector<KeptWords>, StoreError>
    words(std::span<const std::uint64_t> messages) = 0;
    // The newest deliveries to an address on a channel, newest message first, at most `limit`.
    virtual Result<std::vector<Delivery>, StoreError>
    deliveries_to(core::ContactKey address, Channel channel, std::size_t limit) = 0;
    // Takes over a provider's report. A delivery never goes back: false when it was there already,
    // or further on, or is unknown. `delivered_at` keeps the first time given.
    virtual Result<bool, StoreError> advance_delivery(const Delivery& delivery) = 0;
    // Forgets messages that are done or dead and fell due before `before`, with their deliveries
    // and words, oldest first, at most `limit`; tells how many. Only those about resources of the
    // account, unless it is 0. The newest message always stays, so that no id is given twice.
    virtual Result<std::size_t, StoreError> drop_messages(Time before, std::size_t limit,
                                                          AccountNumber account = {}) = 0;

    // Forgets answers made before `before`, and the requests that were given a number for a
    // resource before then.
    virtual Result<void, StoreError> drop_answers(Time before) = 0;
};

}  // namespace standby::engine
