// Checking the audit trail while the server goes on: what is stored moves on under the reader, so
// rows are compared with exactly those events that they can have come from.
#include "core/state/resource_state.hpp"
#include "engine/history/place_watch.hpp"
#include "engine/history/verify.hpp"
#include "engine/ports/listings.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t events_at_once = 2'000;
constexpr std::size_t rows_at_once = 500;
// How often rows are read again because something happened meanwhile.
constexpr std::size_t repeats_max = 1'000;
constexpr std::size_t findings_shown_max = 100;

constexpr std::array tables{engine::RowTable::Entries, engine::RowTable::Offers,
                            engine::RowTable::Openings};

struct Verdict {
    std::uint64_t events = 0;
    std::optional<Time> kept_since;
    std::optional<Sha256Digest> head;
    std::vector<std::string> findings;
};

// One check of one resource.
class Verification {
public:
    Verification(engine::Store& store, core::ResourceNumber resource, Time now)
        : store_(store), resource_(resource), now_(now), verifier_(resource) {}

    // Nothing when the resource changes too quickly to be compared.
    std::optional<Verdict> carry_out() {
        begin();
        if (is_sound_ && take_events(std::nullopt)) {
            compare_loaded();
            compare_listing();
            if (!compare_rows()) {
                return std::nullopt;
            }
        }
        Verdict verdict{.events = verifier_.events() - verifier_.start(),
                        .kept_since = verifier_.kept_since(),
                        .head = head_,
                        .findings = {}};
        if (is_readable_) {
            verdict.findings = verifier_.finish();
        }
        verdict.findings.insert(verdict.findings.end(), findings_.begin(), findings_.end());
        verdict.findings.resize(std::min(verdict.findings.size(), findings_shown_max));
        return verdict;
    }

    // Whether the history was made to begin later while it was looked at.
    bool has_begun_anew() {
        const auto starts = store_.history_starts(resource_);
        return starts && !starts->empty() && starts->back().event != verifier_.start();
    }

private:
    void begin() {
        const auto starts = store_.history_starts(resource_);
        if (!starts) {
            findings_.emplace_back("where the history begins cannot be read");
            is_sound_ = false;
            is_readable_ = false;
            return;
        }
        is_sound_ = verifier_.begin(*starts);
        places_.begin(verifier_.state());
    }

    // Takes the events that came since, up to `last` if given. False: they are wrong, and what
    // follows says nothing.
    bool take_events(std::optional<std::uint64_t> last) {
        while (is_sound_ && (!last || verifier_.events() < *last)) {
            const std::uint64_t after = verifier_.events();
            const std::size_t count =
                last ? std::min<std::size_t>(events_at_once, *last - after) : events_at_once;
            const auto rows = store_.events(resource_, after, count);
            if (!rows) {
                findings_.push_back(fmt::format("the events after {} cannot be read", after));
                is_sound_ = false;
                is_readable_ = false;
                break;
            }
            for (const engine::EventRow& row : *rows) {
                if (!take_event(row)) {
                    return false;
                }
            }
            if (rows->size() < count) {
                break;
            }
        }
        return is_sound_;
    }

    bool take_event(const engine::EventRow& row) {
        is_sound_ = verifier_.add(row);
        if (is_sound_) {
            head_ = row.link;
            if (places_.oversells(verifier_.state())) {
                findings_.push_back(fmt::format(
                    "event {}: more places were given away than there are", row.number));
            }
        }
        return is_sound_;
    }

    void compare_loaded() {
        const auto loaded = store_.load(resource_, now_);
        if (!loaded) {
            findings_.emplace_back("the rows cannot be read back into memory");
        } else if (!*loaded) {
            findings_.emplace_back("the rows are missing");
        } else if (take_events((*loaded)->head.last_event)) {
            verifier_.compare(**loaded);
        }
    }

    void compare_listing() {
        const auto listing = engine::listing_of(store_, resource_);
        if (!listing || !*listing) {
            findings_.emplace_back("the row of the resource cannot be read");
        } else if (take_events((*listing)->last_event)) {
            verifier_.compare(**listing);
        }
    }

    // The tables are gone through again, from where they ended, until nothing came meanwhile.
    // False: something always did.
    bool compare_rows() {
        while (is_sound_) {
            const std::uint64_t before = verifier_.events();
            for (std::size_t index = 0; index < tables.size(); ++index) {
                if (!compare_table(index)) {
                    return false;
                }
            }
            if (!is_sound_ || verifier_.events() == before) {
                return true;
            }
        }
        return true;
    }

    bool compare_table(std::size_t index) {
        while (is_sound_) {
            const auto rows =
                store_.rows(tables[index], resource_, reached_[index], rows_at_once, {});
            if (!rows) {
                findings_.emplace_back("the rows cannot be read");
                is_sound_ = false;
                is_readable_ = false;
                return true;
            }
            const std::uint64_t before = verifier_.events();
            if (!take_events(std::nullopt)) {
                return true;
            }
            if (verifier_.events() != before) {
                // They may be older or newer than the events before: read them again.
                if (++repeats_ > repeats_max) {
                    return false;
                }
                continue;
            }
            for (const engine::StoredRow& row : *rows) {
                verifier_.add(tables[index], row);
                reached_[index] = row.number;
            }
            if (rows->size() < rows_at_once) {
                return true;
            }
        }
        return true;
    }

    engine::Store& store_;
    core::ResourceNumber resource_;
    Time now_;
    engine::Verifier verifier_;
    engine::PlaceWatch places_;
    std::optional<Sha256Digest> head_;
    std::array<std::uint32_t, tables.size()> reached_{};
    std::size_t repeats_ = 0;
    bool is_sound_ = true;     // the events so far are
    bool is_readable_ = true;  // nothing that was read is missing
    std::vector<std::string> findings_;
};

std::string verdict_text(const Verdict& verdict, Time now) {
    return json_object([&](JsonWriter& writer) {
        writer.boolean("ok", verdict.findings.empty());
        writer.natural("events", verdict.events);
        writer.time("kept_since", verdict.kept_since);
        writer.text_or_null("head", verdict.head ? to_hex(*verdict.head) : std::string{});
        writer.texts("findings", verdict.findings);
        writer.time("at", now);
    });
}

// What it finds wrong may only be that events went while it looked; then it looks once more.
std::optional<Verdict> verify(engine::Store& store, core::ResourceNumber resource, Time now) {
    constexpr int tries_max = 3;
    for (int tries = 1;; ++tries) {
        Verification verification(store, resource, now);
        auto verdict = verification.carry_out();
        const bool is_wrong = verdict && !verdict->findings.empty();
        if (tries == tries_max || !is_wrong || !verification.has_begun_anew()) {
            return verdict;
        }
    }
}

}  // namespace

// One at a time: it reads a whole history and holds a resource in memory twice.
Task<Answer> verify_audit(Call& call) {
    std::atomic<bool>& is_checking = call.shared.is_checking_audit;
    if (is_checking.exchange(true)) {
        co_return refuse(ProblemType::Unavailable,
                         "Another check is running. Try again in a moment.");
    }
    const Time now = call.shared.now();
    auto read = co_await call.read(
        [&](engine::Store& store) { return verify(store, call.about.resource, now); },
        engine::Effort::Long);
    is_checking = false;
    const std::optional<Verdict> verdict = CO_TRY(std::move(read));
    if (!verdict) {
        co_return refuse(ProblemType::Unavailable,
                         "The server is too busy to check it now. Try again in a moment.");
    }
    co_return call.draft(200, verdict_text(*verdict, now));
}

}  // namespace standby::http
