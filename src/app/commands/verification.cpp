#include "app/commands/verification.hpp"

#include "core/audit/event_codec.hpp"
#include "engine/history/place_watch.hpp"
#include "engine/history/rollup/rollup_check.hpp"
#include "engine/history/verify.hpp"

#include <fmt/core.h>

#include <iterator>

namespace standby::app {
namespace {

void compare_loaded(engine::Verifier& verifier, core::ResourceNumber resource,
                    const LoadResource& load, std::vector<std::string>& findings) {
    if (!load) {
        return;
    }
    const auto loaded = load(resource);
    if (!loaded) {
        findings.emplace_back("the rows cannot be read back into memory");
    } else if (!*loaded) {
        findings.emplace_back("the rows are missing");
    } else if ((*loaded)->head.last_event <= verifier.events()) {
        verifier.compare(**loaded);
    }
}

void count(engine::RollupCheck& figures, const engine::EventRow& row) {
    if (const auto event = core::decode_event(row.data)) {
        figures.add(*event, row.link);
    }
}

}  // namespace

Result<VerifiedResource, std::string> verify_resource(const Pages& pages,
                                                      const engine::ResourceListing& listing,
                                                      const LoadResource& load,
                                                      const VerifyZones& zones) {
    VerifiedResource report{.resource = listing.number};
    engine::Verifier verifier(listing.number);
    engine::PlaceWatch places;
    std::vector<std::string> oversold;
    // What is wrong with the start keeps the verifier from taking any event.
    verifier.begin(TRY(pages.starts(listing.number)));
    places.begin(verifier.state());
    const engine::StoredRollup kept =
        zones ? TRY(pages.rollup(listing.number)) : engine::StoredRollup{};
    std::optional<engine::RollupCheck> figures;
    if (kept.head) {
        figures.emplace(kept, *zones);
        figures->begin(verifier.state(), verifier.kept_since());
    }
    bool is_whole = true;
    TRY(for_each_event(pages, listing.number, verifier.start(),
                       [&](const engine::EventRow& row) -> Result<bool, std::string> {
                           if (!verifier.add(row)) {
                               is_whole = false;
                               return false;
                           }
                           if (figures) {
                               count(*figures, row);
                           }
                           if (places.oversells(verifier.state())) {
                               oversold.push_back(fmt::format(
                                   "event {}: more places were given away than exist", row.number));
                           }
                           return true;
                       }));
    for (const engine::RowTable table :
         {engine::RowTable::Entries, engine::RowTable::Offers, engine::RowTable::Openings}) {
        TRY(for_each_row(pages, table, listing.number,
                         [&](const engine::StoredRow& row) -> Result<void, std::string> {
                             verifier.add(table, row);
                             return {};
                         }));
    }
    verifier.compare(listing);
    compare_loaded(verifier, listing.number, load, report.findings);
    report.events = verifier.events() - verifier.start();
    report.kept_since = verifier.kept_since();
    std::ranges::move(verifier.finish(), std::back_inserter(report.findings));
    // What was folded is no measure for figures while the events are in doubt.
    if (figures && is_whole) {
        std::vector<std::string> wrong = figures->finish();
        report.of_figures = wrong.size();
        std::ranges::move(wrong, std::back_inserter(report.findings));
    }
    report.findings.insert(report.findings.end(), oversold.begin(), oversold.end());
    return report;
}

Result<VerifiedTotal, std::string>
verify_all(const Pages& pages, std::optional<core::ResourceNumber> only, const LoadResource& load,
           const VerifyZones& zones, const std::function<void(const VerifiedResource&)>& tell) {
    VerifiedTotal total;
    TRY(for_each_resource(
        pages, only, [&](const engine::ResourceListing& listing) -> Result<void, std::string> {
            if (listing.status == core::ResourceStatus::None) {
                return {};  // a number was given out, and nothing was made of it
            }
            const VerifiedResource verified = TRY(verify_resource(pages, listing, load, zones));
            ++total.resources;
            total.events += verified.events;
            total.findings += verified.findings.size();
            tell(verified);
            return {};
        }));
    return total;
}

}  // namespace standby::app
