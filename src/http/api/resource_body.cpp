#include "http/api/resource_body.hpp"

#include "base/clean_text.hpp"
#include "core/model/limits.hpp"
#include "http/api/body.hpp"
#include "http/api/choices.hpp"
#include "http/api/wants_body.hpp"

#include <limits>

namespace standby::http {
namespace {

using core::Rules;

constexpr TextLimit resource_name{.length_max = resource_name_length_max, .may_be_blank = false};

std::optional<std::uint32_t> read_places(FieldReader& reader, std::string_view name,
                                         std::int64_t low) {
    const auto places = reader.integer(name, low, core::limits::capacity_max);
    return places ? std::optional(static_cast<std::uint32_t>(*places)) : std::nullopt;
}

std::optional<std::string> read_own_zone(FieldReader& reader) {
    auto zone = read_time_zone(reader, "time_zone");
    if (zone && zone->empty()) {
        reader.error("time_zone", "must not be blank");
    }
    return zone;
}

void refuse_change(FieldReader& reader, std::string_view name) {
    if (reader.given(name) != nullptr) {
        reader.error(name, "cannot be changed");
    }
}

constexpr Choice<Language> language_choices[] = {
    {"en", Language::English},
    {"de", Language::German},
    {"fr", Language::French},
    {"es", Language::Spanish},
};

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
        if (member == &Rules::claim_window && is_auto(name)) {
            patch_.set(&Rules::auto_window, true);
            return;
        }
        const bool is_window = member == &Rules::claim_window;
        set(member, reader_.duration(name, is_window ? core::limits::claim_window_min : Duration{0},
                                     is_window ? core::limits::claim_window_max
                                               : core::limits::rule_duration_max));
    }
    // Whether the window is automatic is told by `claim_window`.
    void operator()(std::string_view name, bool Rules::* member) {
        if (member != &Rules::auto_window) {
            set(member, reader_.boolean(name));
        }
    }
    void operator()(std::string_view name, std::string Rules::* member) {
        if (member == &Rules::draw_seed) {
            refuse_seed(name);
            return;
        }
        set(member, reader_.text(name, {.length_max = core::limits::draw_words_length_max,
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
    void operator()(std::string_view name, std::optional<Duration> Rules::* member) {
        set_or_clear(name, member,
                     reader_.duration(name, Duration{0}, core::limits::claim_window_max));
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
    void operator()(std::string_view name, std::optional<core::Tax> Rules::* member) {
        std::optional<core::Tax> tax;
        reader_.object(name, [&](FieldReader& reader) {
            reader.require("percent_hundredths");
            reader.require("label");
            const auto percent = read_percent(reader);
            const auto label =
                reader.text("label", {.length_max = core::limits::tax_label_length_max,
                                      .unit = TextLimit::Unit::Bytes,
                                      .may_be_blank = false});
            if (percent && label) {
                tax = core::Tax{.percent_hundredths = *percent, .label = *label};
            }
        });
        set_or_clear(name, member, tax);
    }
    void operator()(std::string_view name, std::optional<core::Deposit> Rules::* member) {
        std::optional<core::Deposit> deposit;
        reader_.object(name, [&](FieldReader& reader) {
            core::Deposit read{.share = read_share(reader)};
            const auto fate = [&](std::string_view cause, core::DepositFate& value) {
                value = reader.choice(cause, deposit_fate_choices).value_or(value);
            };
            read.due = reader.choice("due", deposit_due_choices).value_or(read.due);
            fate("leaving", read.leaving);
            fate("never_offered", read.never_offered);
            fate("declined", read.declined);
            fate("no_show", read.no_show);
            deposit = read;
        });
        set_or_clear(name, member, deposit);
    }
    void operator()(std::string_view name, std::optional<core::LateFee> Rules::* member) {
        std::optional<core::LateFee> fee;
        reader_.object(name, [&](FieldReader& reader) {
            reader.require("within");
            const core::Share share = read_share(reader);
            if (const auto within =
                    reader.duration("within", Duration{1}, core::limits::rule_duration_max)) {
                fee = core::LateFee{.share = share, .within = *within};
            }
        });
        set_or_clear(name, member, fee);
    }

private:
    static std::optional<std::uint32_t> read_percent(FieldReader& reader) {
        const auto percent =
            reader.integer("percent_hundredths", 1, core::limits::percent_hundredths_max);
        return percent ? std::optional(static_cast<std::uint32_t>(*percent)) : std::nullopt;
    }
    // That there is one of the two, and not both, is for the rules to say.
    static core::Share read_share(FieldReader& reader) {
        core::Share share;
        share.amount = reader.money("amount", 1);
        share.percent_hundredths = read_percent(reader).value_or(0);
        return share;
    }
    bool is_auto(std::string_view name) {
        const JsonValue* given = reader_.given(name);
        return given != nullptr && given->type == JsonType::Text && given->text == "auto";
    }
    // A seed that somebody knows beforehand can be steered. Null, as it is shown, asks for nothing.
    void refuse_seed(std::string_view name) {
        if (reader_.given(name) != nullptr) {
            reader_.error(name, "is drawn by the server; words of your own go into draw_words");
        }
    }
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

// One field per rule of core::for_each_rule, so a new rule of a known type needs no change here.
// Null takes `quiet_hours`, `payment`, `draw_at`, `patience`, `tax`, `deposit` and `late_fee` away;
// for the others it means "not given". True when there are rules.
bool read_rules(FieldReader& reader, core::RulesPatch& patch) {
    return reader.object(
        "rules", [&patch](FieldReader& rules) { core::for_each_rule(RulesReader{rules, patch}); });
}

// "2026-10".
std::optional<std::chrono::year_month> read_month(FieldReader& reader, std::string_view name) {
    const auto text = reader.text(name);
    if (!text) {
        return std::nullopt;
    }
    const auto first = parse_time(*text + "-01T00:00:00Z");
    if (!first) {
        reader.error(name, "must be a month such as 2026-10");
        return std::nullopt;
    }
    const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(*first)};
    return day.year() / day.month();
}

// Where guests with a place get in. It is shown to them and to nobody else, so it may hold a code.
// Null takes it away.
std::optional<std::string> read_access_url(FieldReader& reader) {
    if (reader.is_null("access_url")) {
        return std::string{};
    }
    auto url = reader.text("access_url", {.length_max = core::limits::access_url_length_max});
    constexpr std::string_view scheme = "https://";
    const bool is_link = url && url->starts_with(scheme) && url->size() > scheme.size() &&
                         is_web_link(*url, core::limits::access_url_length_max);
    if (url && !is_link) {
        reader.error("access_url", "must be an address that begins with https://");
        return std::nullopt;
    }
    return url;
}

}  // namespace

Result<CreateBody, Problem> parse_create(std::string_view body) {
    return read_body<CreateBody>(body, [](FieldReader& reader, CreateBody& create) {
        core::Settings& settings = create.command.settings;
        reader.require("name");
        reader.require("kind");
        create.name = reader.text("name", resource_name).value_or("");
        settings.kind = reader.choice("kind", kind_choices).value_or(settings.kind);
        settings.capacity = read_places(reader, "capacity", 0).value_or(settings.capacity);
        settings.starts_at = reader.time("starts_at");
        create.names_time_zone = reader.given("time_zone") != nullptr;
        settings.time_zone = read_own_zone(reader).value_or(settings.time_zone);
        settings.inventory =
            reader.choice("inventory", inventory_choices).value_or(settings.inventory);
        settings.practice = reader.boolean("practice").value_or(false);
        settings.access_url = read_access_url(reader).value_or("");
        read_rules(reader, create.command.rules);
    });
}

Result<PatchBody, Problem> parse_patch(std::string_view body) {
    return read_body<PatchBody>(body, [](FieldReader& reader, PatchBody& patch) {
        patch.name = reader.text("name", resource_name);
        patch.command.capacity = read_places(reader, "capacity", 0);
        const auto starts_at = reader.time("starts_at");
        if (starts_at || reader.is_null("starts_at")) {
            patch.command.starts_at = starts_at;
        }
        patch.command.time_zone = read_time_zone(reader, "time_zone");
        patch.command.access_url = read_access_url(reader);
        refuse_change(reader, "kind");
        refuse_change(reader, "inventory");
        refuse_change(reader, "practice");
        read_rules(reader, patch.command.rules);
    });
}

Result<DuplicateBody, Problem> parse_duplicate(std::string_view body) {
    return read_optional_body<DuplicateBody>(body, [](FieldReader& reader, DuplicateBody& copy) {
        copy.name = reader.text("name", resource_name);
        const auto starts_at = reader.time("starts_at");
        if (starts_at || reader.is_null("starts_at")) {
            copy.starts_at = starts_at;
        }
        copy.time_zone = read_own_zone(reader);
        copy.draw_at = reader.time("draw_at");
    });
}

Result<PreviewBody, Problem> parse_preview(std::string_view body) {
    return read_body<PreviewBody>(body, [](FieldReader& reader, PreviewBody& preview) {
        engine::PreviewedChange& change = preview.change;
        change.patch.capacity = read_places(reader, "capacity", 0);
        change.release = read_places(reader, "release", 1);
        const bool has_rules = read_rules(reader, change.patch.rules);
        if (change.release && (change.patch.capacity || has_rules)) {
            reader.error("release", "cannot come together with capacity or rules");
        }
        preview.language = reader.choice("locale", language_choices).value_or(Language::English);
    });
}

Result<TrialBody, Problem> parse_trial(std::string_view body) {
    return read_body<TrialBody>(body, [](FieldReader& reader, TrialBody& trial) {
        reader.require("rules");
        read_rules(reader, trial.rules);
        trial.month = read_month(reader, "month");
    });
}

}  // namespace standby::http
