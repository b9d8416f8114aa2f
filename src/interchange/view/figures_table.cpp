// The same figures as the API gives, in rows.
#include "base/currency.hpp"
#include "interchange/view/stats_table.hpp"

#include <fmt/format.h>

#include <utility>

namespace standby::interchange {
namespace {

class Rows {
public:
    Rows() { table_.header = {"figure", "detail", "value", "of"}; }

    void count(std::string figure, std::string detail, std::uint64_t value) {
        add(std::move(figure), std::move(detail), value, {});
    }
    void count(std::string figure, std::string detail, std::uint64_t value, std::uint64_t of) {
        add(std::move(figure), std::move(detail), value, of);
    }
    void share(std::string figure, const std::optional<double>& value) {
        add(std::move(figure), {}, value ? TableCell(*value) : TableCell{}, {});
    }
    void seconds(const std::string& figure, const std::optional<engine::Timing>& timing) {
        if (!timing) {
            return;
        }
        const auto one = [&](std::string detail, Duration value) {
            add(figure, std::move(detail), std::chrono::duration<double>(value).count(),
                timing->count);
        };
        one("average", timing->mean);
        one("median", timing->median);
        one("p90", timing->p90);
        one("p99", timing->p99);
    }
    void money(const std::string& figure, const engine::Revenue& revenue) {
        for (const auto& [currency, amount] : revenue) {
            const std::string name(currency.data(), currency.size());
            add(figure, name, Decimal{.amount = amount, .decimals = currency_decimals(name)}, {});
        }
    }
    void taken(const std::string& figure, std::string detail, const engine::Taken& taken) {
        add(figure, std::move(detail), taken.accepted, taken.offers);
    }
    Table take() { return std::move(table_); }

private:
    void add(std::string figure, std::string detail, TableCell value, TableCell of) {
        table_.rows.push_back(
            {std::move(figure), std::move(detail), std::move(value), std::move(of)});
    }
    Table table_;
};

template <class Steps, class Takens>
void add_steps(Rows& rows, const std::string& figure, const char* unit, const Steps& steps,
               const Takens& takens) {
    for (std::size_t step = 0; step <= steps.size(); ++step) {
        rows.taken(figure,
                   step < steps.size() ? fmt::format("up to {} {}", steps[step].count(), unit)
                                       : fmt::format("over {} {}", steps.back().count(), unit),
                   takens[step]);
    }
}

void add_response(Rows& rows, const engine::ResponseFigures& response) {
    engine::ResponseFigures::Step sum;
    for (const engine::ResponseFigures::Step& step : response.steps) {
        sum.yes += step.yes;
        sum.no += step.no;
        sum.late_yes += step.late_yes;
        const std::string until =
            step.until
                ? fmt::format("within {} minutes",
                              std::chrono::duration_cast<std::chrono::minutes>(*step.until).count())
                : std::string("ever");
        rows.count("answered_yes", until, sum.yes, response.asked);
        rows.count("answered_no", until, sum.no, response.asked);
        rows.count("late_yes", until, sum.late_yes, response.asked);
    }
    rows.share("yeses_lost_to_the_window", response.lost_share());
}

}  // namespace

Table figures_table(const engine::Stats& stats) {
    Rows rows;
    rows.count("places_freed", {}, stats.places.freed);
    for (std::size_t end = 0; end < stats.ends.size(); ++end) {
        rows.count("places_freed", std::string(engine::name_of(static_cast<engine::PlaceEnd>(end))),
                   stats.ends[end], stats.places.freed);
    }
    rows.share("fill_rate", stats.fill_rate);
    rows.money("revenue_recovered", stats.revenue);
    rows.count("offers", "accepted", stats.offers.accepted, stats.offers.made);
    rows.count("offers", "declined", stats.offers.declined, stats.offers.made);
    rows.count("offers", "expired", stats.offers.expired, stats.offers.made);
    rows.count("offers", "withdrawn", stats.offers.withdrawn, stats.offers.made);
    rows.count("offers", "live", stats.offers.live, stats.offers.made);
    rows.count("ran_out", "opened", stats.ran_out_opened, stats.response.ran_out());
    rows.count("ran_out", "unopened", stats.ran_out_unopened, stats.response.ran_out());
    rows.seconds("seconds_freed_to_offered", stats.freed_to_offered);
    rows.seconds("seconds_offered_to_told", stats.offered_to_told);
    rows.seconds("seconds_told_to_answered", stats.told_to_answered);
    rows.seconds("seconds_freed_to_filled", stats.time_to_fill);
    if (stats.is_of_list) {
        rows.count("joins", {}, stats.joins);
        rows.count("left", {}, stats.left);
        rows.count("no_shows", {}, stats.no_shows, stats.no_shows + stats.attended);
        rows.count("waiting", {}, stats.waiting);
        rows.share("waiting_per_place", stats.waiting_per_place);
        for (std::size_t span = 0; span < stats.late_looks.size(); ++span) {
            rows.count("late_looks", std::string(engine::late_look_spans[span].first),
                       stats.late_looks[span]);
        }
    }
    rows.count("late_cancellations", {}, stats.late_cancellations, stats.cancellations);
    add_response(rows, stats.response);
    add_steps(rows, "accepted_by_notice", "hours", engine::notice_steps, stats.by_notice);
    add_steps(rows, "accepted_by_window", "minutes", engine::window_steps, stats.by_window);
    for (std::size_t hour = 0; hour < stats.by_hour.size(); ++hour) {
        rows.taken("accepted_by_hour", fmt::format("{:02}:00", hour), stats.by_hour[hour]);
    }
    rows.taken("accepted_by_channel", "mail", stats.by_channel.mail);
    rows.taken("accepted_by_channel", "sms", stats.by_channel.sms);
    rows.taken("accepted_by_channel", "whatsapp", stats.by_channel.whatsapp);
    rows.taken("accepted_by_channel", "page", stats.by_channel.page);
    return rows.take();
}

}  // namespace standby::interchange
