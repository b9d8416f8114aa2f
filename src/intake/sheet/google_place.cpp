// Everything of one look goes in one request, which Google carries out whole or not at all.
#include "intake/sheet/google_place.hpp"

#include "base/csv.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "intake/calendar/stored_json.hpp"
#include "intake/google/google_login.hpp"
#include "intake/sheet/csv_sheet.hpp"
#include "intake/sheet/reading.hpp"
#include "intake/sheet/web_place.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace standby::intake::sheet {
namespace {

using interchange::WebAnswer;
using interchange::WebProblem;

constexpr std::string_view usual_base = "https://sheets.googleapis.com";
constexpr std::string_view scope = "https://www.googleapis.com/auth/spreadsheets";
constexpr std::string_view own_tab_name = "_standby";
constexpr std::size_t cell_bytes_max = 128 * 1024;
constexpr std::size_t said_columns = 5;  // mark, status, place, deadline, note
constexpr std::size_t said_rows_min = 100;
// A tab's number is ours to choose, and the same each time.
constexpr std::int64_t first_own_tab = 1'398'030'000;
constexpr std::int64_t own_tabs = 700'000'000;

// Which column of the tab beside a heading of ours shows; nothing for other headings.
std::optional<std::size_t> shown_column(std::string_view heading) {
    constexpr std::string_view headings[] = {status_heading, place_heading, deadline_heading,
                                             note_heading};
    const auto* found = std::ranges::find(headings, heading);
    return found == std::end(headings)
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - headings) + 2);
}

class OpenGoogle final : public OpenSheet {
public:
    using Cells = std::map<std::size_t, std::string>;

    explicit OpenGoogle(std::vector<intake::Row> rows) { table_.rows = std::move(rows); }

    const Table& table() const override { return table_; }
    Writes writes() const override { return Writes::Marks; }
    void set(std::size_t row, std::size_t column, std::string_view text) override {
        if (row < table_.rows.size()) {
            columns[column][table_.rows[row].number - 1] = text;
        } else {
            appended[row - table_.rows.size()][column] = text;
        }
    }
    void remove(std::size_t row) override { removed.insert(table_.rows[row].number - 1); }
    std::size_t append() override {
        appended.emplace_back();
        return table_.rows.size() + appended.size() - 1;
    }
    bool has_changed() const override {
        return !columns.empty() || !removed.empty() || !appended.empty();
    }
    // Behind the last that has something in it.
    std::size_t end() const { return table_.rows.empty() ? 0 : table_.rows.back().number; }

    // Rows are counted from 0, as Google does.
    std::map<std::size_t, std::map<std::size_t, std::string>> columns;  // column → row → text
    std::set<std::size_t> removed;
    std::vector<Cells> appended;

private:
    Table table_;
};

// The requests of one change, one after the other.
class Requests {
public:
    explicit Requests(std::int64_t tab) : tab_(tab) { writer_.begin_array(); }

    // `rows` hold the cells beginning at that place.
    template <class Rows, class Write>
    void update(std::int64_t tab, std::size_t row, std::size_t column, const Rows& rows,
                Write&& write) {
        writer_.begin_object();
        writer_.begin_object("updateCells");
        writer_.array("rows", rows, [&](const auto& one) {
            writer_.begin_object();
            writer_.begin_array("values");
            write(*this, one);
            writer_.end_array();
            writer_.end_object();
        });
        writer_.text("fields", "userEnteredValue");
        writer_.begin_object("start");
        writer_.integer("sheetId", tab);
        writer_.natural("rowIndex", row);
        writer_.natural("columnIndex", column);
        writer_.end_object();
        writer_.end_object();
        writer_.end_object();
    }
    // As text, whatever it looks like; and guarded all the same, for whoever saves it as CSV.
    void text(std::string_view text) {
        const bool is_number = text.find_first_not_of("+0123456789 ") == std::string_view::npos;
        value("stringValue", is_number ? std::string(text) : with_guard(text));
    }
    void formula(std::string_view text) { value("formulaValue", text); }

