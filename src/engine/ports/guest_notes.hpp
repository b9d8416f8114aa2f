// What staff note about guests, and the tags they give them. It is about one entry and goes with
// the person of that entry (Store::erase takes it out); guests never see it.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

inline constexpr std::size_t note_tags_max = 20;

struct GuestNote {
    core::EntryId entry;
    std::string text;
    std::vector<std::string> tags;  // each once, without line breaks
    Time changed_at{};
    friend bool operator==(const GuestNote&, const GuestNote&) = default;
};

class GuestNotes {
public:
    virtual ~GuestNotes() = default;

    // Replaces what stands there; one without text and tags takes it away.
    virtual Result<void, StoreError> save_note(AccountNumber account, const GuestNote& note) = 0;
    // Those of the given entries that have one, in their order.
    virtual Result<std::vector<GuestNote>, StoreError>
    notes(std::span<const core::EntryId> entries) = 0;
    // Entries of the account with a tag that has the text in it, whatever the case of its letters;
    // those that changed last come first. None for an empty text.
    virtual Result<std::vector<core::EntryId>, StoreError>
    tagged(AccountNumber account, std::string_view text, std::size_t limit) = 0;
};

}  // namespace standby::engine
