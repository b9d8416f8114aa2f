// The sheet of a list: where it is, what came of the last look, and what staff meant by what looked
// like a slip of the hand.
#include "engine/ports/sheets.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "http/api/body.hpp"
#include "http/api/entry_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

using engine::Connection;
using engine::ConnectionKind;

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

Result<std::string, Problem> parse_sheet(std::string_view body) {
    return read_body<std::string>(body, [](FieldReader& reader, std::string& url) {
        reader.require("url");
        url = reader
                  .text("url", {.length_max = engine::sheet_url_bytes_max,
                                .unit = TextLimit::Unit::Bytes,
                                .may_be_blank = false})
                  .value_or("");
    });
}

std::string url_of(const Connection& connection) {
    const auto document = read_json(connection.settings);
    const JsonValue* url = document ? document->root().find("url") : nullptr;
    return url == nullptr ? std::string() : std::string(url->text);
}

Result<std::optional<Connection>, engine::StoreError> find_sheet(engine::Registry& registry,
                                                                 core::ResourceNumber list) {
    auto connections = registry.connections(ConnectionKind::Sheet);
    if (!connections) {
        return std::unexpected(connections.error());
    }
    const auto found = std::ranges::find(*connections, list, &Connection::resource);
    return found == connections->end() ? std::nullopt : std::optional(std::move(*found));
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
        writer.text("state", "none");
        write_report(writer, std::nullopt);
    });
}

std::string sheet_text(const std::string& url, const std::optional<engine::SheetReport>& report) {
    return json_object([&](JsonWriter& writer) {
        writer.text("url", url);
        writer.text("state", !report ? "waiting" : report->is_fine ? "fine" : "trouble");
        write_report(writer, report);
    });
}

}  // namespace

Task<Answer> get_sheet(Call& call) {
    engine::Sheets* sheets = CO_TRY(sheets_of(call));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return find_sheet(registry, call.about.resource); });
    const std::optional<Connection> sheet = CO_TRY(std::move(read));
    co_return json_response(
        200, sheet ? sheet_text(url_of(*sheet), sheets->report(call.about.resource)) : no_sheet());
}

Task<Answer> put_sheet(Call& call) {
    engine::Sheets* sheets = CO_TRY(sheets_of(call));
    const std::string url = CO_TRY(parse_sheet(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        if (auto why = sheets->check(url, is_operator(call))) {
            return refuse_field("url", *std::move(why));
        }
        const auto found = find_sheet(registry, call.about.resource);
        if (!found) {
            return std::unexpected(unavailable());
        }
        if (*found && url_of(**found) == url) {
            return {};
        }
        // What was seen of one sheet says nothing about another.
        if (*found && !registry.remove_connection(call.about.account, (*found)->number, call.now)) {
            return std::unexpected(unavailable());
        }
        const Connection added{
            .number = 0,
            .account = call.about.account,
            .resource = call.about.resource,
            .kind = ConnectionKind::Sheet,
            .settings = json_object([&](JsonWriter& writer) { writer.text("url", url); }),
            .sealed = {},
            .created_at = call.now,
            .changed_at = call.now};
        if (!registry.add_connection(added)) {
            return std::unexpected(unavailable());
        }
        call.report_staff(
            registry, call.about.account,
            {.act = "sheet_set", .subject = core::format_id(call.about.resource), .detail = {}});
        return {};
    });
    CO_TRY(read);
    sheets->changed(call.about.resource);
    co_return json_response(200, sheet_text(url, sheets->report(call.about.resource)));
}

Task<Answer> delete_sheet(Call& call) {
    engine::Sheets* sheets = CO_TRY(sheets_of(call));
    CO_TRY(parse_nothing(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        const auto found = find_sheet(registry, call.about.resource);
        if (!found) {
            return std::unexpected(unavailable());
        }
        if (!*found) {
            return {};
        }
        if (!registry.remove_connection(call.about.account, (*found)->number, call.now)) {
            return std::unexpected(unavailable());
        }
        call.report_staff(registry, call.about.account,
                          {.act = "sheet_removed",
                           .subject = core::format_id(call.about.resource),
                           .detail = {}});
        return {};
    });
    CO_TRY(read);
    sheets->changed(call.about.resource);
    co_return json_response(200, no_sheet());
}

Task<Answer> test_sheet(Call& call) {
    engine::Sheets* sheets = CO_TRY(sheets_of(call));
    const std::string url = CO_TRY(parse_sheet(call.request.body));
    auto read = co_await call.read(
        [&](engine::Registry&) { return sheets->check(url, is_operator(call)); });
    const std::optional<std::string> why = CO_TRY(std::move(read));
    co_return json_response(200, json_object([&](JsonWriter& writer) {
                                writer.boolean("works", !why);
                                writer.text_or_null("words", why ? std::string_view(*why)
                                                                 : std::string_view());
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