    void append(std::string_view dimension, std::int64_t count) {
        writer_.begin_object();
        writer_.begin_object("appendDimension");
        writer_.integer("sheetId", tab_);
        writer_.text("dimension", dimension);
        writer_.integer("length", count);
        writer_.end_object();
        writer_.end_object();
    }
    void rows(std::string_view what, std::size_t begin, std::size_t end) {
        writer_.begin_object();
        writer_.begin_object(what);
        writer_.begin_object("range");
        writer_.integer("sheetId", tab_);
        writer_.text("dimension", "ROWS");
        writer_.natural("startIndex", begin);
        writer_.natural("endIndex", end);
        writer_.end_object();
        if (what == "insertDimension") {
            writer_.boolean("inheritFromBefore", begin > 0);
        }
        writer_.end_object();
        writer_.end_object();
    }
    JsonWriter& writer() { return writer_; }
    std::string finish() {
        writer_.end_array();
        return std::move(text_);
    }

private:
    void value(std::string_view kind, std::string_view text) {
        writer_.begin_object();
        if (!text.empty()) {
            writer_.begin_object("userEnteredValue");
            writer_.text(kind, text);
            writer_.end_object();
        }
        writer_.end_object();
    }

    std::int64_t tab_;
    std::string text_;
    JsonWriter writer_{text_};
};

std::string tab_name(std::int64_t tab) {
    return std::string(own_tab_name) + (tab == 0 ? "" : "_" + std::to_string(tab));
}

PlaceTrouble trouble_of_login(WebProblem problem) {
    if (problem == WebProblem::WrongLogin) {
        return {.name = "key_refused",
                .words = "Google does not accept the key of the service account. Was it deleted?"};
    }
    if (problem == WebProblem::ClockOff) {
        return {.name = "clock_off", .words = std::string(sentence_about(problem))};
    }
    return trouble_of(problem);
}

}  // namespace

std::string column_letters(std::size_t column) {
    std::string letters;
    for (std::size_t rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
        letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
    }
    return letters;
}

// Semicolons separate in the spreadsheets of every country; commas don't.
std::string looked_up(std::string_view heading, std::size_t id_column, std::size_t heading_line,
                      std::string_view tab, std::size_t column) {
    const std::string marks =
        fmt::format("{0}{1}:{0}", column_letters(id_column), heading_line + 1);
    return fmt::format("={{\"{}\";ARRAYFORMULA(IFERROR(VLOOKUP(IF({}=\"\";\"row \"&ROW({});{});"
                       "'{}'!A2:E;{};0);\"\"))}}",
                       heading, marks, marks, marks, tab, column);
}

std::optional<std::vector<intake::Row>> read_google_values(std::string_view text) {
    const auto document = read_json(text);
    const JsonValue* ranges = document ? document->root().find("valueRanges") : nullptr;
    if (ranges == nullptr || ranges->items.size() != 1) {
        return std::nullopt;
    }
    const JsonValue* range = ranges->items.front().find("valueRange");
    const JsonValue* values = range == nullptr ? nullptr : range->find("values");
    std::vector<intake::Row> rows;
    if (values == nullptr) {
        return range == nullptr ? std::nullopt : std::optional(rows);  // an empty tab
    }
    std::uint32_t number = 0;
    for (const JsonValue& value : values->items) {
        intake::Row row{.number = ++number, .cells = {}};
        for (const JsonValue& cell : value.items) {
            if (cell.text.size() > cell_bytes_max || row.cells.size() == csv_columns_max) {
                return std::nullopt;
            }
            row.cells.push_back(
                text_cell(cell.type == JsonType::Text ? std::string(cell.text) : std::string()));
        }
        while (!row.cells.empty() && row.cells.back().is_empty()) {
            row.cells.pop_back();
        }
        if (!row.cells.empty()) {
            rows.push_back(std::move(row));
        }
        if (rows.size() > csv_rows_max) {
            return std::nullopt;
        }
    }
    return rows;
}

