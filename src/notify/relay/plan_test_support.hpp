// Plans as short texts, for tests only.
#pragma once

#include "notify/relay/plan.hpp"

#include <string>

namespace standby::notify {

inline std::string text_of(const Plan& plan) {
    if (const auto* drop = std::get_if<Drop>(&plan)) {
        return "drop: " + drop->note;
    }
    if (const auto* keep = std::get_if<KeepHere>(&plan)) {
        return "keep: " + keep->note;
    }
    if (const auto* postpone = std::get_if<Postpone>(&plan)) {
        return "wait until " + format_time(postpone->until);
    }
    if (const auto* no_way = std::get_if<NoWay>(&plan)) {
        return "no way: " + std::string(core::name_of(no_way->cause));
    }
    std::string text = "send by";
    for (const engine::Channel channel : std::get<SendBy>(plan).channels) {
        text += ' ';
        text += engine::name_of(channel);
    }
    return text;
}

}  // namespace standby::notify
