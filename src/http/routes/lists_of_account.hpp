// What waits and what was freed on all lists of a business but those to practise on, read from the
// store: for what counts over all of them.
#pragma once

#include "base/result.hpp"
#include "core/model/wants.hpp"
#include "engine/ports/store.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <functional>

namespace standby::http {

// So many rows are looked at; whoever has more of them is told of these.
inline constexpr std::size_t account_rows_max = 500'000;

// What everybody waits for who is on a list of slots and has not ended.
Result<void, Problem> for_each_wish(engine::Store& store, engine::AccountNumber account,
                                    const std::function<void(const core::Wants&)>& see);
// Every slot that was ever freed there, as far as it is kept.
Result<void, Problem> for_each_slot(engine::Store& store, engine::AccountNumber account,
                                    const std::function<void(const core::Slot&)>& see);

}  // namespace standby::http
