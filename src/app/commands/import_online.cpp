// `standby import` beside a server: it gets the file in pieces, shows what it makes of it, and lets
// people in slice by slice, so that guests who join meanwhile don't wait.
#include "app/commands/import_report.hpp"
#include "app/commands/running_server.hpp"
#include "base/json/reader.hpp"
#include "base/text_coding.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <span>
#include <utility>

namespace standby::app {
namespace {

constexpr std::size_t piece_bytes = 150 * 1024;  // as base64 in JSON within a body's limit

std::uint64_t natural(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Integer && value->integer > 0
               ? static_cast<std::uint64_t>(value->integer)
               : 0;
}

std::string text(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Text ? std::string(value->text)
                                                             : std::string();
}

std::vector<JsonValue> items(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr ? value->items : std::vector<JsonValue>();
}

std::vector<intake::RowNote> notes_of(const JsonValue& object, std::string_view name) {
    std::vector<intake::RowNote> notes;
    for (const JsonValue& item : items(object, name)) {
        notes.push_back({.row = static_cast<std::uint32_t>(natural(item, "row")),
                         .field = text(item, "field"),
                         .heading = text(item, "heading"),
                         .words = text(item, "message")});
    }
    return notes;
}

template <class Value, class Parse>
Value value_of(const std::string& name, std::initializer_list<Value> all, Parse&& name_of_value) {
    for (const Value value : all) {
        if (name_of_value(value) == name) {
            return value;
        }
    }
    return *all.begin();
}

// As far as it is told; the people themselves stay with the server.
ImportPlan plan_of(const JsonValue& preview) {
    using enum intake::Source;
    ImportPlan plan;
    plan.format =
        value_of(text(preview, "format"),
                 {intake::TableFormat::Csv, intake::TableFormat::Xlsx, intake::TableFormat::Ods},
                 [](intake::TableFormat format) { return intake::name_of(format); });
    plan.encoding = value_of(text(preview, "encoding"),
                             {TextEncoding::Utf8, TextEncoding::Utf16, TextEncoding::Windows1252},
                             [](TextEncoding encoding) { return standby::name_of(encoding); });
    plan.mapping.source =
        value_of(text(preview, "source"),
                 {House, Waitwhile, Pretix, Luma, Eventbrite, Mailchimp, Square, Getwaitlist},
                 [](intake::Source source) { return intake::name_of(source); });
    for (const JsonValue& column : items(preview, "columns")) {
        plan.headings.push_back(text(column, "heading"));
        plan.mapping.columns.push_back(intake::parse_field(text(column, "field")));
    }
    for (const JsonValue& row : items(preview, "first_rows")) {
        auto& cells = plan.first_rows.emplace_back();
        for (const JsonValue& cell : row.items) {
            cells.emplace_back(cell.text);
        }
    }
    plan.objection = text(preview, "objection");
    plan.found.order =
        intake::parse_table_order(text(preview, "order")).value_or(intake::TableOrder::Rows);
    plan.found.order_words = text(preview, "order_words");
    plan.found.problems = notes_of(preview, "problems");
    plan.found.passed_over = notes_of(preview, "not_waiting");
    return plan;
}

class OnlineImport {
public:
    OnlineImport(const ImportCommand& command, Console& console, std::string address)
        : command_(command), address_(std::move(address)), report_(command, console) {}

    Outcome run(const std::string& bytes);

private:
    Result<JsonDocument, std::string> ask(const std::string& path, const std::string& body);
    Result<void, std::string> upload(const std::string& bytes);
    Result<JsonDocument, std::string> preview();
    std::string path(std::string_view act) const {
        return fmt::format("/v1/imports/{}:{}", id_, act);
    }