GooglePlace::GooglePlace(interchange::WebClient& web, const engine::SheetSettings& settings,
                         engine::SheetSecrets secrets, std::function<Time()> now)
    : web_(web),
      base_(settings.api_url.empty() ? usual_base : std::string_view(settings.api_url)),
      address_(parse_google_address(settings.url).value_or(GoogleAddress{})),
      key_file_(std::move(secrets.key_file)),
      now_(std::move(now)),
      own_tab_(first_own_tab + address_.tab % own_tabs) {
    while (base_.ends_with('/')) {
        base_.pop_back();
    }
    const auto key = read_google_key(key_file_);
    account_ = key ? key->email : "";
}

std::string GooglePlace::beside() const {
    return tab_name(address_.tab);
}

PlaceTrouble GooglePlace::trouble_of(const WebAnswer& answer, bool is_writing) {
    const WebProblem problem = problem_of_google(answer).value_or(WebProblem::Refused);
    const auto says = [&](std::string_view text) {
        return answer.body.find(text) != std::string::npos;
    };
    PlaceTrouble trouble = sheet::trouble_of(problem);
    if (problem == WebProblem::WrongLogin) {
        web_.kept_token() = {};
        trouble = trouble_of_login(problem);
    } else if (problem == WebProblem::Busy) {
        trouble.words = "Google asks us to wait a little. Standby will ask again.";
    } else if (says("SERVICE_DISABLED") || says("has not been used in project")) {
        trouble = {.name = "api_off",
                   .words = "The Google Sheets API is off in the project of the key. Switch it on "
                            "in the Google Cloud console."};
    } else if (problem == WebProblem::Forbidden && is_writing) {
        trouble = {.name = "not_editor",
                   .words =
                       "The sheet may only be read. Share it as an editor with " + account_ + "."};
    } else if (problem == WebProblem::Forbidden) {
        trouble = {.name = "not_shared",
                   .words = "The sheet is not shared with Standby. Share it as an editor with " +
                            account_ + "."};
    } else if (problem == WebProblem::NotFound) {
        trouble.words = "Google knows no sheet with this id. Copy its address again.";
    } else if (says("not supported for this document")) {
        trouble = {.name = "not_a_table",
                   .words = "That is an Excel file in Google Drive. Save it as a Google Sheet "
                            "first."};
    } else if (answer.status == 400 && says("protected")) {
        trouble = {.name = "no_rights",
                   .words =
                       "Cells that Standby writes are protected. Let " + account_ + " edit them."};
    } else if (answer.status == 400 && !is_writing) {
        trouble = {.name = "wrong_tab",
                   .words = "The sheet has no tab with the number " + std::to_string(address_.tab) +
                            ". Copy the address again while the tab is open."};
    } else if (answer.status == 400) {  // somebody has changed the tabs meanwhile
        trouble = {.name = "changed",
                   .words = "The sheet was changed at the same moment.",
                   .is_race = true};
    }
    trouble.wait = answer.retry_after;
    return trouble;
}

Result<WebAnswer, PlaceTrouble> GooglePlace::ask(std::string_view method, std::string_view path,
                                                 const std::string& body) {
    const auto token = google_token(web_, key_file_, scope, now_());
    if (!token) {
        return std::unexpected(trouble_of_login(token.error()));
    }
    auto answer = web_.ask({.method = std::string(method),
                            .url = base_ + "/v4/spreadsheets/" + address_.id + std::string(path),
                            .login = {"", "", *token},
                            .body = body,
                            .content_type = body.empty() ? "" : "application/json",
                            .body_max = csv_bytes_max});
    if (!answer) {
        return std::unexpected(sheet::trouble_of(answer.error()));
    }
    if (problem_of_google(*answer)) {
        return std::unexpected(trouble_of(*answer, path == ":batchUpdate"));
    }
    return *std::move(answer);
}

