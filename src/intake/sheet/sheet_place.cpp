#include "intake/sheet/sheet_place.hpp"

#include "base/csv.hpp"
#include "intake/sheet/csv_sheet.hpp"
#include "intake/table/table_job.hpp"

#include <functional>
#include <utility>

namespace standby::intake::sheet {
namespace {

class OpenCsv final : public OpenSheet {
public:
    explicit OpenCsv(CsvSheet csv) : csv_(std::move(csv)) {}

    const Table& table() const override { return csv_.table(); }
    Writes writes() const override { return Writes::All; }
    void set(std::size_t row, std::size_t column, std::string_view text) override {
        csv_.set(row, column, text);
    }
    void remove(std::size_t row) override { csv_.remove(row); }
    std::size_t append() override { return csv_.append(); }
    bool has_changed() const override { return csv_.has_changed(); }
    std::string bytes() const { return csv_.bytes(); }

private:
    CsvSheet csv_;
};

// XLSX and ODS: nobody keeps all that is in such a file but the program that wrote it.
class OnlyRead final : public OpenSheet {
public:
    explicit OnlyRead(Table table) : table_(std::move(table)) {}

    const Table& table() const override { return table_; }
    Writes writes() const override { return Writes::Nothing; }
    void set(std::size_t, std::size_t, std::string_view) override {}
    void remove(std::size_t) override {}
    std::size_t append() override { return table_.rows.size(); }
    bool has_changed() const override { return false; }

private:
    Table table_;
};

bool is_archive(std::string_view bytes) {
    return bytes.starts_with("PK");
}

}  // namespace

Result<std::unique_ptr<OpenSheet>, PlaceTrouble> SheetBytes::read() {
    const std::string_view bytes = TRY(read_bytes());
    const std::size_t digest = std::hash<std::string_view>{}(bytes);
    is_unchanged_ = digest_ == digest;
    digest_ = digest;
    const auto refuse = [](std::string words) {
        return std::unexpected(PlaceTrouble{"not_a_table", std::move(words)});
    };
    if (is_archive(bytes)) {
        auto table = read_table_apart(sandbox_, bytes);
        if (!table) {
            return refuse(table.error().words + ".");
        }
        return std::make_unique<OnlyRead>(*std::move(table));
    }
    auto csv = CsvSheet::read(std::string(bytes));
    if (!csv) {
        return refuse("The file " + csv.error() + ".");
    }
    return std::make_unique<OpenCsv>(*std::move(csv));
}

std::optional<PlaceTrouble> SheetBytes::write(const OpenSheet& sheet, std::size_t, std::size_t) {
    const auto* csv = dynamic_cast<const OpenCsv*>(&sheet);
    if (csv == nullptr || !csv->has_changed()) {
        return std::nullopt;
    }
    const auto written = replace(csv->bytes());
    return written ? std::nullopt : std::optional(written.error());
}

std::optional<PlaceTrouble> SheetBytes::say(const std::vector<Said>& lines) {
    std::string text = csv_line({"Row", "Name", "Status", "Place in line", "Answer by", "Note"});
    for (const Said& one : lines) {
        text += csv_line({one.line ? std::to_string(*one.line) : std::string(), one.name,
                          one.status, one.place_in_line, one.answer_by, one.note});
    }
    const auto written = write_beside(text);
    return written ? std::nullopt : std::optional(written.error());
}

}  // namespace standby::intake::sheet
