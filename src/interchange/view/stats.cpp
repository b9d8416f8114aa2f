#include "interchange/view/stats.hpp"

#include "base/civil.hpp"
#include "base/json/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace standby::interchange {
namespace {

double seconds_of(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

void write_spread(JsonWriter& writer, std::string_view member,
                  const std::optional<engine::Timing>& timing) {
    writer.name(member);
    if (!timing) {
        writer.null();
        return;
    }
    writer.begin_object();
    writer.fraction("median", seconds_of(timing->median));
    writer.fraction("p90", seconds_of(timing->p90));
    writer.end_object();
}

void write_timing(JsonWriter& writer, std::string_view member,
                  const std::optional<engine::Timing>& timing) {
    writer.name(member);
    if (!timing) {
        writer.null();
        return;
    }
    writer.begin_object();
    writer.natural("count", timing->count);
    writer.fraction("average", seconds_of(timing->mean));
    writer.fraction("median", seconds_of(timing->median));
    writer.fraction("p90", seconds_of(timing->p90));
    writer.fraction("p99", seconds_of(timing->p99));
    writer.end_object();
}

void write_timings(JsonWriter& writer, const engine::Stats& stats) {
    writer.begin_object("timings_seconds");
    write_timing(writer, "freed_to_offered", stats.freed_to_offered);
    write_timing(writer, "offered_to_told", stats.offered_to_told);
    write_timing(writer, "told_to_answered", stats.told_to_answered);
    write_timing(writer, "freed_to_filled", stats.time_to_fill);
    writer.end_object();
}

void write_ends(JsonWriter& writer, const engine::Stats& stats) {
    writer.begin_object("ends");
    for (std::size_t end = 0; end < stats.ends.size(); ++end) {
        writer.natural(engine::name_of(static_cast<engine::PlaceEnd>(end)), stats.ends[end]);
    }
    writer.end_object();
}

// Counts up to each step, so that the last one is all there were.
void write_response(JsonWriter& writer, const engine::ResponseFigures& response) {
    writer.begin_object("response");
    writer.natural("asked", response.asked);
    writer.natural("late_filled", response.late_filled);
    writer.fraction("lost_share", response.lost_share());
    write_timing(writer, "window_seconds", response.window);
    engine::ResponseFigures::Step sum;
    writer.array("steps", response.steps, [&](const engine::ResponseFigures::Step& step) {
        sum.yes += step.yes;
        sum.no += step.no;
        sum.late_yes += step.late_yes;
        sum.ran_out += step.ran_out;
        writer.begin_object();
        writer.fraction("up_to_minutes",
                        step.until ? std::optional(seconds_of(*step.until) / 60) : std::nullopt);
        writer.natural("yes", sum.yes);
        writer.natural("no", sum.no);
        writer.natural("late_yes", sum.late_yes);
        writer.natural("ran_out", sum.ran_out);
        writer.end_object();
    });
    writer.end_object();
}

void write_taken(JsonWriter& writer, const engine::Taken& taken) {
    writer.natural("offers", taken.offers);
    writer.natural("accepted", taken.accepted);
}

// The last of the steps is whatever is longer; behind it may come what has no length.
template <class Steps, class Takens>
void write_steps(JsonWriter& writer, std::string_view member, std::string_view bound,
                 const Steps& steps, const Takens& takens) {
    writer.begin_array(member);
    for (std::size_t step = 0; step <= steps.size(); ++step) {
        writer.begin_object();
        writer.fraction(bound, step < steps.size()
                                   ? std::optional(static_cast<double>(steps[step].count()))
                                   : std::nullopt);
        write_taken(writer, takens[step]);
        writer.end_object();
    }
    writer.end_array();
}

void write_fits(JsonWriter& writer, const std::optional<engine::FitFigures>& fits) {
    writer.name("fits");
    if (!fits) {
        writer.null();
        return;
    }
    writer.begin_object();
    writer.fraction("people", fits->people);
    writer.fraction("filled", fits->filled);
    writer.natural("wanted_people", fits->wanted);
    writer.fraction("wanted_filled", fits->wanted_filled);
    writer.end_object();
}

void write_about(JsonWriter& writer, const AskedAbout& about) {
    writer.begin_object("about");
    writer.text_or_null("from", about.from ? format_day(*about.from) : std::string{});
    writer.text_or_null("to", about.to ? format_day(*about.to) : std::string{});
    writer.text_or_null("service", about.service);
    writer.text_or_null("staff", about.staff);
    writer.end_object();
}

// What is known of a list alone is null where a service or staff is asked for.
void write_of_list(JsonWriter& writer, const engine::Stats& stats, std::string_view member,
                   std::uint64_t count) {
    writer.natural(member, stats.is_of_list ? std::optional(count) : std::nullopt);
}

void write_revenue(JsonWriter& writer, const engine::Revenue& revenue) {
    writer.array("revenue_recovered", revenue, [&](const auto& recovered) {
        writer.begin_object();
        writer.integer("amount", recovered.second);
        writer.text("currency", {recovered.first.data(), recovered.first.size()});
        writer.end_object();
    });
}

void write_offers(JsonWriter& writer, const engine::Stats::Offers& offers) {
    writer.begin_object("offers");
    writer.natural("made", offers.made);
    writer.natural("accepted", offers.accepted);
    writer.natural("declined", offers.declined);
    writer.natural("expired", offers.expired);
    writer.natural("withdrawn", offers.withdrawn);
    writer.natural("live", offers.live);
    writer.end_object();
}

void write_places(JsonWriter& writer, const engine::Stats& stats) {
    writer.name("openings");
    if (stats.openings) {
        writer.begin_object();
        writer.natural("freed", stats.openings->freed);
        writer.natural("filled", stats.openings->filled);
        writer.natural("handed_back", stats.openings->handed_back);
        writer.natural("walk_in", stats.openings->walk_in);
        writer.end_object();
    } else {
        writer.null();
    }
    writer.begin_object("places");
    writer.natural("freed", stats.places.freed);
    writer.natural("filled", stats.places.filled);
    writer.end_object();
}

void write_channels(JsonWriter& writer, const engine::ChannelFigures& channels) {
    const auto one = [&](std::string_view channel, const engine::Taken& taken) {
        writer.begin_object();
        writer.text("channel", channel);
        write_taken(writer, taken);
        writer.end_object();
    };
    writer.begin_array("by_channel");
    one("mail", channels.mail);
    one("sms", channels.sms);
    one("whatsapp", channels.whatsapp);
    one("page", channels.page);
    writer.end_array();
}

void write_hours(JsonWriter& writer, const std::array<engine::Taken, 24>& hours) {
    writer.begin_array("by_hour");
    for (std::size_t hour = 0; hour < hours.size(); ++hour) {
        writer.begin_object();
        writer.natural("hour", hour);
        writer.natural("offers", hours[hour].offers);
        writer.natural("accepted", hours[hour].accepted);
        writer.end_object();
    }
    writer.end_array();
}

void write_day(JsonWriter& writer, const engine::DayFigures& day, const engine::Stats& stats) {
    writer.begin_object();
    writer.text("day", format_day(day.day));
    write_of_list(writer, stats, "joins", day.joins);
    write_of_list(writer, stats, "left", day.left);
    writer.natural("freed", day.freed);
    writer.natural("filled", day.filled);
    writer.natural("offers", day.offers);
    writer.natural("accepted", day.accepted);
    writer.natural("declined", day.declined);
    writer.natural("expired", day.expired);
    write_of_list(writer, stats, "no_shows", day.no_shows);
    writer.fraction("median_seconds_to_fill", day.median_to_fill
                                                  ? std::optional(seconds_of(*day.median_to_fill))
                                                  : std::nullopt);
    write_revenue(writer, day.revenue);
    writer.end_object();
}

}  // namespace

std::string format_day(std::chrono::local_days day) {
    const CivilDate date = civil_from_days(day.time_since_epoch().count());
    return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

namespace {

// What lists are compared by, and all of them told.
void write_main_figures(JsonWriter& writer, const engine::Stats& stats) {
    write_offers(writer, stats.offers);
    write_places(writer, stats);
    writer.fraction("fill_rate", stats.fill_rate);
    write_ends(writer, stats);
    write_spread(writer, "time_to_fill_seconds", stats.time_to_fill);
    write_spread(writer, "time_to_answer_seconds", stats.time_to_answer);
    write_of_list(writer, stats, "joins", stats.joins);
    write_of_list(writer, stats, "left", stats.left);
    write_of_list(writer, stats, "no_shows", stats.no_shows);
    write_of_list(writer, stats, "attended", stats.attended);
    writer.fraction("no_show_rate", stats.no_show_rate);
    writer.natural("cancellations", stats.cancellations);
    writer.natural("late_cancellations", stats.late_cancellations);
    write_of_list(writer, stats, "waiting", stats.waiting);
    writer.fraction("waiting_per_place", stats.waiting_per_place);
    write_revenue(writer, stats.revenue);
    write_timings(writer, stats);
}

void write_ran_out(JsonWriter& writer, const engine::Stats& stats) {
    const std::uint64_t all = stats.response.ran_out();
    const std::uint64_t known = stats.ran_out_opened + stats.ran_out_unopened;
    writer.begin_object("ran_out");
    writer.natural("offers", all);
    writer.natural("opened", stats.ran_out_opened);
    writer.natural("unopened", stats.ran_out_unopened);
    writer.natural("unknown", all - std::min(all, known));
    writer.end_object();
}

void write_late_looks(JsonWriter& writer, const engine::Stats& stats) {
    writer.begin_array("late_looks");
    for (std::size_t span = 0; span < stats.late_looks.size(); ++span) {
        writer.begin_object();
        writer.text("within", engine::late_look_spans[span].first);
        write_of_list(writer, stats, "looks", stats.late_looks[span]);
        writer.end_object();
    }
    writer.end_array();
}

}  // namespace

std::string stats_text(core::ResourceNumber resource, const engine::Stats& stats,
                       const AskedAbout& about) {
    return json_object([&](JsonWriter& writer) {
        writer.text("resource_id", core::format_id(resource));
        write_about(writer, about);
        write_main_figures(writer, stats);
        write_ran_out(writer, stats);
        write_late_looks(writer, stats);
        write_response(writer, stats.response);
        write_channels(writer, stats.by_channel);
        write_hours(writer, stats.by_hour);
        write_steps(writer, "by_notice", "up_to_hours", engine::notice_steps, stats.by_notice);
        write_steps(writer, "by_window", "up_to_minutes", engine::window_steps, stats.by_window);
        write_fits(writer, stats.fits);
        writer.array("by_day", stats.by_day,
                     [&](const engine::DayFigures& day) { write_day(writer, day, stats); });
        writer.texts("services", stats.services);
        writer.texts("staff", stats.staff);
        writer.natural("as_of_seq", stats.as_of);
        writer.time("kept_since", stats.kept_since);
    });
}

std::string account_stats_text(std::span<const ListFigures> lists, std::size_t left_out,
                               const engine::Stats& total, const AskedAbout& about) {
    return json_object([&](JsonWriter& writer) {
        write_about(writer, about);
        writer.begin_object("total");
        write_main_figures(writer, total);
        writer.end_object();
        writer.array("lists", lists, [&](const ListFigures& list) {
            writer.begin_object();
            writer.text("resource_id", core::format_id(list.resource));
            writer.text("name", list.name);
            writer.text("kind", core::name_of(list.kind));
            write_main_figures(writer, list.stats);
            writer.end_object();
        });
        writer.natural("lists_left_out", left_out);
        writer.texts("services", total.services);
        writer.texts("staff", total.staff);
    });
}

}  // namespace standby::interchange
