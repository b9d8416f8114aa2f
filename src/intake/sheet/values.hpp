// The fields of a row in Standby's own form, as texts that can be compared: what an entry has, what
// a cell was read as, and back into wishes. Days stand in the list's time zone.
#pragma once

#include "base/zone.hpp"
#include "core/state/views.hpp"
#include "engine/ports/store.hpp"
#include "intake/sheet/row.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake::sheet {

PerField<std::string> values_of(const core::EntryView& entry, const engine::Person& person,
                                const Zone& zone);

// "2026-10-14", or with a time of day "2026-10-14 09:30".
std::string earliest_text(Time earliest, const Zone& zone);
std::string latest_text(Time latest, const Zone& zone);
// A minute is all that a sheet shows of when somebody joined.
std::string joined_text(Time joined);
std::string party_text(std::uint32_t size);
std::string priority_text(std::uint8_t tier);

// Any of several will do: "Anna / Ben".
std::string names_text(const std::string& first, const std::vector<std::string>& others);
std::vector<std::string> names_in(std::string_view text);

// What the row's values make of somebody; the fields that are named.
struct Taken {
    core::Wants wants;
    engine::Person person;
    std::uint32_t party_size = 1;
    std::uint8_t tier = 0;
};
void take(const Row& row, FieldSet taken, const Zone& zone, Taken& into);

// How a value is written into a cell, for people.
std::string shown(Field field, const std::string& value, const Zone& zone);

}  // namespace standby::intake::sheet
