// What a call costs whoever makes it without a key, charged before it is carried out; by the row of
// its route, so that handlers need not think of it.
#pragma once

#include "http/routes/call.hpp"

#include <optional>
#include <string>

namespace standby::http {

// 429; Retry-After says how long to wait.
Problem too_often(std::string detail, Duration wait);

// One of the client's requests, whatever it is about. On the node that was asked.
Result<void, Problem> spend_request(const Call& call);

// What it is about: a change, an answer, an explanation. The refusal, as a page or a problem, when
// there has been too much of it.
std::optional<Answer> spend(const Call& call);

}  // namespace standby::http
