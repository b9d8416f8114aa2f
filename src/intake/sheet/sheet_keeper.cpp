// The order matters: what is carried out on the list is in it for good, what was seen is saved
// after that, and a look that breaks off in between finds everything again by contact.
#include "intake/sheet/sheet_keeper.hpp"

#include "base/bytes.hpp"
#include "intake/sheet/sheet_settings.hpp"
#include "intake/sheet/sheet_words.hpp"

#include <algorithm>
#include <utility>

namespace standby::intake::sheet {
namespace {

// Looks that follow each other within this count once where a row is missing: editors save in
// several steps.
constexpr Duration looks_apart = std::chrono::seconds{2};

Standing standing_of(core::EntryState state) {
    switch (state) {
    case core::EntryState::Unverified:
    case core::EntryState::Waiting:
        return Standing::Waiting;
    case core::EntryState::Offered:
    case core::EntryState::Confirming:
        return Standing::Offered;
    case core::EntryState::Accepted:
        return Standing::Booked;
    default:
        return Standing::Ended;
    }
}

// Rows that are new in one look join in their order, a second apart, which is as fine as the line
// tells join times: so each finds its place again if it is deleted and comes back. Not where so
// many are new that this would put them ahead of people who joined long before.
void spread_joins(Plan& plan, Time now) {
    constexpr std::ptrdiff_t spread_max = 600;
    const std::ptrdiff_t untimed = std::ranges::count_if(
        plan.joins, [](const PlannedJoin& planned) { return !planned.since; });
    if (untimed < 2 || untimed > spread_max) {
        return;
    }
    Time since = now - std::chrono::seconds{untimed};
    for (PlannedJoin& planned : plan.joins) {
        if (!planned.since) {
            planned.since = since;
            since += std::chrono::seconds{1};
        }
    }
}

}  // namespace

SheetKeeper::SheetKeeper(KeeperServices services, engine::Connection connection,
                         std::unique_ptr<SheetPlace> place, SheetKey key)
    : services_(services),
      connection_(std::move(connection)),
      settings_(read_sheet_settings(connection_.settings)),
      place_(std::move(place)),
      key_(std::move(key)) {}

void SheetKeeper::tell(const PlaceTrouble& trouble) {
    report_.trouble = trouble.name;
    report_.words = trouble.words;
    wait_ = trouble.wait ? trouble.wait : wait_;
}

After SheetKeeper::fail(const PlaceTrouble& trouble) {
    tell(trouble);
    report_.is_fine = false;
    report_.looked_at = services_.gateway.now();
    return After::Nothing;
}

Result<ReadSheet, After> SheetKeeper::understand(const OpenSheet& open, const ListNow& list) {
    auto sheet = read_sheet(open.table(), {.zone = list.zone,
                                           .now = list.now,
                                           .country = list.country,
                                           .offered = &list.offered,
                                           .by_hand = by_hand_of(settings_),
                                           .language = list.language});
    if (!sheet) {
        report_.columns = columns_of(open.table(), by_hand_of(settings_));
        return std::unexpected(fail({"no_headings", sheet.error()}));
    }
    return *std::move(sheet);
}

std::vector<Known> SheetKeeper::known(const ListNow& list) const {
    std::vector<Known> all;
    for (const auto& [ticket, entry] : list.entries) {
        const Seen* seen = memory_.find(ticket);
        Known one{.ticket = ticket,
                  .standing = standing_of(entry.state),
                  .values = {},
                  .joined_at = entry.view.joined_at,
                  .is_erased = false,
                  .seen = seen == nullptr ? std::nullopt : std::optional(*seen)};
        one.is_erased = !one.is_live() && !entry.person;
        if (one.is_live()) {
            one.values = values_of(entry.view, entry.person.value_or(engine::Person{}), *list.zone);
        }
        all.push_back(std::move(one));
    }
    return all;
}

engine::IdempotencyKey SheetKeeper::key_of_join(const Row& row, Ticket instead_of) const {
    std::vector<std::byte> text;
    ByteWriter writer(text);
    writer.string("sheet join");
    writer.u64(connection_.number);
    writer.u64(memory_.mark());
    writer.u32(instead_of);
    writer.u64(key_.contact(Field::Email, row.value_of(Field::Email)));
    writer.u64(key_.contact(Field::Phone, row.value_of(Field::Phone)));
    for (const Field field : all_fields) {
        writer.u64(key_.cell(field, row.cells[field].text));
    }
    const Sha256Digest digest = sha256(text);
    ByteReader reader(digest);
    engine::IdempotencyKey key;
    key.key = {reader.u64(), reader.u64()};
    key.request_digest = reader.u64();
    return key;
}

void SheetKeeper::take_changes(const ReadSheet& sheet, const ListNow& list, const Plan& plan,
                               const std::vector<Outcome>& outcomes, std::size_t first) {
    for (std::size_t at = 0; at < plan.changes.size(); ++at) {
        const PlannedChange& change = plan.changes[at];
        const Fate fate = outcomes[first + at].fate;
        if (fate != Fate::Done && fate != Fate::SecondRow) {
            continue;
        }
        const Row& row = sheet.now.rows[change.row];
        const ListEntry& entry = list.entries.at(change.ticket);
        const engine::Person person = entry.person.value_or(engine::Person{});
        PerField<std::string> values = values_of(entry.view, person, *list.zone);
        for (const Field field : all_fields) {
            if (change.fields.has(field) && row.cells[field].value) {
                values[field] = *row.cells[field].value;
            }
        }
        const Seen* before = memory_.find(change.ticket);
        memory_.keep(change.ticket, remember(row, change.fields, values, entry.view.joined_at, key_,
                                             before == nullptr ? Seen{} : *before));
    }
}

void SheetKeeper::take_joins(const ReadSheet& sheet, Plan& plan,
                             const std::vector<Outcome>& outcomes) {
    for (std::size_t at = 0; at < plan.joins.size(); ++at) {
        const PlannedJoin& planned = plan.joins[at];
        const Outcome& outcome = outcomes[at];
        const Row& row = sheet.now.rows[planned.row];
        if (outcome.fate == Fate::SecondRow) {
            plan.notes.push_back({planned.row, std::nullopt, Trouble::SecondRow, {}, {}});
        } else if (outcome.fate == Fate::Refused) {
            plan.notes.push_back(
                {planned.row, std::nullopt, Trouble::Unreadable, outcome.words, {}});
        } else if (outcome.fate == Fate::Done) {
            PerField<std::string> values;
            for (const Field field : all_fields) {
                values[field] = row.value_of(field);
            }
            const Time joined = planned.since.value_or(services_.gateway.now());
            values[Field::Joined] = joined_text(joined);
            memory_.keep(outcome.ticket, remember(row, sheet.now.columns, values, joined, key_));
            if (planned.instead_of != 0) {
                memory_.forget(planned.instead_of);
            }
            plan.row_of[planned.row] = outcome.ticket;
        }
    }
}

bool SheetKeeper::carry_out(const ReadSheet& sheet, const ListNow& list, Plan& plan) {
    std::vector<ListDesk::Wish> wishes;
    spread_joins(plan, list.now);
    for (const PlannedJoin& planned : plan.joins) {
        Taken taken;
        const Row& row = sheet.now.rows[planned.row];
        take(row, FieldSet::everything(), *list.zone, taken);
        wishes.push_back(services_.desk.join(taken, planned.since));
        wishes.back().key = key_of_join(row, planned.instead_of);
    }
    for (const PlannedChange& change : plan.changes) {
        const ListEntry& entry = list.entries.at(change.ticket);
        Taken taken{entry.view.wants, entry.person.value_or(engine::Person{}),
                    entry.view.party_size, entry.view.tier};
        take(sheet.now.rows[change.row], change.fields, *list.zone, taken);
        wishes.push_back(services_.desk.change(change.ticket, entry, taken));
    }
    for (const Ticket ticket : plan.leaves) {
        wishes.push_back(ListDesk::leave(ticket));
    }
    if (wishes.empty()) {
        return false;
    }
    const std::vector<Outcome> outcomes =
        services_.desk.carry_out(connection_.resource, std::move(wishes));
    take_joins(sheet, plan, outcomes);
    take_changes(sheet, list, plan, outcomes, plan.joins.size());
    for (std::size_t at = 0; at < plan.changes.size(); ++at) {
        const Outcome& outcome = outcomes[plan.joins.size() + at];
        if (outcome.fate == Fate::Refused) {
            plan.notes.push_back(
                {plan.changes[at].row, std::nullopt, Trouble::Unreadable, outcome.words, {}});
        }
    }
    for (std::size_t at = 0; at < plan.leaves.size(); ++at) {
        const Outcome& outcome = outcomes[plan.joins.size() + plan.changes.size() + at];
        const Seen* seen = memory_.find(plan.leaves[at]);
        if (outcome.fate != Fate::Failed && outcome.fate != Fate::Refused && seen != nullptr) {
            Seen gone = *seen;
            gone.left_at = list.now;
            memory_.keep(plan.leaves[at], gone);
        }
    }
    return true;
}

void SheetKeeper::report_on(const ReadSheet& sheet, const Plan& plan) {
    engine::SheetReport report;
    report.is_fine = true;
    report.looked_at = services_.gateway.now();
    report.people = static_cast<std::size_t>(
        std::ranges::count_if(plan.row_of, [](Ticket ticket) { return ticket != 0; }));
    report.notes_in_all = plan.notes.size() + sheet.twice.size();
    for (const std::string& heading : sheet.twice) {
        report.notes.push_back({.row = sheet.heading_line,
                                .field = {},
                                .kind = "heading_twice",
                                .words = heading_twice_text(heading)});
    }
    for (const Note& note : plan.notes) {
        if (report.notes.size() == engine::sheet_notes_max) {
            break;
        }
        report.notes.push_back({.row = sheet.now.rows[note.row].line,
                                .field = note.field ? std::string(name_of(*note.field)) : "",
                                .kind = std::string(name_of(note.trouble)),
                                .words = note_text(note)});
    }
    for (const Slip& slip : plan.slips) {
        engine::SheetQuestion question{.kind = std::string(name_of(slip.question)),
                                       .field = slip.field ? std::string(name_of(*slip.field)) : "",
                                       .entries = {}};
        for (const Ticket ticket : slip.people) {
            question.entries.push_back(core::entry_id(connection_.resource, ticket));
        }
        report.questions.push_back(std::move(question));
    }
    report.sibling = place_->beside();
    report.columns = sheet.headings;
    report_ = std::move(report);
}

// A row of nobody's is known by what stands in it.
std::vector<RowTrouble> SheetKeeper::troubles_in(const ReadSheet& sheet, const Plan& plan) const {
    std::vector<RowTrouble> troubles;
    for (const Note& note : plan.notes) {
        const Row& row = sheet.now.rows[note.row];
        const Ticket ticket = plan.row_of[note.row];
        std::uint64_t known_by = ticket;
        if (ticket == 0) {
            std::string all;
            for (const Field field : all_fields) {
                all += row.cells[field].text + '\n';
            }
            known_by = key_.cell(Field::Name, all);
        }
        troubles.push_back({.row = std::to_string(known_by),
                            .line = row.line,
                            .ticket = ticket,
                            .field = note.field ? std::string(name_of(*note.field)) : "",
                            .kind = std::string(name_of(note.trouble))});
    }
    return troubles;
}

After SheetKeeper::look(bool accepts) {
    if (!memory_.is_loaded() && !memory_.load(services_.gateway, connection_)) {
        return After::LookAgain;
    }
    wait_.reset();
    auto read = place_->read();
    is_out_of_reach_ = !read && read.error().name != not_a_table;
    if (!read) {
        return fail(read.error());
    }
    OpenSheet& open = **read;
    auto list = services_.desk.look(connection_.account, connection_.resource, memory_.tickets());
    if (!list) {
        return list.error() == DeskError::Elsewhere ? After::NotOurs
               : list.error() == DeskError::NoList  ? After::ListIsGone
                                                    : After::LookAgain;
    }
    auto sheet = understand(open, *list);
    if (!sheet) {
        return sheet.error();
    }
    const bool counts = !counted_at_ || list->now - *counted_at_ >= looks_apart;
    counted_at_ = counts ? list->now : *counted_at_;
    Plan plan = merge(sheet->now, known(*list), key_,
                      {.now = list->now,
                       .counts_missing = counts,
                       .can_write = open.writes() == Writes::All,
                       .can_remove = open.writes() != Writes::Nothing,
                       .accepts_slips = accepts});
    for (const auto& [ticket, seen] : plan.seen) {
        memory_.keep(ticket, seen);
    }
    for (const Ticket ticket : plan.forgotten) {
        memory_.forget(ticket);
    }
    if (carry_out(*sheet, *list, plan)) {
        auto after =
            services_.desk.look(connection_.account, connection_.resource, memory_.tickets());
        list = after ? std::move(after) : std::move(list);
    }
    report_on(*sheet, plan);
    bool is_written = true;
    if (open.writes() != Writes::Nothing) {
        is_written = write_sheet(open, *sheet, *list, plan);
        report_.is_written = true;
    }
    say_beside(*sheet, *list, plan);
    const bool is_saved = memory_.save(services_.gateway, connection_, plan.slips,
                                       troubles_in(*sheet, plan), services_.gateway.now());
    const bool is_missing = std::ranges::any_of(plan.seen, [](const auto& one) {
        return one.second.missing > 0 && one.second.missing < looks_without_row;
    });
    return is_saved && is_written && !is_missing && counts ? After::Nothing : After::LookAgain;
}

}  // namespace standby::intake::sheet
