// A table on its way to a list: what each column is, who of it can join, in whose order, and what
// is wrong with the others. Made for the command line and for the staff pages alike; nothing is
// changed by it.
#pragma once

#include "app/imports/import_settings.hpp"
#include "base/json/writer.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "base/zone.hpp"
#include "engine/ports/registry.hpp"
#include "engine/shard/shard.hpp"
#include "http/api/entry_body.hpp"
#include "http/auth/contacts.hpp"
#include "intake/people/people.hpp"
#include "intake/sandbox/sandbox.hpp"
#include "intake/table/read_table.hpp"
#include "interchange/catalogue/offered_names.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace standby::app {

// A list of people may be longer than a sheet that is looked at again and again.
intake::TableLimits import_limits();

// What a table is read with.
struct ListFacts {
    Zone zone = Zone::utc();
    std::string region;  // of phone numbers without a country code
    interchange::OfferedNames offered;
};
Result<ListFacts, std::string> list_facts(engine::Registry& registry, const core::ZoneBook& zones,
                                          engine::AccountNumber account,
                                          const std::string& time_zone);

struct ImportPlan {
    intake::TableFormat format = intake::TableFormat::Csv;
    TextEncoding encoding = TextEncoding::Utf8;  // of CSV
    std::vector<std::string> sheets;
    std::string sheet;
    std::vector<std::string> headings;
    intake::Mapping mapping;
    std::vector<std::vector<std::string>> first_rows;
    std::string objection;  // why nothing can be read with this mapping; empty: it can
    intake::TablePeople found;

    [[nodiscard]] std::size_t bad_rows() const;
};
ImportPlan plan_import(const intake::Table& table, const ImportSettings& settings,
                       const ListFacts& facts, Time now);

// Whoever joins, as if their row had been sent to the API.
Result<http::JoinBody, std::vector<intake::RowNote>> join_body(const intake::TablePerson& person,
                                                               intake::Source source,
                                                               const ListFacts& facts, Time now);
// The request that lets them join. Its callbacks are up to the caller.
engine::Request join_request(core::ResourceNumber resource, http::JoinBody body,
                             const http::ContactHasher& hasher, core::Actor actor);

inline constexpr std::size_t notes_shown_max = 200;
void write_notes(JsonWriter& writer, std::string_view name,
                 const std::vector<intake::RowNote>& notes);
// The members of the plan, into an object that is open.
void write_plan(JsonWriter& writer, const ImportPlan& plan);
// "row 3, phone: …"
std::string note_text(const intake::RowNote& note);

}  // namespace standby::app
