// The chain comes first: while it holds, the events are those that were decided.
#include "engine/history/verify.hpp"

#include "core/audit/event_codec.hpp"
#include "core/audit/fingerprint.hpp"
#include "core/audit/hash_chain.hpp"
#include "core/run.hpp"
#include "engine/history/ended_links.hpp"
#include "engine/history/history_start.hpp"
#include "engine/history/objection.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine {
namespace {

// Rows do not depend on when they are taken; taking them less often is faster.
constexpr std::uint64_t take_every = 1000;

const std::string not_as_told = "its row is not what the events say";

constexpr std::array tables{RowTable::Entries, RowTable::Offers, RowTable::Openings};

std::string_view name_of(RowTable table) {
    switch (table) {
    case RowTable::Entries:
        return "entry";
    case RowTable::Offers:
        return "offer";
    case RowTable::Openings:
        return "opening";
    }
    return "row";
}

std::uint64_t digest_of(std::span<const std::byte> data) {
    const Sha256Digest hash = sha256(data);
    std::uint64_t digest = 0;
    for (std::size_t index = 0; index < sizeof digest; ++index) {
        digest = (digest << 8) | std::to_integer<std::uint64_t>(hash[index]);
    }
    return digest;
}

std::string about(RowTable table, std::uint32_t number, std::string_view what) {
    std::string text{name_of(table)};
    text += ' ';
    text += std::to_string(number);
    text += ": ";
    text += what;
    return text;
}

// Staff may end the links of an entry that has ended; its row alone tells of it.
bool has_ended_links(RowTable table, const StoredRow& row, std::uint64_t digest) {
    return table == RowTable::Entries &&
           core::is_terminal(static_cast<core::EntryState>(row.state)) &&
           is_told_but_for_links(row.data, [&](std::span<const std::byte> told) {
               return digest_of(told) == digest;
           });
}

// The row as this version would write it, without what it does not know.
Result<std::vector<std::byte>, std::string> written_today(RowTable table,
                                                          std::span<const std::byte> data) {
    switch (table) {
    case RowTable::Entries:
        return core::encode_row(TRY(core::decode_entry_row(data)));
    case RowTable::Offers:
        return core::encode_row(TRY(core::decode_offer_row(data)));
    case RowTable::Openings:
        return core::encode_row(TRY(core::decode_opening_row(data)));
    }
    return std::unexpected("a row of an unknown table");
}

}  // namespace

Verifier::Verifier(core::ResourceNumber resource) : state_(resource) {}

void Verifier::complain(std::string what) {
    if (findings_.size() < findings_max) {
        findings_.push_back(std::move(what));
    } else {
        ++unlisted_;
    }
}

bool Verifier::stop(std::uint64_t event, std::string_view why) {
    std::string text = "event " + std::to_string(event) + ": ";
    text += why;
    text += "; nothing after it was looked at";
    complain(std::move(text));
    broken_ = true;
    return false;
}

// What a newer version wrote is not wrong, but nothing can be folded any more; the chain goes on.
bool Verifier::meet_unknown(std::uint64_t event, const std::string& why) {
    if (!core::is_from_newer(why)) {
        return stop(event, why);
    }
    complain("event " + std::to_string(event) + ": " + why +
             "; from there on only the hash chain was checked");
    is_newer_ = true;
    return true;
}

bool Verifier::begin(std::span<const HistoryStart> starts) {
    if (starts.empty()) {
        return true;
    }
    const HistoryStart& last = starts.back();
    kept_since_ = last.since;
    start_ = last.event;
    last_ = last.event;
    link_ = last.link;
    auto objection = objection_to(state_.number, starts);
    auto beginning = beginning_of(state_.number, starts);
    if (!objection && !beginning) {
        objection = "the state at the start of the history: " + beginning.error();
    }
    if (objection) {
        complain(*objection + "; nothing after it was looked at");
        broken_ = true;
        return false;
    }
    state_ = std::move(*beginning->state);
    // Once more, because it is taken apart here.
    const auto kept = decode_kept(last.state);
    expect(RowTable::Entries, kept->entries);
    expect(RowTable::Offers, kept->offers);
    expect(RowTable::Openings, kept->openings);
    return true;
}

bool Verifier::add(const EventRow& row) {
    if (broken_) {
        return false;
    }
    const std::uint64_t expected = last_ + 1;
    if (row.number != expected) {
        return stop(expected, "it is missing");
    }
    // Of an erased event only the link is left to go on from.
    const bool is_erased = core::is_erased_event(row.data);
    link_ = is_erased ? row.link : core::next_link(link_, row.data);
    erased_ += is_erased ? 1 : 0;
    if (link_ != row.link) {
        return stop(row.number, "the hash chain breaks here");
    }
    last_ = row.number;
    if (is_newer_) {
        return true;
    }
    const auto event = core::decode_event(row.data);
    if (!event) {
        return meet_unknown(row.number, event.error());
    }
    if (event->number != row.number || event->at != row.at) {
        return stop(row.number, "its number or time is not the one it is stored under");
    }
    if (const auto objection = objection_to(state_, *event)) {
        return stop(row.number, *objection);
    }
    core::apply(state_, *event);
    if (++not_taken_ == take_every) {
        take_rows();
    }
    return true;
}

