// The sheet of a list: where it is, what came of the last look, and what staff meant by what looked
// like a slip of the hand.
#include "engine/ports/sheets.hpp"

#include "base/json/writer.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/sheet_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/wait_step.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

Result<engine::Sheets*, Problem> sheets_of(const Call& call) {
    if (call.shared.services.sheets == nullptr) {
        return std::unexpected(unavailable());
    }
    return call.shared.services.sheets;
}

bool is_operator(const Call& call) {
    return call.caller && call.caller->role == engine::Role::Owner &&
           call.caller->account == call.shared.options.own_account;
}

Problem problem_of(engine::SheetError error) {
    switch (error) {
    case engine::SheetError::NoKey:
        return problem(ProblemType::SecretsKeyMissing,
                       "The key file couldn't be read or written. The server's log says why.");
    case engine::SheetError::KeyNotShared:
        return problem(ProblemType::SecretsKeyMissing,
                       "Several nodes share this database. Give each of them the same "
                       "--secrets-key-file first, so that all of them can read what you enter.");
    case engine::SheetError::Unavailable:
        break;
    }
    return unavailable();
}

Result<void, Problem> take_look(Call& call) {
    const std::string whose = fmt::format("sheets of account {}", call.about.account.value());
    if (const auto wait = call.shared.calendar_looks.try_take(whose, Shared::running_time())) {
        Problem later =
            problem(ProblemType::TooManyRequests, "Sheets were tried too often. Wait a moment.");
        later.retry_after_seconds = retry_after_seconds(*wait);
        return std::unexpected(std::move(later));
    }
    return {};
}

void write_columns(JsonWriter& writer, const std::vector<engine::SheetColumn>& columns,
                   const engine::SheetSettings& settings) {
    writer.array("columns", columns, [&](JsonWriter& inner, const engine::SheetColumn& column) {
        inner.begin_object();
        inner.text("heading", column.heading);
        inner.text_or_null("field", column.field);
        inner.boolean("by_hand",
                      std::ranges::find(settings.columns, column.heading,
                                        &engine::SheetColumn::heading) != settings.columns.end());
        inner.end_object();
    });
}

// Nothing is known of a sheet that nobody has looked at yet.
void write_report(JsonWriter& writer, const std::optional<engine::SheetReport>& known) {
    const engine::SheetReport report = known.value_or(engine::SheetReport{});
    writer.text_or_null("trouble", report.trouble);
    writer.text_or_null("words", report.words);
    writer.time("looked_at", known ? std::optional(known->looked_at) : std::nullopt);
    writer.natural("people", report.people);
    writer.boolean("is_written", report.is_written);
    writer.text_or_null("sibling", report.sibling);
    writer.natural("notes_in_all", report.notes_in_all);
    writer.array("notes", report.notes, [](JsonWriter& inner, const engine::SheetNote& note) {
        inner.begin_object();
        inner.natural("row", note.row);
        inner.text_or_null("field", note.field);
        inner.text("kind", note.kind);
        inner.text("words", note.words);
        inner.end_object();
    });
    writer.array("questions", report.questions,
                 [](JsonWriter& inner, const engine::SheetQuestion& question) {
                     inner.begin_object();
                     inner.text("kind", question.kind);
                     inner.text_or_null("field", question.field);
                     inner.array("entries", question.entries,
                                 [&](core::EntryId entry) { inner.text(core::format_id(entry)); });
                     inner.end_object();
                 });
}

std::string no_sheet() {
    return json_object([](JsonWriter& writer) {
        writer.null("url");
        writer.null("username");
        writer.boolean("has_secret", false);
        writer.text("state", "none");
        write_report(writer, std::nullopt);
        write_columns(writer, {}, {});
    });
}

std::string sheet_text(const engine::FollowedSheet& sheet,
                       const std::optional<engine::SheetReport>& report) {
    return json_object([&](JsonWriter& writer) {
        writer.text("url", sheet.settings.url);
        writer.text_or_null("username", sheet.settings.username);
        writer.boolean("has_secret", sheet.has_secret);
        writer.text("state", !report ? "waiting" : report->is_fine ? "fine" : "trouble");
        write_report(writer, report);
        write_columns(writer,
                      report && !report->columns.empty() ? report->columns : sheet.settings.columns,
                      sheet.settings);
    });
}

