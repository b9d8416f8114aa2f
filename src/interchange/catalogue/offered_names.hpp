// The catalogue of one business as a book of names: what somebody typed is looked up whatever its
// case, accents and spaces, by other names, and by id. Where names come in, wishes and slots are
// put into the catalogue's words; what is in there for nobody is asked about at once, instead of
// waiting for ever.
#pragma once

#include "core/model/wants.hpp"
#include "engine/ports/catalogue.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::interchange {

using engine::CatalogueItem;
using engine::CatalogueKind;

// "service", "staff", "place": what the fields of wishes and slots are called.
std::string_view field_of(CatalogueKind kind);

class OfferedNames {
public:
    OfferedNames() = default;
    // By number, of one account.
    explicit OfferedNames(std::vector<CatalogueItem> items);

    const std::vector<CatalogueItem>& items() const { return items_; }
    // Whether there is a choice at all. Where there is none, any text will do.
    bool has(CatalogueKind kind) const;

    // By its id, its name or another name; null: there is no such one.
    const CatalogueItem* find(CatalogueKind kind, std::string_view text) const;
    // The one that was most likely meant; null: nothing is close, or two are as close.
    const CatalogueItem* nearest(CatalogueKind kind, std::string_view text) const;
    const CatalogueItem* at(std::uint64_t number) const;

private:
    static constexpr std::size_t kinds = 4;  // by their numbers
    std::vector<CatalogueItem> items_;
    std::array<std::map<std::string, std::size_t, std::less<>>, kinds> by_key_;
    std::map<std::uint64_t, std::size_t> by_number_;
};

// A name that is not in the catalogue, with the one that was perhaps meant.
struct UnlistedName {
    std::string field;  // "service", in wishes "wants.service"
    std::string text;
    std::string suggestion;
    bool is_id = false;  // it can't be meant as a name: whoever sent it is mistaken
    friend bool operator==(const UnlistedName&, const UnlistedName&) = default;
};
// What is said about it behind the field's name.
std::string unlisted_words(const UnlistedName& unlisted);

// Puts the names of a wish into the catalogue's words, and tells which are not in there. Names that
// are in `present` were accepted before and are no question any more.
std::vector<UnlistedName> resolve(const OfferedNames& offered, core::Wants& wants,
                                  const core::Wants& present = {});

// A slot as it was described. What was left out comes from the catalogue.
struct SlotGiven {
    bool duration = true;
    bool price = true;
    bool size = true;
};
// Puts the names of a slot into the catalogue's words, adds other names that they answer to, and
// fills in what was left out: the duration and price of its service, the sizes of its place. A slot
// without a service suits the services that its people do and that it is long enough for. A
// duration that nobody knows stays zero.
std::vector<UnlistedName> resolve(const OfferedNames& offered, core::Slot& slot,
                                  const SlotGiven& given);

// What staff might want to think about before they free such a slot.
struct SlotDoubt {
    enum class Kind : std::uint8_t {
        NotTheirs,  // the person does not do the service
        OffHours,   // the person does not work then
        TooShort,   // the service takes longer
    };
    Kind kind = Kind::NotTheirs;
    std::string name;  // of the person, or of the service
    friend bool operator==(const SlotDoubt&, const SlotDoubt&) = default;
};
std::string_view name_of(SlotDoubt::Kind kind);  // "not_theirs"
// `start_minute_of_week` is when the slot starts, in the time zone of the list.
std::vector<SlotDoubt> doubts_about(const OfferedNames& offered, const core::Slot& slot,
                                    std::uint32_t start_minute_of_week);

// How long after a slot its people take nobody else.
Duration buffer_after(const OfferedNames& offered, const core::Slot& slot);

}  // namespace standby::interchange
