// One reading function per type of rule, chosen by overload.
#include "http/api/rules_body.hpp"

#include "core/model/limits.hpp"
#include "http/api/choices.hpp"

#include <limits>

namespace standby::http {
namespace {

using core::Rules;

// The largest value of a rule that counts something.
std::int64_t count_max(std::uint32_t Rules::* member) {
    return member == &Rules::minutes_per_point ? core::limits::minutes_per_point_max
                                               : std::numeric_limits<std::uint32_t>::max();
}

class RulesReader {
public:
    RulesReader(FieldReader& reader, core::RulesPatch& patch) : reader_(reader), patch_(patch) {}

    void operator()(std::string_view name, std::uint32_t Rules::* member) {
        if (const auto value = reader_.integer(name, 0, count_max(member))) {
            patch_.set(member, static_cast<std::uint32_t>(*value));
        }
    }
    void operator()(std::string_view name, Duration Rules::* member) {
        const bool is_window = member == &Rules::claim_window;
        set(member, reader_.duration(name, is_window ? core::limits::claim_window_min : Duration{0},
                                     is_window ? core::limits::claim_window_max
                                               : core::limits::rule_duration_max));
    }
    void operator()(std::string_view name, bool Rules::* member) {
        set(member, reader_.boolean(name));
    }
    void operator()(std::string_view name, std::string Rules::* member) {
        set(member, reader_.text(name, {.length_max = core::limits::draw_seed_length_max,
                                        .unit = TextLimit::Unit::Bytes}));
    }
    template <class Enum>
        requires std::is_enum_v<Enum>
    void operator()(std::string_view name, Enum Rules::* member) {
        set(member, reader_.choice(name, choices_of(Enum{})));
    }
    void operator()(std::string_view name, std::optional<Time> Rules::* member) {
        set_or_clear(name, member, reader_.time(name));
    }
    void operator()(std::string_view name, std::optional<core::Money> Rules::* member) {
        set_or_clear(name, member, reader_.money(name, 1));
    }
    void operator()(std::string_view name, std::optional<core::QuietHours> Rules::* member) {
        std::optional<core::QuietHours> hours;
        reader_.object(name, [&](FieldReader& reader) {
            reader.require("from");
            reader.require("to");
            const auto from = reader.time_of_day("from");
            const auto to = reader.time_of_day("to");
            if (from && to) {
                hours = core::QuietHours{.from_minute = *from, .to_minute = *to};
            }
        });
        set_or_clear(name, member, hours);
    }
    void operator()(std::string_view name, core::Referral Rules::* member) {
        reader_.object(name, [&](FieldReader& reader) {
            reader.require("points");
            reader.require("cap");
            const auto points = reader.integer("points", 0, core::limits::points_max);
            const auto cap = reader.integer("cap", 0, core::limits::points_max);
            if (points && cap) {
                patch_.set(member, core::Referral{.points = static_cast<std::int32_t>(*points),
                                                  .cap = static_cast<std::int32_t>(*cap)});
            }
        });
    }

private:
    template <class Value>
    void set(Value Rules::* member, const std::optional<Value>& value) {
        if (value) {
            patch_.set(member, *value);
        }
    }
    template <class Value>
    void set_or_clear(std::string_view name, std::optional<Value> Rules::* member,
                      const std::optional<Value>& value) {
        if (value || reader_.is_null(name)) {
            patch_.set(member, value);
        }
    }

    FieldReader& reader_;
    core::RulesPatch& patch_;
};

}  // namespace

void read_rules(FieldReader& reader, core::RulesPatch& patch) {
    core::for_each_rule(RulesReader{reader, patch});
}

}  // namespace standby::http
