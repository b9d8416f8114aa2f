// What many people do on many lists at the same time, in given shares: they join, look at their
// status, change their wish and leave; staff report slots that have come free; guests claim what
// they were offered. Lists are picked by a power law. Whoever looks, changes or leaves is taken at
// random among those who wait, and so comes from a list as often as that list is joined.
#pragma once

#include "bench/load/request_maker.hpp"

namespace standby::bench::load {

// The mix of the options. It learns from the answers: who has joined, and what was offered. When
// nothing is on offer, a claim becomes a look; without a guest, what needs one becomes a join.
// Fails with a sentence when a file or the shares cannot be used.
Result<std::unique_ptr<RequestMaker>, std::string> make_mixed_requests(
    const CommonOptions& common, const RequestOptions& request);

}  // namespace standby::bench::load