Task<Answer> show_sheet(Call& call, engine::Sheets& sheets) {
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return sheets.sheet(registry, call.about.resource); });
    const std::optional<engine::FollowedSheet> sheet = CO_TRY(std::move(read));
    co_return json_response(200, sheet ? sheet_text(*sheet, sheets.report(call.about.resource))
                                       : no_sheet());
}

}  // namespace

Task<Answer> get_sheet(Call& call) {
    engine::Sheets* sheets = CO_TRY(sheets_of(call));
    co_return co_await show_sheet(call, *sheets);
}

Task<Answer> put_sheet(Call& call) {
    engine::Sheets* sheets = CO_TRY(sheets_of(call));
    const SheetBody body = CO_TRY(parse_sheet(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        if (auto why = sheets->check(body.settings, is_operator(call))) {
            return refuse_field("url", *std::move(why));
        }
        const auto set = sheets->set(registry, call.about.account, call.about.resource,
                                     body.settings, body.secrets, call.now);
        if (!set) {
            return std::unexpected(problem_of(set.error()));
        }
        call.report_staff(
            registry, call.about.account,
            {.act = "sheet_set", .subject = core::format_id(call.about.resource), .detail = {}});
        return {};
    });
    CO_TRY(read);
    sheets->changed(call.about.resource);
    co_return co_await show_sheet(call, *sheets);
}

Task<Answer> delete_sheet(Call& call) {
    engine::Sheets* sheets = CO_TRY(sheets_of(call));
    CO_TRY(parse_nothing(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        const bool was_there = TRY(or_unavailable(
            sheets->remove(registry, call.about.account, call.about.resource, call.now)));
        if (was_there) {
            call.report_staff(registry, call.about.account,
                              {.act = "sheet_removed",
                               .subject = core::format_id(call.about.resource),
                               .detail = {}});
        }
        return {};
    });
    CO_TRY(read);
    sheets->changed(call.about.resource);
    co_return json_response(200, no_sheet());
}

Task<Answer> test_sheet(Call& call) {
    engine::Sheets* sheets = CO_TRY(sheets_of(call));
    SheetBody body = CO_TRY(parse_sheet(call.request.body));
    CO_TRY(take_look(call));
    const engine::SheetSettings settings = body.settings;
    auto read = co_await call.read(
        [&](engine::Registry&) { return sheets->check(settings, is_operator(call)); });
    const std::optional<std::string> why = CO_TRY(std::move(read));
    engine::TestedSheet tested;
    // What is wrong with a file is said by whoever reads it.
    const bool is_file = settings.url.starts_with("file://");
    if (why && !(is_file && is_operator(call))) {
        tested.trouble = is_file ? "not_allowed" : "bad_address";
        tested.words = "The address " + *why;
        tested.words += tested.words.ends_with('.') ? "" : ".";
    } else {
        auto answer = co_await WaitStep<std::optional<engine::TestedSheet>>(
            [&](std::function<void(std::optional<engine::TestedSheet>)> done) {
                sheets->test(call.about.account, call.about.resource, std::move(body.settings),
                             std::move(body.secrets), std::move(done));
            });
        if (!answer) {
            Problem later = problem(ProblemType::TooManyRequests,
                                    "Too many sheets are being tried. Wait a moment.");
            later.retry_after_seconds = 5;
            co_return std::unexpected(std::move(later));
        }
        tested = *std::move(answer);
    }
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.boolean("works", tested.trouble.empty());
                                writer.text_or_null("trouble", tested.trouble);
                                writer.text_or_null("words", tested.words);
                                writer.natural("rows", tested.rows);
                                write_columns(writer, tested.columns, settings);
                            }));
}

Task<Answer> accept_sheet(Call& call) {
    engine::Sheets* sheets = CO_TRY(sheets_of(call));
    CO_TRY(parse_nothing(call.request.body));
    const bool was_asked = sheets->accept(call.about.resource);
    co_return json_response(
        200, json_object([&](JsonWriter& writer) { writer.boolean("was_asked", was_asked); }));
}

}  // namespace standby::http
