// How a sheet is set up, as it is kept, and what its address says.
#pragma once

#include "engine/ports/sheets.hpp"
#include "intake/headings/mapping.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace standby::intake::sheet {

std::string write_sheet_settings(const engine::SheetSettings& settings);
engine::SheetSettings read_sheet_settings(std::string_view text);
std::string write_sheet_secrets(const engine::SheetSecrets& secrets);
std::optional<engine::SheetSecrets> read_sheet_secrets(std::string_view text);

enum class PlaceKind : std::uint8_t { File, Web, Google };
// Nothing for an address of another kind.
std::optional<PlaceKind> place_kind_of(std::string_view url);

// Of "gsheet:1AbC#42": the spreadsheet and the tab.
struct GoogleAddress {
    std::string id;
    std::int64_t tab = 0;
    friend bool operator==(const GoogleAddress&, const GoogleAddress&) = default;
};
// Also from what stands in the browser's bar:
// https://docs.google.com/spreadsheets/d/1AbC/edit#gid=42
std::optional<GoogleAddress> parse_google_address(std::string_view url);

// Each sheet under one address.
engine::SheetSettings normalised(engine::SheetSettings settings);

// Whether secrets given for the one may be shown to the other's server.
bool is_same_place(const engine::SheetSettings& one, const engine::SheetSettings& other);

// Fields that no sheet has are left out.
ByHand by_hand_of(const engine::SheetSettings& settings);

}  // namespace standby::intake::sheet
