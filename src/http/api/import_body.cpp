#include "http/api/import_body.hpp"

#include "base/text_coding.hpp"
#include "http/api/body.hpp"

#include <algorithm>

namespace standby::http {
namespace {

constexpr std::size_t file_name_length_max = 200;
constexpr std::size_t sheet_length_max = 200;
constexpr std::size_t heading_bytes_max = 2'000;
constexpr std::size_t columns_max = 500;

// What a heading is typed as is all that matters of it, so its blanks stay.
void read_columns(FieldReader& reader, ImportChoice& choice) {
    reader.objects("columns", columns_max, [&](FieldReader& column) {
        const JsonValue* heading = column.given("heading");
        if (heading == nullptr || heading->type != JsonType::Text ||
            heading->text.size() > heading_bytes_max) {
            column.error("heading", "must be a heading of the table");
            return;
        }
        auto field = column.text("field", {.length_max = 40});
        choice.columns.emplace_back(std::string(heading->text), field.value_or(""));
    });
}

}  // namespace

Result<ImportBody, Problem> parse_import(std::string_view body) {
    return read_body<ImportBody>(body, [](FieldReader& reader, ImportBody& read) {
        reader.require("size");
        read.file_name =
            reader.text("file_name", {.length_max = file_name_length_max}).value_or("");
        read.size = static_cast<std::uint64_t>(
            reader.integer("size", 1, static_cast<std::int64_t>(import_bytes_max)).value_or(0));
    });
}

Result<ImportPiece, Problem> parse_import_piece(std::string_view body) {
    return read_body<ImportPiece>(body, [](FieldReader& reader, ImportPiece& read) {
        reader.require("offset");
        reader.require("data");
        read.offset = static_cast<std::uint64_t>(
            reader.integer("offset", 0, static_cast<std::int64_t>(import_bytes_max)).value_or(0));
        const JsonValue* data = reader.given("data");
        const auto bytes = data != nullptr && data->type == JsonType::Text
                               ? decode_base64(data->text)
                               : std::nullopt;
        if (data != nullptr && (!bytes || bytes->empty() || bytes->size() > import_piece_max)) {
            reader.error("data", "must be up to 160 KB of the file, in base64");
        } else if (bytes) {
            read.bytes.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        }
    });
}

Result<ImportChoice, Problem> parse_import_choice(std::string_view body) {
    return read_optional_body<ImportChoice>(body, [](FieldReader& reader, ImportChoice& choice) {
        choice.sheet = reader.text("sheet", {.length_max = sheet_length_max}).value_or("");
        constexpr Choice<std::string_view> orders[] = {
            {"auto", "auto"}, {"joined", "joined"}, {"position", "position"}, {"rows", "rows"}};
        choice.order = reader.choice("order", orders).value_or("");
        read_columns(reader, choice);
    });
}

Result<ImportPermits, Problem> parse_import_permits(std::string_view body) {
    return read_optional_body<ImportPermits>(body, [](FieldReader& reader, ImportPermits& permits) {
        permits.skip_bad = reader.boolean("skip_bad").value_or(false);
        permits.notify = reader.boolean("notify").value_or(false);
    });
}

}  // namespace standby::http
