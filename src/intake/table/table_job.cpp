#include "intake/table/table_job.hpp"

#include "base/bytes.hpp"

#include <bit>
#include <span>
#include <utility>
#include <vector>

namespace standby::intake {
namespace {

std::string_view as_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> as_input(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string encode_options(const TableChoice& choice, const TableLimits& limits) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.string(choice.sheet);
    writer.varint(limits.rows_max);
    writer.varint(limits.columns_max);
    writer.varint(limits.cells_max);
    writer.varint(limits.cell_bytes_max);
    writer.varint(limits.unpacked_bytes_max);
    writer.varint(static_cast<std::uint64_t>(limits.time_max.count()));
    return std::string(as_text(bytes));
}

bool decode_options(std::string_view text, TableChoice& choice, TableLimits& limits) {
    ByteReader reader(as_input(text));
    choice.sheet = reader.string();
    limits.rows_max = static_cast<std::uint32_t>(reader.varint());
    limits.columns_max = static_cast<std::uint32_t>(reader.varint());
    limits.cells_max = reader.varint();
    limits.cell_bytes_max = reader.varint();
    limits.unpacked_bytes_max = reader.varint();
    limits.time_max = std::chrono::seconds(reader.varint());
    return reader.finished();
}

std::string encode_error(const TableError& error) {
    return static_cast<char>(error.problem) + error.words;
}

TableError decode_error(std::string_view text) {
    constexpr std::size_t words_bytes_max = 1'000;
    if (text.empty() || text.size() > words_bytes_max || text[0] < 1 ||
        text[0] > static_cast<char>(TableProblem::NotRead)) {
        return {TableProblem::NotRead, "reading the file failed: its reader went wrong"};
    }
    return {static_cast<TableProblem>(text[0]), std::string(text.substr(1))};
}

void encode_cell(ByteWriter& writer, const Cell& cell) {
    writer.u8(static_cast<std::uint8_t>(cell.kind));
    writer.string(cell.text);
    if (cell.kind != CellKind::Text) {
        writer.u64(std::bit_cast<std::uint64_t>(cell.value));
    }
}

// A date outside of what tables can say would be beyond what the calendar can count.
bool is_sound(const Cell& cell) {
    constexpr double moment_max = 4e14;  // the year 14645, in milliseconds
    return cell.kind == CellKind::Number || (cell.value > -moment_max && cell.value < moment_max);
}

bool decode_cell(ByteReader& reader, const TableLimits& limits, Cell& cell) {
    const std::uint8_t kind = reader.u8();
    if (kind > static_cast<std::uint8_t>(CellKind::TimeOfDay)) {
        return false;
    }
    cell.kind = static_cast<CellKind>(kind);
    cell.text = reader.string();
    if (cell.kind != CellKind::Text) {
        cell.value = std::bit_cast<double>(reader.u64());
    }
    return reader.ok() && cell.text.size() <= limits.cell_bytes_max && is_sound(cell);
}

bool decode_rows(ByteReader& reader, const TableLimits& limits, std::vector<Row>& rows) {
    const std::uint64_t count = reader.varint();
    if (count > limits.rows_max) {
        return false;
    }
    for (std::uint64_t index = 0; index < count && reader.ok(); ++index) {
        Row row{.number = static_cast<std::uint32_t>(reader.varint()), .cells = {}};
        const std::uint64_t cells = reader.varint();
        if (cells > limits.columns_max) {
            return false;
        }
        for (std::uint64_t column = 0; column < cells && reader.ok(); ++column) {
            if (!decode_cell(reader, limits, row.cells.emplace_back())) {
                return false;
            }
        }
        rows.push_back(std::move(row));
    }
    return reader.ok();
}

// What the sandbox says, in the terms of tables.
TableError table_error(ReaderError error) {
    switch (error.problem) {
    case ReaderProblem::OutOfMemory:
    case ReaderProblem::TooLarge:
        return {TableProblem::TooLarge, std::move(error.words)};
    case ReaderProblem::TooSlow:
        return {TableProblem::TooSlow, std::move(error.words)};
    case ReaderProblem::Crashed:
    case ReaderProblem::Forbidden:
        return {TableProblem::Damaged, std::move(error.words)};
    case ReaderProblem::Unavailable:
    case ReaderProblem::Busy:
        break;
    }
    return {TableProblem::NotRead, std::move(error.words)};
}

}  // namespace

std::string encode_table(const Table& table) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u8(static_cast<std::uint8_t>(table.format));
    writer.varint(table.sheets.size());
    for (const std::string& sheet : table.sheets) {
        writer.string(sheet);
    }
    writer.string(table.sheet);
    writer.u8(static_cast<std::uint8_t>(table.dialect.separator));
    writer.u8(static_cast<std::uint8_t>(table.dialect.encoding));
    writer.u8(table.dialect.has_mark ? 1 : 0);
    writer.u8(table.dialect.names_separator ? 1 : 0);
    writer.string(table.dialect.line_end);
    writer.varint(table.rows.size());
    for (const Row& row : table.rows) {
        writer.varint(row.number);
        writer.varint(row.cells.size());
        for (const Cell& cell : row.cells) {
            encode_cell(writer, cell);
        }
    }
    return std::string(as_text(bytes));
}

