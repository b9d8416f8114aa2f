// What a guest was told, read on the guest's own page: it works when every provider is down.
#pragma once

#include "http/routes/call.hpp"
#include "interchange/view/message.hpp"

#include <cstddef>
#include <vector>

namespace standby::http {

// Newest first. Waits for the engine.
Result<std::vector<interchange::InboxItem>, engine::StoreError>
inbox_of(const Call& call, engine::Store& store, std::size_t count_max);

}  // namespace standby::http
