#include "interchange/view/resource.hpp"

#include "base/sha256.hpp"
#include "core/order/draw.hpp"
#include "core/state/resource_state.hpp"
#include "interchange/view/wants.hpp"

#include <span>

namespace standby::interchange {
namespace {

using core::Rules;

class RulesWriter {
public:
    RulesWriter(JsonWriter& writer, const Rules& rules, DrawSeed seed)
        : writer_(writer), rules_(rules), seed_(seed) {}

    template <class Value>
    void operator()(std::string_view name, Value Rules::* member) {
        if (member_is_seed(member) && seed_ == DrawSeed::Hidden) {
            writer_.null(name);
            return;
        }
        write(name, rules_.*member);
    }
    // How long a window is, and whether that is fixed, is one rule to whoever reads them.
    void operator()(std::string_view name, Duration Rules::* member) {
        if (member == &Rules::claim_window && rules_.auto_window) {
            writer_.text(name, "auto");
        } else {
            write(name, rules_.*member);
        }
    }
    void operator()(std::string_view name, bool Rules::* member) {
        if (member != &Rules::auto_window) {
            write(name, rules_.*member);
        }
    }

private:
    template <class Value>
    static bool member_is_seed(Value Rules::* member) {
        if constexpr (std::is_same_v<Value, std::string>) {
            return member == &Rules::draw_seed;
        } else {
            return false;
        }
    }

    void write(std::string_view name, std::uint32_t value) { writer_.natural(name, value); }
    void write(std::string_view name, Duration value) { writer_.duration(name, value); }
    void write(std::string_view name, bool value) { writer_.boolean(name, value); }
    void write(std::string_view name, const std::string& value) {
        writer_.text_or_null(name, value);
    }
    void write(std::string_view name, const std::optional<Time>& value) {
        writer_.time(name, value);
    }
    void write(std::string_view name, const std::optional<Duration>& value) {
        if (value) {
            writer_.duration(name, *value);
        } else {
            writer_.null(name);
        }
    }
    void write(std::string_view name, const std::optional<core::Money>& value) {
        write_money(writer_, name, value);
    }
    void write(std::string_view name, const std::optional<core::QuietHours>& value) {
        if (!value) {
            writer_.null(name);
            return;
        }
        writer_.begin_object(name);
        write_time_of_day("from", value->from_minute);
        write_time_of_day("to", value->to_minute);
        writer_.end_object();
    }
    void write(std::string_view name, const core::Referral& value) {
        writer_.begin_object(name);
        writer_.integer("points", value.points);
        writer_.integer("cap", value.cap);
        writer_.end_object();
    }
    void write(std::string_view name, const std::optional<core::Tax>& value) {
        if (!value) {
            writer_.null(name);
            return;
        }
        writer_.begin_object(name);
        writer_.natural("percent_hundredths", value->percent_hundredths);
        writer_.text("label", value->label);
        writer_.end_object();
    }
    void write(std::string_view name, const std::optional<core::Deposit>& value) {
        if (!value) {
            writer_.null(name);
            return;
        }
        writer_.begin_object(name);
        write_share(value->share);
        write("due", value->due);
        write("leaving", value->leaving);
        write("never_offered", value->never_offered);
        write("declined", value->declined);
        write("no_show", value->no_show);
        writer_.end_object();
    }
    void write(std::string_view name, const std::optional<core::LateFee>& value) {
        if (!value) {
            writer_.null(name);
            return;
        }
        writer_.begin_object(name);
        write_share(value->share);
        writer_.duration("within", value->within);
        writer_.end_object();
    }
    void write_share(const core::Share& share) {
        write_money(writer_, "amount", share.amount);
        if (share.amount) {
            writer_.null("percent_hundredths");
        } else {
            writer_.natural("percent_hundredths", share.percent_hundredths);
        }
    }
    template <class Enum>
        requires std::is_enum_v<Enum>
    void write(std::string_view name, Enum value) {
        writer_.text(name, core::name_of(value));
    }
    void write_time_of_day(std::string_view name, std::uint16_t minute) {
        writer_.text(name, format_time_of_day(std::chrono::minutes{minute % (24 * 60)}));
    }

