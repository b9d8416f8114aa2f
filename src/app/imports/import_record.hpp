// What is stored of an import: whom it brought onto the list, and what became of taking that back.
#pragma once

#include "base/time.hpp"
#include "core/model/ids.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::app {

// Tickets in the order in which they were drawn: mostly one behind the other, so kept as runs.
class TicketRuns {
public:
    void add(core::Ticket ticket);
    [[nodiscard]] std::uint64_t size() const { return size_; }
    // Up to so many, behind the first `skip`.
    [[nodiscard]] std::vector<core::Ticket> some(std::uint64_t skip, std::size_t count_max) const;
    [[nodiscard]] const std::vector<std::pair<core::Ticket, core::Ticket>>& runs() const {
        return runs_;
    }

private:
    std::vector<std::pair<core::Ticket, core::Ticket>> runs_;  // the first and the last of each
    std::uint64_t size_ = 0;
};

struct ImportRecord {
    TicketRuns joined;
    std::optional<Time> finished_at;
    std::uint64_t removed = 0;
    std::uint64_t kept = 0;
};

std::string encode_record(const ImportRecord& record);
// Nothing for what is no record; one without anything for an empty text.
std::optional<ImportRecord> decode_record(std::string_view text);

}  // namespace standby::app
