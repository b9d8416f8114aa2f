// `wants`, `instant_yes` and their parts as a caller writes them.
#pragma once

#include "base/zone.hpp"
#include "core/model/wants.hpp"
#include "http/json/fields.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// The object under `wants`, without the guest's time zone and instant yes, which stand beside it.
// Dates of `earliest` and `latest` are days in `zone`: from the first to the last moment.
core::Wants read_wants(FieldReader& reader, const Zone& zone);

// Several names, any of which will do: the list under `several`, beside the one under `single`,
// which comes first. `further` are the others.
struct NamesGiven {
    std::string first;
    std::vector<std::string> further;
};
NamesGiven read_names(FieldReader& reader, std::string_view single, std::string_view several,
                      std::size_t further_max);

// `true`, or an object with terms; false means none. Nothing when the field is not given; null is
// for the caller to tell from that.
std::optional<std::optional<core::InstantYes>> read_instant_yes(FieldReader& reader,
                                                                std::string_view name);

// `[{"days":["mon"],"from":"09:00","to":"12:00"}]` in canonical form. A window whose `to` is not
// after its `from` runs past midnight.
std::optional<std::vector<core::WeeklyWindow>> read_weekly(FieldReader& reader,
                                                           std::string_view name);

// The name of a time zone by its looks, or a blank text; whether there is such a zone is for the
// core to say.
std::optional<std::string> read_time_zone(FieldReader& reader, std::string_view name);

}  // namespace standby::http
