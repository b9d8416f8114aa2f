// CSV: any text is read or refused at a line that exists, and records that are written are read
// again as they were, whatever a spreadsheet would have made of them.
#include "base/csv.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace standby::fuzz {
namespace {

using Records = std::vector<std::vector<std::string>>;

// Nothing when the text is refused.
std::optional<Records> read(std::string_view text) {
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    Records records;
    std::size_t last_line = 0;
    CsvReader reader(text);
    while (true) {
        auto record = reader.next();
        if (!record) {
            expect(record.error().line >= 1 && record.error().line <= lines,
                   "an error lies on a line of the text");
            expect(!record.error().message.empty(), "an error says what is wrong");
            return std::nullopt;
        }
        if (!*record) {
            return records;
        }
        expect((*record)->line > last_line && (*record)->line <= lines, "lines are counted");
        expect(!(*record)->fields.empty(), "a record has a field");
        last_line = (*record)->line;
        records.push_back(std::move((*record)->fields));
    }
}

void check_writing(const Records& records) {
    std::string text = csv_line({"header"});
    for (const auto& fields : records) {
        text += csv_line(fields);
    }
    auto again = read(text);
    expect(again && again->size() == records.size() + 1, "every record comes back", text);
    again->erase(again->begin());
    for (std::size_t index = 0; index < records.size(); ++index) {
        std::vector<std::string> fields;
        for (const std::string& field : (*again)[index]) {
            fields.emplace_back(without_guard(field));
            constexpr std::string_view signs = "=+-@\t\r";
            expect(field.empty() || !signs.contains(field.front()), "nothing looks like a formula");
        }
        expect(fields == records[index], "a record comes back as it was", text);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = Input(data, size).text();
    if (const auto records = read(text)) {
        check_writing(*records);
    }
    check_writing({{std::string(text)}, {std::string(text), ""}});
    return 0;
}

}  // namespace standby::fuzz