// By the number of the tab, so that it may be renamed and moved.
Result<std::vector<intake::Row>, PlaceTrouble> GooglePlace::read_rows() {
    const std::string body = json_object([&](JsonWriter& writer) {
        writer.begin_array("dataFilters");
        writer.begin_object();
        writer.begin_object("gridRange");
        writer.integer("sheetId", address_.tab);
        writer.end_object();
        writer.end_object();
        writer.end_array();
        writer.text("majorDimension", "ROWS");
        writer.text("valueRenderOption", "FORMATTED_VALUE");
    });
    const WebAnswer answer = TRY(ask("POST", "/values:batchGetByDataFilter", body));
    auto rows = read_google_values(answer.body);
    if (!rows) {
        return std::unexpected(PlaceTrouble{
            .name = "not_a_table",
            .words = "What Google sent is no table of at most 100,000 rows and 500 columns."});
    }
    return *std::move(rows);
}

Result<std::unique_ptr<OpenSheet>, PlaceTrouble> GooglePlace::read() {
    std::vector<intake::Row> rows = TRY(read_rows());
    is_unchanged_ = rows_ == rows;
    rows_ = rows;
    return std::make_unique<OpenGoogle>(std::move(rows));
}

Result<GooglePlace::Tabs, PlaceTrouble> GooglePlace::read_tabs() {
    const WebAnswer answer =
        TRY(ask("GET", "?fields=sheets.properties(sheetId%2Ctitle%2CgridProperties)", {}));
    const auto document = read_json(answer.body);
    const JsonValue* sheets = document ? document->root().find("sheets") : nullptr;
    Tabs tabs;
    for (const JsonValue& one : sheets == nullptr ? std::vector<JsonValue>{} : sheets->items) {
        const JsonValue* about = one.find("properties");
        const JsonValue* grid = about == nullptr ? nullptr : about->find("gridProperties");
        if (about == nullptr) {
            continue;
        }
        const std::int64_t number = integer_in(*about, "sheetId");
        if (number == own_tab_ || text_in(*about, "title") == beside()) {
            tabs.has_own = true;
            own_tab_ = number;  // somebody may have copied it along with the rest
        }
        if (number == address_.tab && grid != nullptr) {
            tabs.rows = integer_in(*grid, "rowCount");
            tabs.columns = integer_in(*grid, "columnCount");
        }
    }
    has_own_tab_ = tabs.has_own;
    return tabs;
}

Result<void, PlaceTrouble> GooglePlace::change(const std::string& requests) {
    const auto changed = ask("POST", ":batchUpdate", "{\"requests\":" + requests + "}");
    if (!changed) {
        has_own_tab_ = false;  // looked for again
        return std::unexpected(changed.error());
    }
    return {};
}

std::optional<PlaceTrouble> GooglePlace::write(const OpenSheet& sheet, std::size_t id_column,
                                               std::size_t heading_row) {
    const auto* open = dynamic_cast<const OpenGoogle*>(&sheet);
    if (open == nullptr || !open->has_changed()) {
        return std::nullopt;
    }
    const auto tabs = read_tabs();
    if (!tabs) {
        return tabs.error();
    }
    if (!open->removed.empty()) {
        // A row is only taken out where it stood a moment ago.
        const auto now = read_rows();
        if (!now) {
            return now.error();
        }
        if (now != rows_) {
            return PlaceTrouble{.name = "changed",
                                .words = "The sheet was changed at the same moment.",
                                .is_race = true};
        }
    }
    Requests requests(address_.tab);
    std::int64_t width = tabs->columns;
    if (!open->columns.empty()) {
        width = std::max(width, static_cast<std::int64_t>(open->columns.rbegin()->first) + 1);
    }
    if (width > tabs->columns) {
        requests.append("COLUMNS", width - tabs->columns);
    }
    const std::size_t heading = sheet.table().rows[heading_row].number - 1;
    for (const auto& [column, cells] : open->columns) {
        // Those below each other go together.
        for (auto at = cells.begin(); at != cells.end();) {
            std::vector<std::string_view> run;
            const std::size_t begin = at->first;
            for (; at != cells.end() && at->first == begin + run.size(); ++at) {
                run.emplace_back(at->second);
            }
            std::size_t row = begin;
            requests.update(
                address_.tab, begin, column, run, [&](Requests& into, std::string_view text) {
                    const auto shown = shown_column(text);
                    if (row++ == heading && shown) {
                        into.formula(looked_up(text, id_column, heading + 1, beside(), *shown));
                    } else {
                        into.text(text);
                    }
                });
        }
    }
    if (!open->appended.empty()) {
        const std::size_t end = open->end();
        const auto count = static_cast<std::int64_t>(open->appended.size());
        if (static_cast<std::int64_t>(end) < tabs->rows) {
            requests.rows("insertDimension", end, end + open->appended.size());
        } else {
            requests.append("ROWS", count);
        }
        requests.update(address_.tab, end, 0, open->appended,
                        [](Requests& into, const OpenGoogle::Cells& cells) {
                            std::size_t column = 0;
                            for (const auto& [at, text] : cells) {
                                for (; column < at; ++column) {
                                    into.text("");
                                }
                                into.text(text);
                                ++column;
                            }
                        });
    }
    for (auto row = open->removed.rbegin(); row != open->removed.rend(); ++row) {
        requests.rows("deleteDimension", *row, *row + 1);
    }
    const auto changed = change(requests.finish());
    rows_.reset();
    return changed ? std::nullopt : std::optional(changed.error());
}

