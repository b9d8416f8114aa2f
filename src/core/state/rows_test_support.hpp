// For tests and the simulator: the simplest store there can be. It keeps the newest version of each
// row that take_changes tells of, and builds the state from them again.
#pragma once

#include "core/state/rows.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace standby::core {

class RowKeeper {
public:
    void keep(const StateChanges& changes) {
        if (changes.empty()) {
            return;
        }
        resource = changes.resource;
        keep(entries, changes.entries);
        keep(offers, changes.offers);
        keep(openings, changes.openings);
        for (const ContactChange& change : changes.contacts) {
            if (change.added) {
                contacts[change.entry].insert(change.contact);
            } else {
                contacts[change.entry].erase(change.contact);
            }
        }
        for (const Fact& fact : changes.facts) {
            const auto known = std::ranges::find_if(facts, [&](const Fact& one) {
                return one.kind == fact.kind && one.key == fact.key;
            });
            if (known != facts.end()) {
                *known = fact;
            } else {
                facts.push_back(fact);
            }
        }
    }

    Result<std::unique_ptr<ResourceState>, std::string> restore(ResourceNumber number) const {
        Restorer restorer{number};
        TRY(restorer.resource(resource));
        for (const auto& [ticket, row] : entries) {
            std::vector<ContactKey> known;
            if (const auto found = contacts.find(ticket); found != contacts.end()) {
                known.assign(found->second.begin(), found->second.end());
            }
            TRY(restorer.entry(ticket, static_cast<EntryState>(row.state), row.data, known));
        }
        for (const auto& [opening, row] : openings) {
            TRY(restorer.opening(OpeningNumber{opening}, static_cast<OpeningState>(row.state),
                                 row.data));
        }
        for (const auto& [offer, row] : offers) {
            TRY(restorer.offer(OfferNumber{offer}, static_cast<OfferState>(row.state), row.data));
        }
        for (const Fact& fact : facts) {
            TRY(restorer.fact(fact));
        }
        return restorer.finish();
    }

    using Rows = std::map<std::uint32_t, RowChange>;
    std::vector<std::byte> resource;
    Rows entries;
    Rows offers;
    Rows openings;
    std::map<Ticket, std::set<ContactKey>> contacts;
    std::vector<Fact> facts;
    // A row was said to be new and was there already, which a real store would refuse; or was not
    // there and not said to be new.
    bool tells_new_wrongly = false;

private:
    void keep(Rows& rows, const std::vector<RowChange>& changed) {
        for (const RowChange& row : changed) {
            tells_new_wrongly |= row.is_new == rows.contains(row.number);
            RowChange& kept = rows[row.number];
            if (row.data.empty()) {
                kept.state = row.state;
                continue;
            }
            kept = row;
            kept.is_new = false;
        }
    }
};

}  // namespace standby::core