    JsonWriter& writer_;
    const Rules& rules_;
    DrawSeed seed_;
};

void write_counts(JsonWriter& writer, const core::Counts& counts) {
    writer.begin_object("counts");
    writer.natural("waiting", counts.waiting);
    writer.natural("offered", counts.offered);
    writer.natural("accepted", counts.accepted);
    writer.natural("free", counts.free_places);
    writer.natural("unverified", counts.unverified);
    writer.natural("accepted_places", counts.accepted_places);
    writer.natural("held_places", counts.held_places);
    writer.end_object();
}

void write_public_rules(JsonWriter& writer, const Rules& rules) {
    writer.begin_object("rules");
    writer.text("order", core::name_of(rules.order));
    writer.text("visibility", core::name_of(rules.visibility));
    if (rules.auto_window) {
        writer.text("claim_window", "auto");
    } else {
        writer.duration("claim_window", rules.claim_window);
    }
    writer.boolean("late_yes", rules.late_yes);
    writer.text("party", core::name_of(rules.party));
    writer.boolean("instant_yes", rules.instant_yes);
    write_money(writer, "payment", rules.payment);
    writer.boolean("verify_email", rules.verify_email);
    writer.time("draw_at", rules.draw_at);
    writer.text_or_null("draw_words", rules.draw_words);
    writer.end_object();
}

void write_commitment(JsonWriter& writer, const ResourceFacts& facts) {
    writer.text_or_null("draw_commitment",
                        draw_commitment(facts.number, facts.rules, facts.draw_seed));
    writer.boolean("drawn", facts.drawn);
}

void write_head(JsonWriter& writer, const ResourceFacts& facts) {
    writer.text("id", core::format_id(facts.number));
    writer.text("name", facts.name);
    writer.text("kind", core::name_of(facts.settings.kind));
    writer.text("status", core::name_of(facts.status));
}

}  // namespace

ResourceFacts resource_facts(const core::ResourceState& state, std::string_view name) {
    return {.number = state.number,
            .name = std::string{name},
            .status = state.status,
            .settings = state.settings,
            .rules = state.rules,
            .rules_version = state.rules_version,
            .drawn = state.drawn,
            .draw_seed = state.draw_seed,
            .counts = core::counts_of(state),
            .last_seq = state.last_event};
}

ResourceFacts resource_facts(core::ResourceNumber number, std::string_view name,
                             const core::ResourceRow& row) {
    return {.number = number,
            .name = std::string{name},
            .status = row.status,
            .settings = row.settings,
            .rules = row.rules,
            .rules_version = row.rules_version,
            .drawn = row.drawn,
            .draw_seed = row.draw_seed,
            .counts = row.counts,
            .last_seq = row.last_event};
}

std::string draw_commitment(core::ResourceNumber list, const core::Rules& rules,
                            std::string_view sealed) {
    if (!sealed.empty()) {
        return core::draw_commitment(list, sealed, rules.draw_words);
    }
    if (rules.draw_seed.empty()) {
        return {};
    }
    return to_hex(sha256(std::as_bytes(std::span{rules.draw_seed})));
}

void write_rules(JsonWriter& writer, const core::Rules& rules, DrawSeed seed) {
    writer.begin_object();
    core::for_each_rule(RulesWriter{writer, rules, seed});
    writer.end_object();
}

void write_rule(JsonWriter& writer, std::string_view member, std::string_view rule,
                const core::Rules& rules, DrawSeed seed) {
    core::for_each_rule([&](std::string_view name, auto value) {
        if (name == rule) {
            RulesWriter{writer, rules, seed}(member, value);
        }
    });
}

void write_settings_members(JsonWriter& writer, const core::Settings& settings) {
    writer.natural("capacity", settings.capacity);
    writer.time("starts_at", settings.starts_at);
    writer.text("time_zone", settings.time_zone);
    writer.text("inventory", core::name_of(settings.inventory));
    writer.boolean("archived", settings.archived);
    writer.boolean("practice", settings.practice);
    writer.text_or_null("access_url", settings.access_url);
}

void write_resource(JsonWriter& writer, const ResourceFacts& facts) {
    writer.begin_object();
    write_head(writer, facts);
    write_settings_members(writer, facts.settings);
    writer.name("rules");
    write_rules(writer, facts.rules, facts.drawn ? DrawSeed::Shown : DrawSeed::Hidden);
    writer.natural("rules_version", facts.rules_version);
    write_commitment(writer, facts);
    write_counts(writer, facts.counts);
    writer.natural("last_seq", facts.last_seq);
    writer.end_object();
}

void write_public_resource(JsonWriter& writer, const ResourceFacts& facts) {
    writer.begin_object();
    write_head(writer, facts);
    writer.time("starts_at", facts.settings.starts_at);
    writer.text("time_zone", facts.settings.time_zone);
    writer.natural("capacity", facts.settings.capacity);
    writer.begin_object("counts");
    // Whoever joins is the last of those who wait.
    const bool is_hidden = facts.rules.visibility == core::Visibility::Hidden;
    writer.natural("waiting", is_hidden ? std::optional<std::uint64_t>{} : facts.counts.waiting);
    writer.natural("free", facts.counts.free_places);
    writer.end_object();
    write_public_rules(writer, facts.rules);
    write_commitment(writer, facts);
    writer.end_object();
}

}  // namespace standby::interchange
