// What was last seen of each person in a sheet, as keyed hashes: enough to tell who changed a field
// since, staff or Standby, and nothing that says who somebody is. Also the mark in a row by which
// it is found again wherever it was sorted, pasted or moved to.
#pragma once

#include "base/hmac.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "intake/sheet/row.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake::sheet {

using Ticket = core::Ticket;
using Mark = std::uint64_t;  // a keyed hash of a text

// Hashes texts of one list's sheet. Another list's sheet gives other hashes, so that a row copied
// from there isn't taken for one of ours.
class SheetKey {
public:
    SheetKey(std::span<const std::byte> secret, core::ResourceNumber list);

    [[nodiscard]] Mark cell(Field field, std::string_view text) const;
    // Of a contact as Standby keeps it; 0 for none.
    [[nodiscard]] Mark contact(Field field, std::string_view value) const;
    // Four characters that stand for who is in the row.
    [[nodiscard]] std::string check(std::string_view email, std::string_view phone) const;

private:
    [[nodiscard]] Mark hash(char kind, Field field, std::string_view text) const;

    HmacKey key_;
};

// What is written into a row: the entry, and who stood there when it was written.
struct RowId {
    Ticket ticket = 0;
    std::string check;
    friend bool operator==(const RowId&, const RowId&) = default;
};
std::string format_row_id(const RowId& id);  // "17·k3f9"
// Takes what people make of it: blanks around it, another dot or a hyphen, capital letters.
std::optional<RowId> parse_row_id(std::string_view text);

struct Seen {
    PerField<std::optional<Mark>> cells;   // what the sheet said; nothing: had no such column
    PerField<std::optional<Mark>> values;  // what Standby had
    Mark email = 0;
    Mark phone = 0;
    Time joined_at{};               // keeps its place if a deleted row comes back
    std::uint8_t missing = 0;       // looks in a row without it
    bool had_row = false;           // was in the sheet at some time
    bool is_erased = false;         // its person was erased: the row must not join again
    std::optional<Time> left_at{};  // its row was deleted, and so it left
    friend bool operator==(const Seen&, const Seen&) = default;
};

std::vector<std::byte> encode_seen(const Seen& seen);
// Nothing when the bytes are not what encode_seen makes.
std::optional<Seen> decode_seen(std::span<const std::byte> bytes);

}  // namespace standby::intake::sheet
