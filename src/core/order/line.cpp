// Line hands every operation to the lanes of its layout.
#include "core/order/line.hpp"

namespace standby::core {

Line::Line(Layout layout) {
    if (layout == Layout::Keyed) {
        lanes_.emplace<Lanes<KeySet>>();
    }
}

Line::Layout Line::layout() const {
    return std::holds_alternative<Lanes<KeySet>>(lanes_) ? Layout::Keyed : Layout::Sequence;
}

void Line::insert(const LinePlace& place) {
    std::visit([&](auto& lanes) { lanes.insert(place); }, lanes_);
}

void Line::erase(const LinePlace& place) {
    std::visit([&](auto& lanes) { lanes.erase(place); }, lanes_);
}

bool Line::contains(const LinePlace& place) const {
    return std::visit([&](const auto& lanes) { return lanes.contains(place); }, lanes_);
}

std::uint64_t Line::size() const {
    return std::visit([](const auto& lanes) { return lanes.size(); }, lanes_);
}

std::uint64_t Line::ahead_of(const LinePlace& place) const {
    return std::visit([&](const auto& lanes) { return lanes.ahead_of(place); }, lanes_);
}

std::optional<LinePlace> Line::at(std::uint64_t index) const {
    return std::visit([&](const auto& lanes) { return lanes.at(index); }, lanes_);
}

std::optional<LinePlace> Line::first() const {
    return at(0);
}

std::size_t Line::memory_bytes() const {
    return std::visit(
        [&](const auto& lanes) { return sizeof(*this) - sizeof(lanes) + lanes.memory_bytes(); },
        lanes_);
}

}  // namespace standby::core
