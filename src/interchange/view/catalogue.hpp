// What a business offers, as JSON; and who would get a slot.
#pragma once

#include "base/json/writer.hpp"
#include "core/audit/fits.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/catalogue.hpp"
#include "interchange/catalogue/offered_names.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace standby::interchange {

// A person's services are told as ids, those that are gone left out.
void write_catalogue_item(JsonWriter& writer, const CatalogueItem& item,
                          const OfferedNames& offered);

// Another slot of the same person at the same time.
struct OverlappingSlot {
    core::OpeningNumber opening;
    core::Slot slot;
};
struct SlotPreviewFacts {
    core::ResourceNumber resource;
    core::Slot slot;  // as it would be
    core::Fits fits;
    std::optional<std::uint64_t> first_rank;
    std::uint32_t first_party = 0;
    std::vector<OverlappingSlot> overlaps;
    std::vector<SlotDoubt> doubts;
};
// With a mark for the name of the one who would be asked.
void write_slot_preview(JsonWriter& writer, const SlotPreviewFacts& facts);

// A name that lists of the business have and its catalogue doesn't.
struct FoundName {
    CatalogueItem item;  // as it would be taken over; number 0: it isn't yet
    std::uint32_t slots = 0;
    std::uint32_t wishes = 0;
};
void write_found_name(JsonWriter& writer, const FoundName& found);

}  // namespace standby::interchange
