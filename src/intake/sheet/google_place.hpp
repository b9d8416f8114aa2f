// A sheet at Google. Nobody can say there "only if it is still what I read", so staff's cells are
// never written: marks go into a column of their own, where one that lands in the wrong row is
// found out by its check characters, and new people into rows that are put in for them. States,
// places, deadlines and notes are in a protected tab beside, and formulas show them in each row.
#pragma once

#include "engine/ports/sheets.hpp"
#include "intake/sheet/sheet_place.hpp"
#include "intake/sheet/sheet_settings.hpp"
#include "interchange/web/web_client.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake::sheet {

class GooglePlace final : public SheetPlace {
public:
    // The address must be one of Google's.
    GooglePlace(interchange::WebClient& web, const engine::SheetSettings& settings,
                engine::SheetSecrets secrets, std::function<Time()> now);

    Result<std::unique_ptr<OpenSheet>, PlaceTrouble> read() override;
    [[nodiscard]] bool is_unchanged() const override { return is_unchanged_; }
    std::optional<PlaceTrouble> write(const OpenSheet& sheet, std::size_t id_column,
                                      std::size_t heading_row) override;
    std::optional<PlaceTrouble> say(const std::vector<Said>& lines) override;
    [[nodiscard]] std::string beside() const override;

private:
    // How large the tabs are, and whether ours is there.
    struct Tabs {
        std::int64_t rows = 0;
        std::int64_t columns = 0;
        bool has_own = false;
    };
    Result<interchange::WebAnswer, PlaceTrouble> ask(std::string_view method, std::string_view path,
                                                     const std::string& body);
    Result<std::vector<intake::Row>, PlaceTrouble> read_rows();
    Result<Tabs, PlaceTrouble> read_tabs();
    Result<void, PlaceTrouble> change(const std::string& requests);
    PlaceTrouble trouble_of(const interchange::WebAnswer& answer, bool is_writing);

    interchange::WebClient& web_;
    std::string base_;
    GoogleAddress address_;
    std::string key_file_;
    std::string account_;
    std::function<Time()> now_;
    std::optional<std::vector<intake::Row>> rows_;  // as last read
    bool is_unchanged_ = false;
    std::int64_t own_tab_;
    bool has_own_tab_ = false;
    std::optional<std::vector<std::vector<std::string>>> said_;  // as last written
};

// What Google answers to a question for all values of a tab; nothing when it is no such answer. The
// limits are those of any sheet.
std::optional<std::vector<intake::Row>> read_google_values(std::string_view text);

// The formula of a heading's cell, which shows one column of the tab beside in each row below it.
std::string looked_up(std::string_view heading, std::size_t id_column, std::size_t heading_line,
                      std::string_view tab, std::size_t column);
// "A", "Z", "AA".
std::string column_letters(std::size_t column);

}  // namespace standby::intake::sheet
