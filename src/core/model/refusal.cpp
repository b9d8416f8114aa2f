#include "core/model/refusal.hpp"

#include "core/model/name_table.hpp"

#include <array>
#include <cstddef>

namespace standby::core {

std::string_view name_of(RefusalCode code) {
    static constexpr auto names = std::to_array<std::string_view>(
        {"invalid-field",      "resource-exists",  "unknown-resource",     "resource-closed",
         "wrong-kind",         "not-external",     "unknown-entry",        "unknown-offer",
         "unknown-opening",    "list-full",        "entry-ended",          "entry-not-waiting",
         "entry-not-accepted", "already-claimed",  "offer-expired",        "offer-declined",
         "offer-withdrawn",    "offer-confirming", "offer-not-confirming", "opening-ended",
         "opening-taken",      "no-free-place",    "no-time-left",         "total-reached",
         "lottery-not-drawn",  "lottery-drawn",    "group-holds-place",    "too-many",
         "too-many-wishes",    "address-in-line",  "event-over",           "transfer-refused",
         "offer-live",         "late-yes-off",     "resource-open",        "notice-passed"});
    static_assert(names.size() == static_cast<std::size_t>(RefusalCode::NoticePassed) + 1);
    return look_up(names, code);
}

}  // namespace standby::core