void Verifier::take_rows() {
    const core::StateChanges changes = core::take_changes(state_);
    expect(RowTable::Entries, changes.entries);
    expect(RowTable::Offers, changes.offers);
    expect(RowTable::Openings, changes.openings);
    not_taken_ = 0;
}

void Verifier::expect(RowTable table, const std::vector<core::RowChange>& changes) {
    std::vector<Expected>& rows = tables_[static_cast<std::size_t>(table)].rows;
    for (const core::RowChange& change : changes) {
        if (change.number >= rows.size()) {
            rows.resize(std::size_t{change.number} + 1);
        }
        rows[change.number].state = change.state;
        if (!change.data.empty()) {
            rows[change.number].digest = digest_of(change.data);
            rows[change.number].is_bare = false;
        }
    }
}

void Verifier::expect(RowTable table, const KeptTable& kept) {
    std::vector<Expected>& rows = tables_[static_cast<std::size_t>(table)].rows;
    rows.resize(kept.states.size() + 1);
    for (std::size_t index = 0; index < kept.states.size(); ++index) {
        rows[index + 1] = {.digest = 0, .state = kept.states[index], .is_bare = true};
    }
    for (const auto& [number, row] : kept.rows) {
        rows[number].digest = digest_of(row.data);
        rows[number].is_bare = false;
    }
}

// All rows up to `until` that should have come and did not.
void Verifier::miss_rows(RowTable table, std::uint32_t until) {
    Table& known = tables_[static_cast<std::size_t>(table)];
    for (std::uint32_t number = known.seen + 1; number < until && number < known.rows.size();
         ++number) {
        if (known.rows[number].state != 0) {
            complain(about(table, number, "its row is missing"));
        }
    }
    known.seen = std::max(known.seen, until);
}

void Verifier::add(RowTable table, const StoredRow& row) {
    if (broken_ || is_newer_) {
        return;
    }
    take_rows();
    const Table& known = tables_[static_cast<std::size_t>(table)];
    if (row.number <= known.seen) {
        complain(about(table, row.number, "its row came out of order"));
        return;
    }
    miss_rows(table, row.number);
    if (row.number >= known.rows.size() || known.rows[row.number].state == 0) {
        complain(about(table, row.number, "no event tells of it"));
        return;
    }
    const Expected& expected = known.rows[row.number];
    if (row.state != expected.state) {
        complain(about(table, row.number, "its state is not what the events say"));
    } else if (!row.data.empty() && !expected.is_bare && digest_of(row.data) != expected.digest) {
        compare_content(table, row, expected.digest);
    }
}

// The row may be in an older form, or have fields that only a newer version knows.
void Verifier::compare_content(RowTable table, const StoredRow& row, std::uint64_t digest) {
    const auto rewritten = written_today(table, row.data);
    if (!rewritten) {
        const bool is_newer = core::is_from_newer(rewritten.error());
        complain(about(table, row.number, is_newer ? rewritten.error() : not_as_told));
    } else if (digest_of(*rewritten) != digest && !has_ended_links(table, row, digest)) {
        complain(about(table, row.number, not_as_told));
    }
}

void Verifier::compare(const LoadedResource& loaded) {
    if (broken_) {
        return;
    }
    if (loaded.head.last_event != last_) {
        complain("the resource is said to stand at event " +
                 std::to_string(loaded.head.last_event) + ", but the last one is " +
                 std::to_string(last_));
    } else if (loaded.head.last_link != link_) {
        complain("the resource's last link is not that of the last event");
    }
    if (!loaded.state) {
        complain("the resource has no state");
    } else if (!is_newer_ && core::fingerprint(*loaded.state) != core::fingerprint(state_)) {
        complain("the stored state is not what the events say");
    }
}

void Verifier::compare(const ResourceListing& listing) {
    if (broken_ || is_newer_) {
        return;
    }
    if (listing.status != state_.status || listing.last_event != state_.last_event ||
        listing.last_link != link_) {
        complain("the resource is listed otherwise than the events say");
    }
    const auto row = core::decode_resource_row(listing.data);
    if (!row && core::is_from_newer(row.error())) {
        complain("the resource: " + row.error());
    } else if (!row || *row != core::row_of(state_)) {
        complain("the row of the resource is not what the events say");
    }
}

std::vector<std::string> Verifier::finish() {
    if (!broken_ && !is_newer_) {
        take_rows();
        for (const RowTable table : tables) {
            const Table& known = tables_[static_cast<std::size_t>(table)];
            miss_rows(table, static_cast<std::uint32_t>(known.rows.size()));
        }
    }
    if (unlisted_ > 0) {
        findings_.push_back("and " + std::to_string(unlisted_) + " more");
        unlisted_ = 0;
    }
    return findings_;
}

}  // namespace standby::engine
