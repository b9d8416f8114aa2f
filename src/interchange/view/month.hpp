// A month in figures as JSON.
#pragma once

#include "engine/history/month.hpp"

#include <string>

namespace standby::interchange {

std::string month_text(const engine::MonthReport& report);

}  // namespace standby::interchange