std::optional<Table> decode_table(std::string_view bytes, const TableLimits& limits) {
    ByteReader reader(as_input(bytes));
    Table table;
    const std::uint8_t format = reader.u8();
    const std::uint64_t sheets = reader.varint();
    constexpr std::uint64_t sheets_max = 10'000;
    if (format > static_cast<std::uint8_t>(TableFormat::Ods) || sheets > sheets_max) {
        return std::nullopt;
    }
    table.format = static_cast<TableFormat>(format);
    for (std::uint64_t index = 0; index < sheets && reader.ok(); ++index) {
        table.sheets.emplace_back(reader.string());
    }
    table.sheet = reader.string();
    CsvDialect& dialect = table.dialect;
    dialect.separator = static_cast<char>(reader.u8());
    const std::uint8_t encoding = reader.u8();
    dialect.has_mark = reader.u8() != 0;
    dialect.names_separator = reader.u8() != 0;
    dialect.line_end = reader.string();
    if (encoding > static_cast<std::uint8_t>(TextEncoding::Windows1252) ||
        (dialect.line_end != "\n" && dialect.line_end != "\r\n")) {
        return std::nullopt;
    }
    dialect.encoding = static_cast<TextEncoding>(encoding);
    if (!decode_rows(reader, limits, table.rows) || !reader.finished()) {
        return std::nullopt;
    }
    return table;
}

ReaderAnswer run_table_job(std::string options, std::string bytes) {
    TableChoice choice;
    TableLimits limits;
    if (!decode_options(options, choice, limits)) {
        return {.is_refusal = true, .bytes = {}};
    }
    const auto table = read_table(std::move(bytes), choice, limits);
    return table ? ReaderAnswer{.is_refusal = false, .bytes = encode_table(*table)}
                 : ReaderAnswer{.is_refusal = true, .bytes = encode_error(table.error())};
}

Result<Table, TableError> read_table_apart(Sandbox& sandbox, std::string_view bytes,
                                           const TableChoice& choice, const TableLimits& limits) {
    // The child's own clock tells it in better words, so it is a little ahead.
    const ReaderLimits reader_limits{.time_max = limits.time_max + std::chrono::seconds(2)};
    auto answer = sandbox.run(table_job, encode_options(choice, limits), bytes, reader_limits);
    if (!answer) {
        return std::unexpected(table_error(std::move(answer).error()));
    }
    if (answer->is_refusal) {
        return std::unexpected(decode_error(answer->bytes));
    }
    auto table = decode_table(answer->bytes, limits);
    if (!table) {
        return std::unexpected(
            TableError{TableProblem::NotRead, "reading the file failed: its reader went wrong"});
    }
    return *std::move(table);
}

}  // namespace standby::intake
