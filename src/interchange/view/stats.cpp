#include "interchange/view/stats.hpp"

#include "base/civil.hpp"
#include "base/json/writer.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace standby::interchange {
namespace {

double seconds_of(Duration duration) {
    return std::chrono::duration<double>(duration).count();
}

void write_spread(JsonWriter& writer, std::string_view member,
                  const std::optional<engine::Spread>& spread) {
    writer.name(member);
    if (!spread) {
        writer.null();
        return;
    }
    writer.begin_object();
    writer.fraction("median", seconds_of(spread->median));
    writer.fraction("p90", seconds_of(spread->p90));
    writer.end_object();
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
        writer.natural("offers", taken.offers);
        writer.natural("accepted", taken.accepted);
        writer.end_object();
    };
    writer.begin_array("by_channel");
    one("mail", channels.mail);
    one("sms", channels.sms);
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

void write_day(JsonWriter& writer, const engine::DayFigures& day) {
    writer.begin_object();
    writer.text("day", format_day(day.day));
    writer.natural("joins", day.joins);
    writer.natural("left", day.left);
    writer.natural("freed", day.freed);
    writer.natural("filled", day.filled);
    writer.natural("offers", day.offers);
    writer.natural("accepted", day.accepted);
    writer.natural("declined", day.declined);
    writer.natural("expired", day.expired);
    writer.natural("no_shows", day.no_shows);
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

std::string stats_text(core::ResourceNumber resource, const engine::Stats& stats,
                       const engine::ChannelFigures& channels, std::optional<Time> kept_since) {
    return json_object([&](JsonWriter& writer) {
        writer.text("resource_id", core::format_id(resource));
        write_offers(writer, stats.offers);
        write_places(writer, stats);
        writer.fraction("fill_rate", stats.fill_rate);
        write_spread(writer, "time_to_fill_seconds", stats.time_to_fill);
        write_spread(writer, "time_to_answer_seconds", stats.time_to_answer);
        writer.natural("joins", stats.joins);
        writer.natural("left", stats.left);
        writer.natural("no_shows", stats.no_shows);
        writer.natural("attended", stats.attended);
        writer.fraction("no_show_rate", stats.no_show_rate);
        writer.fraction("waiting_per_place", stats.waiting_per_place);
        write_revenue(writer, stats.revenue);
        write_channels(writer, channels);
        write_hours(writer, stats.by_hour);
        writer.array("by_day", stats.by_day,
                     [&](const engine::DayFigures& day) { write_day(writer, day); });
        writer.natural("as_of_seq", stats.as_of);
        writer.time("kept_since", kept_since);
    });
}

}  // namespace standby::interchange
