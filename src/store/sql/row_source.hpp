// The rows of a resource as it is loaded, streamed out of either database.
#pragma once

#include "store/codec/restore.hpp"
#include "store/sql/row.hpp"

#include <vector>

namespace standby::store {

class SqlRowSource : public RowSource {
public:
    // `data` is the resource's own row, and must outlive this.
    SqlRowSource(core::ResourceNumber resource, std::span<const std::byte> data)
        : resource_(resource), data_(data) {}

    std::span<const std::byte> resource() final { return data_; }
    Result<bool, std::string> next_entry(RowView& view) final;
    Result<bool, std::string> next_opening(RowView& view) final;
    Result<bool, std::string> next_offer(RowView& view) final;
    Result<bool, std::string> next_fact(core::Fact& fact) final;

protected:
    // Entries have number, state, data, contacts; openings and offers number, state, data; facts
    // kind, key, value. All in the order of their keys.
    enum class Part : std::uint8_t { Entries, Openings, Offers, Facts };
    // The next row of the part, which stays as it is until the next call; null when none is left.
    // A part that was left does not come again.
    virtual Result<SqlRow*, std::string> next(Part part) = 0;

    core::ResourceNumber number() const { return resource_; }

private:
    Result<SqlRow*, std::string> next_row(Part part, const char* table, RowView& view);
    std::unexpected<std::string> damage_in(const char* table, std::uint32_t number) const;

    const core::ResourceNumber resource_;
    const std::span<const std::byte> data_;
    std::vector<core::ContactKey> contacts_;
};

}  // namespace standby::store
