// A transfer that ended and whose caller has not been told yet.
#pragma once

#include "notify/transport/transport.hpp"

#include <functional>
#include <vector>

namespace standby::notify {

using TransferDone = std::function<void(TransferResult)>;

struct TransferEnd {
    TransferDone done;
    TransferResult result;
};
using TransferEnds = std::vector<TransferEnd>;

}  // namespace standby::notify
