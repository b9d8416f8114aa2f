#include "http/api/sheet_body.hpp"

#include "http/api/body.hpp"
#include "http/api/secret_fields.hpp"

#include <algorithm>

namespace standby::http {
namespace {

constexpr std::size_t user_bytes_max = 254;
constexpr std::string_view fields[] = {"name",   "first_name", "last_name",  "phone",
                                       "email",  "service",    "party_size", "earliest",
                                       "latest", "staff",      "priority",   "joined_at"};

// What a heading is typed as is all that matters of it, so its blanks stay.
void read_columns(FieldReader& reader, engine::SheetSettings& settings) {
    reader.objects("columns", engine::sheet_columns_max, [&](FieldReader& column) {
        column.require("heading");
        const JsonValue* heading = column.given("heading");
        const auto field = column.text("field", {.length_max = 40});
        if (heading != nullptr && (heading->type != JsonType::Text || heading->text.empty() ||
                                   heading->text.size() > engine::sheet_heading_bytes_max)) {
            column.error("heading", "must be a heading of the sheet");
        } else if (field && std::ranges::find(fields, *field) == std::end(fields)) {
            column.error("field", "must be one that a sheet has, such as name or phone");
        } else if (heading != nullptr) {
            settings.columns.push_back({std::string(heading->text), field.value_or("")});
        }
    });
    for (std::size_t index = 0; index < settings.columns.size(); ++index) {
        const auto is_same = [&](const engine::SheetColumn& other) {
            return other.heading == settings.columns[index].heading ||
                   (!other.field.empty() && other.field == settings.columns[index].field);
        };
        if (std::count_if(settings.columns.begin(), settings.columns.end(), is_same) > 1) {
            reader.error("columns", "name each heading and each field once");
            return;
        }
    }
}

}  // namespace

Result<SheetBody, Problem> parse_sheet(std::string_view body) {
    return read_body<SheetBody>(body, [](FieldReader& reader, SheetBody& read) {
        reader.require("url");
        const TextLimit url{.length_max = engine::sheet_url_bytes_max,
                            .unit = TextLimit::Unit::Bytes,
                            .may_be_blank = false};
        read.settings.url = reader.text("url", url).value_or("");
        read.settings.username =
            reader.text("username", {.length_max = user_bytes_max}).value_or("");
        read.settings.api_url = reader.text("api_url", url).value_or("");
        read.secrets = {.password = read_secret(reader, "password", engine::sheet_secret_bytes_max),
                        .key_file =
                            read_secret(reader, "key_file", engine::sheet_secret_bytes_max)};
        if (!read.secrets.key_file.empty() && !is_google_key(read.secrets.key_file)) {
            reader.error("key_file", "must be the JSON key of a service account");
        }
        read_columns(reader, read.settings);
    });
}

}  // namespace standby::http
