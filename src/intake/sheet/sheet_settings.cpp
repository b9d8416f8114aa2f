#include "intake/sheet/sheet_settings.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "intake/calendar/stored_json.hpp"

#include <algorithm>
#include <charconv>

namespace standby::intake::sheet {
namespace {

constexpr std::size_t google_id_length_max = 200;

bool is_google_id(std::string_view id) {
    return !id.empty() && id.size() <= google_id_length_max &&
           std::ranges::all_of(id, [](char one) {
               return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') ||
                      (one >= '0' && one <= '9') || one == '-' || one == '_';
           });
}

std::optional<std::int64_t> tab_in(std::string_view text) {
    std::int64_t tab = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), tab);
    const bool is_whole = error == std::errc{} && end == text.data() + text.size();
    return is_whole && tab >= 0 && tab <= INT32_MAX ? std::optional(tab) : std::nullopt;
}

}  // namespace

std::string write_sheet_settings(const engine::SheetSettings& settings) {
    return json_object([&](JsonWriter& writer) {
        writer.text("url", settings.url);
        if (!settings.username.empty()) {
            writer.text("username", settings.username);
        }
        if (!settings.api_url.empty()) {
            writer.text("api_url", settings.api_url);
        }
        if (!settings.columns.empty()) {
            writer.array("columns", settings.columns,
                         [](JsonWriter& inner, const engine::SheetColumn& column) {
                             inner.begin_object();
                             inner.text("heading", column.heading);
                             inner.text("field", column.field);
                             inner.end_object();
                         });
        }
    });
}

engine::SheetSettings read_sheet_settings(std::string_view text) {
    engine::SheetSettings settings;
    const auto document = read_json(text);
    if (!document) {
        return settings;
    }
    const JsonValue& root = document->root();
    settings.url = text_in(root, "url");
    settings.username = text_in(root, "username");
    settings.api_url = text_in(root, "api_url");
    if (const JsonValue* columns = root.find("columns")) {
        for (const JsonValue& column : columns->items) {
            settings.columns.push_back({text_in(column, "heading"), text_in(column, "field")});
        }
    }
    return settings;
}

std::string write_sheet_secrets(const engine::SheetSecrets& secrets) {
    return json_object([&](JsonWriter& writer) {
        writer.text("password", secrets.password);
        writer.text("key_file", secrets.key_file);
    });
}

std::optional<engine::SheetSecrets> read_sheet_secrets(std::string_view text) {
    const auto document = read_json(text);
    if (!document) {
        return std::nullopt;
    }
    return engine::SheetSecrets{.password = text_in(document->root(), "password"),
                                .key_file = text_in(document->root(), "key_file")};
}

std::optional<PlaceKind> place_kind_of(std::string_view url) {
    if (url.starts_with("file://")) {
        return PlaceKind::File;
    }
    if (parse_google_address(url)) {
        return PlaceKind::Google;
    }
    return url.starts_with("https://") || url.starts_with("http://") ? std::optional(PlaceKind::Web)
                                                                     : std::nullopt;
}

std::optional<GoogleAddress> parse_google_address(std::string_view url) {
    constexpr std::string_view own = "gsheet:";
    constexpr std::string_view shown = "https://docs.google.com/spreadsheets/d/";
    GoogleAddress address;
    std::string_view rest;
    if (url.starts_with(own)) {
        rest = url.substr(own.size());
        const std::size_t end = std::min(rest.find('#'), rest.size());
        address.id = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    } else if (url.starts_with(shown)) {
        rest = url.substr(shown.size());
        address.id = rest.substr(0, std::min(rest.find_first_of("/?#"), rest.size()));
        const std::size_t tab = rest.rfind("gid=");
        rest = tab == std::string_view::npos ? std::string_view() : rest.substr(tab + 4);
    } else {
        return std::nullopt;
    }
    const auto tab = rest.empty() ? std::optional<std::int64_t>(0) : tab_in(rest);
    if (!is_google_id(address.id) || !tab) {
        return std::nullopt;
    }
    address.tab = *tab;
    return address;
}

engine::SheetSettings normalised(engine::SheetSettings settings) {
    if (const auto google = parse_google_address(settings.url)) {
        settings.url = "gsheet:" + google->id + "#" + std::to_string(google->tab);
    }
    return settings;
}

bool is_same_place(const engine::SheetSettings& one, const engine::SheetSettings& other) {
    return one.url == other.url && one.api_url == other.api_url && one.username == other.username;
}

ByHand by_hand_of(const engine::SheetSettings& settings) {
    ByHand all;
    for (const engine::SheetColumn& column : settings.columns) {
        all.emplace_back(column.heading, parse_field(column.field));
    }
    return all;
}

}  // namespace standby::intake::sheet
