#include "intake/calendar/calendar_change.hpp"

#include "base/name_key.hpp"

#include <algorithm>
#include <iterator>

namespace standby::intake {
namespace {

Duration length_of(const CalendarTime& time) {
    return time.appointment ? time.appointment->duration
                            : std::max(time.length, Duration{std::chrono::minutes{1}});
}

bool overlaps(const core::Slot& slot, Time starts_at, Duration length) {
    return starts_at < slot.starts_at + slot.duration && slot.starts_at < starts_at + length;
}

bool is_same_chair(const core::Slot& one, const core::Slot& other) {
    return one.staff.empty() || other.staff.empty() || name_key(one.staff) == name_key(other.staff);
}

std::size_t count_at(const CalendarMemory& memory, const core::Slot& slot) {
    std::size_t there = 0;
    for (const auto& [key, object] : memory) {
        there += static_cast<std::size_t>(
            std::ranges::count_if(object.times, [&](const CalendarTime& time) {
                return overlaps(slot, time.starts_at, length_of(time)) &&
                       (!time.appointment || is_same_chair(slot, *time.appointment));
            }));
    }
    return there;
}

// What goes from one version of an object to the next.
class Comparison {
public:
    Comparison(CalendarMemory& memory, const CalendarLook& look, Time now, const ChangeRules& rules)
        : memory_(memory), look_(look), now_(now), rules_(rules) {
        for (const auto& [key, object] : memory_) {
            if (!object.missing_since) {
                upcoming_ += static_cast<std::size_t>(std::ranges::count_if(
                    object.times, [&](const CalendarTime& time) { return is_upcoming(time); }));
            }
        }
    }

    CalendarChange run() {
        if (look_.is_whole && look_.changed.empty() && look_.unchanged.empty() &&
            look_.unreadable.empty() && upcoming_ > 0) {
            ask_about_everything();
            return std::move(change_);
        }
        for (const auto& [key, object] : look_.changed) {
            replace(key, object);
        }
        for (const std::string& key : look_.deleted) {
            if (const auto found = memory_.find(key); found != memory_.end()) {
                gone(found->second.times, {});
                forget(found);
            }
        }
        if (look_.is_whole) {
            find_missing();
        }
        decide();
        return std::move(change_);
    }

private:
    bool is_upcoming(const CalendarTime& time) const {
        return time.appointment && time.starts_at >= now_ + rules_.notice;
    }

    void replace(const std::string& key, const CalendarObject& object) {
        CalendarObject& known = memory_[key];
        gone(known.times, object.times);
        known = object;
        known.missing_since.reset();
        change_.kept.emplace_back(key, known);
    }
    void gone(const std::vector<CalendarTime>& before, const std::vector<CalendarTime>& after) {
        for (const CalendarTime& time : before) {
            if (std::ranges::find(after, time.id, &CalendarTime::id) == after.end()) {
                candidates_.push_back(time);
            }
        }
    }
    void forget(CalendarMemory::iterator found) {
        change_.dropped.push_back(found->first);
        memory_.erase(found);
    }

    void find_missing() {
        std::set<std::string, std::less<>> there = look_.unchanged;
        there.insert(look_.unreadable.begin(), look_.unreadable.end());
        for (const auto& [key, object] : look_.changed) {
            there.insert(key);
        }
        for (auto at = memory_.begin(); at != memory_.end();) {
            const auto next = std::next(at);
            CalendarObject& object = at->second;
            if (there.contains(at->first)) {
                if (object.missing_since) {
                    object.missing_since.reset();
                    change_.kept.emplace_back(at->first, object);
                }
            } else if (!object.missing_since) {
                object.missing_since = now_;
                change_.kept.emplace_back(at->first, object);
                change_.wants_second_look = true;
            } else if (now_ - *object.missing_since < second_look_after) {
                change_.wants_second_look = true;
            } else {
                for (const CalendarTime& time : object.times) {
                    const bool is_covered =
                        !look_.reaches_to || time.starts_at <= *look_.reaches_to;
                    (is_covered ? candidates_ : behind_the_edge_).push_back(time);
                }
                forget(at);
            }
            at = next;
        }
    }

    // Where two were booked for the same time, the chair is free once.
    bool could_be_offered(const CalendarTime& time, const std::vector<core::Slot>& offered) const {
        if (!is_upcoming(time)) {
            return false;
        }
        const core::Slot& slot = *time.appointment;
        const auto others = std::ranges::count_if(offered, [&](const core::Slot& other) {
            return overlaps(slot, other.starts_at, other.duration) && is_same_chair(slot, other);
        });
        return count_at(memory_, slot) + static_cast<std::size_t>(others) < rules_.at_once;
    }

    void decide() {
        std::vector<core::Slot> offered = rules_.offered;
        const auto offerable = [&](std::vector<CalendarTime> times) {
            std::ranges::stable_sort(times, {}, &CalendarTime::starts_at);
            std::erase_if(times, [&](const CalendarTime& time) {
                const bool is_offerable = could_be_offered(time, offered);
                if (is_offerable) {
                    offered.push_back(*time.appointment);
                }
                return !is_offerable;
            });
            return times;
        };
        change_.freed = offerable(std::move(candidates_));
        change_.asked = offerable(std::move(behind_the_edge_));
        if (!change_.asked.empty()) {
            change_.question = GoneQuestion::Edge;
        }
        const std::size_t freed_max =
            std::max(freed_at_once_min, upcoming_ * freed_at_once_percent / 100);
        if (change_.freed.size() > freed_max) {
            change_.question = GoneQuestion::Many;
            std::ranges::move(change_.freed, std::back_inserter(change_.asked));
            change_.freed.clear();
        }
    }

    // Nothing is forgotten: when the calendar comes back, all is as it was.
    void ask_about_everything() { change_.question = GoneQuestion::Empty; }

    CalendarMemory& memory_;
    const CalendarLook& look_;
    const Time now_;
    const ChangeRules& rules_;
    std::size_t upcoming_ = 0;
    std::vector<CalendarTime> candidates_;
    std::vector<CalendarTime> behind_the_edge_;
    CalendarChange change_;
};

}  // namespace

std::string_view name_of(GoneQuestion question) {
    switch (question) {
    case GoneQuestion::Many:
        return "many";
    case GoneQuestion::Empty:
        return "empty";
    case GoneQuestion::Edge:
        return "edge";
    case GoneQuestion::None:
        break;
    }
    return "none";
}

CalendarChange compare_looks(CalendarMemory& memory, const CalendarLook& look, Time now,
                             const ChangeRules& rules) {
    return Comparison(memory, look, now, rules).run();
}

bool is_taken(const CalendarMemory& memory, const core::Slot& slot, std::uint32_t at_once) {
    return count_at(memory, slot) >= at_once;
}

}  // namespace standby::intake