std::optional<PlaceTrouble> GooglePlace::say(const std::vector<Said>& lines) {
    std::vector<std::vector<std::string>> rows{
        {std::string(id_heading), "Status", "Place in line", "Answer by", "Note"}};
    for (const Said& one : lines) {
        std::string key = one.mark;
        if (key.empty() && one.line) {
            key = "row " + std::to_string(*one.line);
        }
        rows.push_back({key, one.status, one.place_in_line, one.answer_by, one.note});
    }
    if (said_ == rows) {
        return std::nullopt;
    }
    if (!has_own_tab_) {
        if (const auto tabs = read_tabs(); !tabs) {
            return tabs.error();
        }
    }
    Requests requests(own_tab_);
    requests.update(own_tab_, 0, 0, rows, [](Requests& into, const auto& cells) {
        for (const std::string& cell : cells) {
            into.text(cell);
        }
    });
    const std::string cells = requests.finish();
    Requests before(own_tab_);
    JsonWriter& writer = before.writer();
    const auto write_grid = [&] {
        writer.begin_object("gridProperties");
        writer.natural("rowCount", std::max(rows.size(), said_rows_min));
        writer.natural("columnCount", said_columns);
        writer.natural("frozenRowCount", std::uint64_t{1});
        writer.end_object();
    };
    writer.begin_object();
    writer.begin_object(has_own_tab_ ? "updateSheetProperties" : "addSheet");
    writer.begin_object("properties");
    writer.integer("sheetId", own_tab_);
    if (!has_own_tab_) {
        writer.text("title", beside());
    }
    write_grid();
    writer.end_object();
    if (has_own_tab_) {
        writer.text("fields", "gridProperties(rowCount,columnCount,frozenRowCount)");
    }
    writer.end_object();
    writer.end_object();
    if (!has_own_tab_) {
        writer.begin_object();
        writer.begin_object("addProtectedRange");
        writer.begin_object("protectedRange");
        writer.begin_object("range");
        writer.integer("sheetId", own_tab_);
        writer.end_object();
        writer.text("description", "Standby writes here");
        writer.begin_object("editors");
        writer.begin_array("users");
        writer.text(account_);
        writer.end_array();
        writer.end_object();
        writer.end_object();
        writer.end_object();
        writer.end_object();
    }
    // What stood there before goes: the cells of the whole tab are given, the rest are blank.
    writer.begin_object();
    writer.begin_object("updateCells");
    writer.begin_object("range");
    writer.integer("sheetId", own_tab_);
    writer.end_object();
    writer.text("fields", "userEnteredValue");
    writer.end_object();
    writer.end_object();
    std::string all = before.finish();
    all.pop_back();
    all += "," + cells.substr(1);
    const auto changed = change(all);
    if (!changed) {
        said_.reset();
        return changed.error();
    }
    has_own_tab_ = true;
    said_ = std::move(rows);
    return std::nullopt;
}

}  // namespace standby::intake::sheet
