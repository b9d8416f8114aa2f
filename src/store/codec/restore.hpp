// From stored rows to a resource in memory, the same way for every store: a store gives its rows
// one after the other, and no table is ever held as a whole beside the state that it becomes.
#pragma once

#include "base/result.hpp"
#include "core/state/rows.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace standby::store {

// A row as its store holds it. The views are valid until the next row is asked for.
struct RowView {
    std::uint32_t number = 0;
    std::uint8_t state = 0;
    std::span<const std::byte> data;
    std::span<const core::ContactKey> contacts;  // of entries only
};

// The rows of one resource. Each `next` fills in the next row in the order of numbers and says
// whether there was one; an error names the place of a row that cannot be read. The tables are
// read one after the other, in the order of these functions.
class RowSource {
public:
    virtual ~RowSource() = default;
    virtual std::span<const std::byte> resource() = 0;
    virtual Result<bool, std::string> next_entry(RowView& row) = 0;
    virtual Result<bool, std::string> next_opening(RowView& row) = 0;
    virtual Result<bool, std::string> next_offer(RowView& row) = 0;
    virtual Result<bool, std::string> next_fact(core::Fact& fact) = 0;
};

// The state that the rows describe. An error says which row is wrong and how; `is_damaged` is set
// when they were read and make no sense, unless a newer version wrote them.
Result<std::unique_ptr<core::ResourceState>, std::string>
restore_from(core::ResourceNumber number, RowSource& source, bool* is_damaged = nullptr);

}  // namespace standby::store
