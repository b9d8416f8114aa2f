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

void write_fraction(JsonWriter& writer, std::string_view member,
                    const std::optional<double>& value) {
    writer.name(member);
    if (value) {
        writer.fraction(*value);
    } else {
        writer.null();
    }
}

void write_spread(JsonWriter& writer, std::string_view member,
                  const std::optional<engine::Spread>& spread) {
    writer.name(member);
    if (!spread) {
        writer.null();
        return;
    }
    writer.begin_object();
    write_fraction(writer, "median", seconds_of(spread->median));
    write_fraction(writer, "p90", seconds_of(spread->p90));
    writer.end_object();
}

void write_revenue(JsonWriter& writer, const engine::Revenue& revenue) {
    writer.name("revenue_recovered");
    writer.begin_array();
    for (const auto& [currency, amount] : revenue) {
        writer.begin_object();
        writer.integer("amount", amount);
        writer.text("currency", {currency.data(), currency.size()});
        writer.end_object();
    }
    writer.end_array();
}

void write_offers(JsonWriter& writer, const engine::Stats::Offers& offers) {
    writer.name("offers");
    writer.begin_object();
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
    writer.name("places");
    writer.begin_object();
    writer.natural("freed", stats.places.freed);
    writer.natural("filled", stats.places.filled);
    writer.end_object();
}

void write_taken(JsonWriter& writer, const engine::Taken& taken) {
    writer.natural("offers", taken.offers);
    writer.natural("accepted", taken.accepted);
}

void write_channels(JsonWriter& writer, const engine::ChannelFigures& channels) {
    const auto one = [&](std::string_view channel, const engine::Taken& taken) {
        writer.begin_object();
        writer.text("channel", channel);
        write_taken(writer, taken);
        writer.end_object();
    };
    writer.name("by_channel");
    writer.begin_array();
    one("mail", channels.mail);
    one("sms", channels.sms);
    one("page", channels.page);
    writer.end_array();
}

void write_hours(JsonWriter& writer, const std::array<engine::Taken, 24>& hours) {
    writer.name("by_hour");
    writer.begin_array();
    for (std::size_t hour = 0; hour < hours.size(); ++hour) {
        writer.begin_object();
        writer.natural("hour", hour);
        write_taken(writer, hours[hour]);
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
    write_fraction(writer, "median_seconds_to_fill",
                   day.median_to_fill ? std::optional(seconds_of(*day.median_to_fill))
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
                       const engine::ChannelFigures& channels) {
    std::string body;
    JsonWriter writer{body};
    writer.begin_object();
    writer.text("resource_id", core::format_id(resource));
    write_offers(writer, stats.offers);
    write_places(writer, stats);
    write_fraction(writer, "fill_rate", stats.fill_rate);
    write_spread(writer, "time_to_fill_seconds", stats.time_to_fill);
    write_spread(writer, "time_to_answer_seconds", stats.time_to_answer);
    writer.natural("joins", stats.joins);
    writer.natural("left", stats.left);
    writer.natural("no_shows", stats.no_shows);
    writer.natural("attended", stats.attended);
    write_fraction(writer, "no_show_rate", stats.no_show_rate);
    write_fraction(writer, "waiting_per_place", stats.waiting_per_place);
    write_revenue(writer, stats.revenue);
    write_channels(writer, channels);
    write_hours(writer, stats.by_hour);
    writer.name("by_day");
    writer.begin_array();
    for (const engine::DayFigures& day : stats.by_day) {
        write_day(writer, day);
    }
    writer.end_array();
    writer.natural("as_of_seq", stats.as_of);
    writer.end_object();
    return body;
}

}  // namespace standby::interchange
