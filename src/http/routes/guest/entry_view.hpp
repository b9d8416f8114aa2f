// What a guest's own page shows: what the memory knows of the entry, and what stands beside it.
#pragma once

#include "core/state/resource_state.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/routes/guest/guest_support.hpp"
#include "interchange/calendar/calendar_entry.hpp"
#include "interchange/view/entry.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace standby::http {

// What the page has to tell about what was sent just now.
struct EntryVisit {
    Notice notice;
    std::vector<FieldError> errors;            // of the form of wishes
    FieldTexts typed;                          // into it
    std::optional<std::uint32_t> new_epoch{};  // the links so far have ended
};

// The place that they hold, for their calendar.
interchange::CalendarEntry calendar_entry(const Call& call, const core::ResourceState& state,
                                          const OfferedPlace& held, const std::string& name);

EntryPage entry_page_of(const Call& call, const core::ResourceState& state,
                        const interchange::EntryFacts& facts, const std::string& name);
// Reads what stands beside the entry: the person, the house, what was said. The page comes without
// its messages rather than late. The engine was asked about this resource just now, so that what it
// is asked again needs no reading of its own.
void complete_entry(Call& call, EntryPage& page, const EntryVisit& visit, engine::Store& store,
                    engine::Registry& registry);

}  // namespace standby::http
