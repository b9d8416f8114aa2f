#include "app/commands/import_report.hpp"

#include "base/json/writer.hpp"

#include <fmt/core.h>

#include <ostream>

namespace standby::app {
namespace {

constexpr std::uint64_t progress_every = 10'000;
constexpr std::uint64_t progress_lines_max = 20;

// "email" stays "email"; another heading says which field it is.
std::string column_text(const std::string& heading, intake::Field field) {
    const std::string_view name = intake::name_of(field);
    return heading == name ? heading : fmt::format("{} ({})", heading, name);
}

}  // namespace

void ImportReport::tell_plan(const ImportPlan& plan) {
    row_word_ = plan.format == intake::TableFormat::Csv ? "line" : "row";
    if (command_.style != Style::Text || !plan.objection.empty()) {
        return;
    }
    std::string taken;
    std::string left;
    for (std::size_t column = 0; column < plan.headings.size(); ++column) {
        const auto field = plan.mapping.columns[column];
        std::string& list = field ? taken : left;
        list += list.empty() ? "" : ", ";
        list += field ? column_text(plan.headings[column], *field) : plan.headings[column];
    }
    console_.output << fmt::format(
        "Taken as {}{}\n", plan.mapping.source == intake::Source::House ? "" : "an export of ",
        intake::shown_name_of(plan.mapping.source));
    console_.output << fmt::format("Columns: {}\n", taken);
    if (!left.empty()) {
        console_.output << fmt::format("Left alone: {}\n", left);
    }
    console_.output << plan.found.order_words << "\n";
    if (!command_.dry_run) {
        return;
    }
    for (const auto& row : plan.first_rows) {
        std::string cells;
        for (const std::string& cell : row) {
            cells += (cells.empty() ? "  " : " | ") + cell;
        }
        console_.output << cells << "\n";
    }
}

void ImportReport::tell(const intake::RowNote& note) {
    if (command_.style == Style::Text) {
        const std::string& column = note.field.empty() ? note.heading : note.field;
        console_.output << fmt::format("{} {}{}{}: {}\n", row_word_, note.row,
                                       column.empty() ? "" : ", ", column, note.words);
    }
}

void ImportReport::tell_progress(std::uint64_t done, std::uint64_t all) {
    const std::uint64_t step = progress_every * (all / (progress_every * progress_lines_max) + 1);
    if (done / step > told_ / step) {
        console_.errors << fmt::format("{} of {} lines\n", done, all);
    }
    told_ = done;
}

int ImportReport::conclude(const ImportPlan& plan, const ImportCounts& counts,
                           const std::vector<intake::RowNote>& refused, int exit_code) {
    const std::size_t passed_over = plan.found.passed_over.size();
    if (command_.style == Style::Text) {
        if (plan.encoding != TextEncoding::Utf8) {
            console_.output << fmt::format(
                "The file was read as {}: check that names look right on the list\n",
                standby::name_of(plan.encoding));
        }
        console_.output << fmt::format(
            "{} joined, {} already on the list, {} refused, {} bad lines{}{}\n", counts.joined,
            counts.already_there, counts.refused, plan.bad_rows(),
            passed_over == 0 ? "" : fmt::format(", {} who don't wait", passed_over),
            command_.dry_run ? "; this was a dry run" : "");
        return exit_code;
    }
    print_object(console_.output, [&](JsonWriter& writer) {
        writer.natural("good_lines", counts.good);
        writer.natural("joined", counts.joined);
        writer.natural("already_there", counts.already_there);
        writer.natural("refused", counts.refused);
        writer.natural("bad", plan.bad_rows());
        writer.natural("passed_over", passed_over);
        writer.boolean("dry_run", command_.dry_run);
        writer.text("encoding", standby::name_of(plan.encoding));
        writer.text("format", intake::name_of(plan.format));
        writer.text("source", intake::name_of(plan.mapping.source));
        writer.text("order", intake::name_of(plan.found.order));
        writer.name("problems");
        writer.begin_array();
        for (const auto* notes : {&plan.found.problems, &refused}) {
            for (const intake::RowNote& note : *notes) {
                writer.begin_object();
                writer.natural("line", note.row);
                writer.text_or_null("field", note.field);
                writer.text("message", note.words);
                writer.end_object();
            }
        }
        writer.end_array();
    });
    return exit_code;
}

}  // namespace standby::app