    const ImportCommand& command_;
    std::string address_;
    ImportReport report_;
    std::string id_;
    std::string answer_;  // what the document of the last answer points into
};

Result<JsonDocument, std::string> OnlineImport::ask(const std::string& path,
                                                    const std::string& body) {
    const HttpAnswer answer =
        TRY(ask_server(command_.options, address_, {.method = "POST", .path = path, .body = body}));
    answer_ = answer.body;
    auto document = read_json(answer_);
    if (!document || document->root().type != JsonType::Object) {
        return std::unexpected("the server's answer cannot be understood");
    }
    return *std::move(document);
}

Result<void, std::string> OnlineImport::upload(const std::string& bytes) {
    const JsonDocument begun = TRY(
        ask("/v1/resources/" + core::format_id(command_.resource) + "/imports",
            json_object([&](JsonWriter& writer) {
                writer.text("file_name", std::filesystem::path(command_.file).filename().string());
                writer.natural("size", bytes.size());
            })));
    id_ = text(begun.root(), "id");
    for (std::size_t offset = 0; offset < bytes.size(); offset += piece_bytes) {
        const std::string piece = bytes.substr(offset, piece_bytes);
        TRY(ask(path("upload"), json_object([&](JsonWriter& writer) {
                    writer.natural("offset", offset);
                    writer.text("data", encode_base64(std::as_bytes(std::span(piece))));
                })));
    }
    return {};
}

Result<JsonDocument, std::string> OnlineImport::preview() {
    return ask(path("preview"), json_object([&](JsonWriter& writer) {
                   if (!command_.settings.sheet.empty()) {
                       writer.text("sheet", command_.settings.sheet);
                   }
                   writer.text("order", intake::name_of(command_.settings.order));
                   writer.begin_array("columns");
                   for (const auto& [heading, field] : command_.settings.by_hand) {
                       writer.begin_object();
                       writer.text("heading", heading);
                       writer.text_or_null("field", field ? intake::name_of(*field) : "");
                       writer.end_object();
                   }
                   writer.end_array();
               }));
}

Outcome OnlineImport::run(const std::string& bytes) {
    TRY(upload(bytes));
    const JsonDocument previewed = TRY(preview());
    const JsonValue* shown = previewed.root().find("preview");
    if (shown == nullptr || shown->type != JsonType::Object) {
        return fail("the server's answer cannot be understood");
    }
    ImportCounts counts{.good = natural(*shown, "people")};
    const ImportPlan plan = plan_of(*shown);
    if (!plan.objection.empty()) {
        return fail(fmt::format("{}: {}", command_.file, plan.objection));
    }
    report_.tell_plan(plan);
    for (const auto* notes : {&plan.found.problems, &plan.found.passed_over}) {
        for (const intake::RowNote& note : *notes) {
            report_.tell(note);
        }
    }
    const bool has_bad = !plan.found.problems.empty();
    if (command_.dry_run || (has_bad && !command_.skip_bad)) {
        return report_.conclude(plan, counts, {}, has_bad ? exit_failed : exit_ok);
    }
    std::vector<intake::RowNote> refused;
    for (std::string state = "running"; state == "running";) {
        const JsonDocument slice = TRY(ask(path("run"), json_object([&](JsonWriter& writer) {
                                               writer.boolean("skip_bad", command_.skip_bad);
                                               writer.boolean("notify", command_.notify);
                                           })));
        state = text(slice.root(), "state");
        counts.joined = natural(slice.root(), "joined");
        counts.already_there = natural(slice.root(), "already_there");
        counts.refused = natural(slice.root(), "refused");
        report_.tell_progress(natural(slice.root(), "done"), counts.good);
        if (state != "running") {
            refused = notes_of(slice.root(), "refusals");
        }
    }
    for (const intake::RowNote& note : refused) {
        report_.tell(note);
    }
    return report_.conclude(plan, counts, refused, counts.refused > 0 ? exit_failed : exit_ok);
}

}  // namespace

Outcome import_online(const ImportCommand& command, Console& console, const std::string& bytes,
                      const std::string& address) {
    return OnlineImport(command, console, address).run(bytes);
}

}  // namespace standby::app
