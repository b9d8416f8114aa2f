// Reading and writing what is kept, and the look itself; calendar_claims.cpp does what follows.
#include "app/intake/calendar_turn.hpp"

#include "app/runtime/ask_engine.hpp"
#include "base/json/writer.hpp"
#include "interchange/catalogue/offered_names.hpp"

#include <sodium.h>

#include <algorithm>
#include <utility>

namespace standby::app {
namespace {

constexpr std::size_t items_at_once = 1'000;
constexpr std::string_view object_mark = "o:";
constexpr std::string_view record_mark = "f:";
constexpr std::string_view asked_mark = "q:";
constexpr Duration records_kept = std::chrono::days{1};
constexpr std::string_view our_uid = "standby-";

std::string key_of(std::string_view mark, std::string_view id) {
    return std::string(mark) + std::string(id);
}

// 1 to 2^53, so that pages can hold it.
std::uint64_t draw_number() {
    std::uint64_t number = 0;
    do {
        randombytes_buf(&number, sizeof number);
        number &= (std::uint64_t{1} << 53U) - 1;
    } while (number == 0);
    return number;
}

}  // namespace

std::optional<FollowedList> followed_list(engine::Gateway& gateway, core::ResourceNumber list) {
    return look_at_list(gateway, list, [](const core::ResourceState& state) {
        return FollowedList{.time_zone = state.settings.time_zone,
                            .is_external = state.settings.inventory == core::Inventory::External,
                            .is_for_slots = state.settings.kind == core::Kind::Slots};
    });
}

std::optional<core::Slot> slot_in_words_of(const interchange::OfferedNames& offered,
                                           const intake::Occurrence& occurrence,
                                           const engine::CalendarSettings& settings) {
    // What we wrote ourselves is a guest of ours: whatever becomes of it is no opening by itself.
    if (occurrence.uid.starts_with(our_uid)) {
        return std::nullopt;
    }
    auto slot = intake::slot_of(occurrence, settings, offered);
    if (!slot) {
        return std::nullopt;
    }
    const bool is_sized = settings.size_min != 1 || settings.size_max != 1 || slot->size_max != 1;
    static_cast<void>(interchange::resolve(
        offered, *slot, {.duration = true, .price = slot->price.has_value(), .size = is_sized}));
    // Other names are looked up again when it is opened; they need not be kept.
    slot->service_names.clear();
    slot->staff_names.clear();
    slot->place_names.clear();
    return slot;
}

bool CalendarTurn::load() {
    auto facts = followed_list(services_.gateway, connection_.resource);
    const auto state = services_.registry.connection_state(connection_.number);
    if (!facts || !state) {
        return false;
    }
    list_ = *std::move(facts);
    mark_ = state->mark;
    progress_ = read_progress(state->state);
    for (std::string after;;) {
        const auto items =
            services_.registry.connection_items(connection_.number, after, items_at_once);
        if (!items) {
            return false;
        }
        for (const engine::ConnectionItem& item : *items) {
            const std::string id = item.key.substr(std::min<std::size_t>(2, item.key.size()));
            if (item.key.starts_with(object_mark)) {
                if (auto object = intake::read_calendar_object(item.data)) {
                    memory_[id] = *std::move(object);
                }
            } else if (item.key.starts_with(record_mark)) {
                if (auto record = read_record(item.data)) {
                    records_[id] = *std::move(record);
                }
            } else if (item.key.starts_with(asked_mark)) {
                if (auto slot = intake::read_stored_slot(item.data)) {
                    asked_[id] = *std::move(slot);
                }
            }
            after = item.key;
        }
        if (items->size() < items_at_once) {
            return true;
        }
    }
}

bool CalendarTurn::save() {
    const std::uint64_t next = draw_number();
    engine::ConnectionLook look{.connection = connection_.number,
                                .replaces = mark_,
                                .mark = next,
                                .state = write_progress(progress_),
                                .looked_at = services_.clock.now(),
                                .items = {},
                                .dropped = {},
                                .cards = std::exchange(cards_, {})};
    for (auto& [key, data] : put_) {
        look.items.push_back({.key = key, .data = std::move(data)});
    }
    look.dropped.assign(dropped_.begin(), dropped_.end());
    put_.clear();
    dropped_.clear();
    const auto saved = services_.registry.save_look(look);
    if (!saved || !*saved) {
        return false;
    }
    mark_ = next;
    return true;
}

void CalendarTurn::put(const std::string& key, std::string data) {
    dropped_.erase(key);
    put_[key] = std::move(data);
}

void CalendarTurn::drop(const std::string& key) {
    put_.erase(key);
    dropped_.insert(key);
}

bool CalendarTurn::has_work() const {
    return has_adopted_ || std::ranges::any_of(records_, [](const auto& one) {
               const FreedRecord& record = one.second;
               return record.stage == FreedRecord::Stage::New ||
                      record.stage == FreedRecord::Stage::Back ||
                      record.stage == FreedRecord::Stage::Leaving || record.retry_at.has_value();
           });
}

std::vector<core::Slot> CalendarTurn::offered_slots() const {
    std::vector<core::Slot> slots;
    for (const auto& [id, record] : records_) {
        if (record.stage == FreedRecord::Stage::New ||
            record.stage == FreedRecord::Stage::Offered) {
            slots.push_back(record.slot);
        }
    }
    return slots;
}

bool CalendarTurn::look() {
    return load() && look_at_it() && save() && carry_out();
}

bool CalendarTurn::go_on() {
    return load() && carry_out();
}

// False: the catalogue could not be read. What the calendar's server says is no failure of ours.
bool CalendarTurn::look_at_it() {
    const Time now = services_.clock.now();
    auto items = services_.registry.catalogue(connection_.account);
    const Zone* zone = services_.zones.find(list_.time_zone);
    if (!items || zone == nullptr) {
        return false;
    }
    has_looked_ = true;
    const interchange::OfferedNames offered(*std::move(items));
    const intake::CalendarReading reading{
        .from = now - std::chrono::days{1},
        .until = now + calendar_stretch,
        .own_zone = zone,
        .find_zone = [this](std::string_view name) { return services_.zones.find(name); },
        .sandbox = services_.sandbox};
    const auto sight = intake::look_at_calendar(
        web_, {.settings = settings_,
               .secrets = secrets_,
               .state = progress_.source,
               .memory = memory_,
               .reading = reading,
               .now = now,
               .slot_of =
                   [&](const intake::Occurrence& occurrence) {
                       return slot_in_words_of(offered, occurrence, settings_);
                   },
               .wants_whole = progress_.wants_second_look});
    progress_.tried_at = now;
    if (!sight) {
        progress_.problem = name_of(sight.error());
        ++progress_.failures;
        return true;
    }
    progress_.problem.clear();
    progress_.failures = 0;
    progress_.looked_at = now;
    progress_.source = sight->state;
    if (!sight->is_unchanged) {
        progress_.unreadable = sight->unreadable;
        const auto change = intake::compare_looks(
            memory_, sight->look, now,
            {.notice = settings_.notice, .at_once = settings_.at_once, .offered = offered_slots()});
        take_change(change);
    }
    take_back();
    count_appointments();
    return true;
}

void CalendarTurn::take_change(const intake::CalendarChange& change) {
    for (const auto& [key, object] : change.kept) {
        put(key_of(object_mark, key), intake::write_calendar_object(object));
    }
    for (const std::string& key : change.dropped) {
        drop(key_of(object_mark, key));
    }
    if (!change.kept.empty() || !change.dropped.empty()) {
        progress_.changed_at = services_.clock.now();
    }
    progress_.wants_second_look = change.wants_second_look;
    for (const intake::CalendarTime& time : change.freed) {
        free(time.id, *time.appointment);
    }
    ask_staff(change);
}

void CalendarTurn::free(const std::string& id, const core::Slot& slot) {
    const auto before = records_.find(id);
    if (before != records_.end() && before->second.entry != 0) {
        // What we wrote for whoever has had it goes on being looked after.
        const std::string other = "opening-" + std::to_string(before->second.opening);
        put(key_of(record_mark, other), write_record(before->second));
        records_[other] = before->second;
    }
    FreedRecord record{.stage = FreedRecord::Stage::New,
                       .times = before == records_.end() ? 1 : before->second.times + 1,
                       .opening = 0,
                       .tries = 0,
                       .entry = 0,
                       .card = 0,
                       .retry_at = std::nullopt,
                       .slot = slot};
    put(key_of(record_mark, id), write_record(record));
    records_[id] = std::move(record);
}

// What is taken again in the calendar is offered to nobody any more.
void CalendarTurn::take_back() {
    const Time now = services_.clock.now();
    for (auto at = records_.begin(); at != records_.end();) {
        auto& [id, record] = *at;
        const bool is_offered =
            record.stage == FreedRecord::Stage::New || record.stage == FreedRecord::Stage::Offered;
        if (is_offered &&
            intake::is_taken(memory_without(record), record.slot, settings_.at_once)) {
            record.stage =
                record.opening == 0 ? FreedRecord::Stage::Done : FreedRecord::Stage::Back;
            put(key_of(record_mark, id), write_record(record));
        }
        if (record.slot.starts_at + record.slot.duration + records_kept < now) {
            drop(key_of(record_mark, id));
            at = records_.erase(at);
        } else {
            ++at;
        }
    }
    for (const std::string_view mark : {"c:", "l:"}) {
        forget_past(mark);
    }
    const std::size_t asked_before = asked_.size();
    std::erase_if(asked_, [&](const auto& one) {
        const bool is_over =
            one.second.starts_at < now || intake::is_taken(memory_, one.second, settings_.at_once);
        if (is_over) {
            drop(key_of(asked_mark, one.first));
        }
        return is_over;
    });
    if (asked_before > 0 && asked_.empty()) {
        end_question("came_back");
    }
}

// What staff were told of a time that has gone by.
void CalendarTurn::forget_past(std::string_view mark) {
    const auto items =
        services_.registry.connection_items(connection_.number, std::string(mark), items_at_once);
    for (const engine::ConnectionItem& item :
         items ? *items : std::vector<engine::ConnectionItem>{}) {
        const auto slot = intake::read_stored_slot(item.data);
        if (!item.key.starts_with(mark)) {
            return;
        }
        if (!slot || slot->starts_at + slot->duration < services_.clock.now()) {
            drop(item.key);
        }
    }
}

void CalendarTurn::ask_staff(const intake::CalendarChange& change) {
    for (const intake::CalendarTime& time : change.asked) {
        asked_[time.id] = *time.appointment;
        put(key_of(asked_mark, time.id), intake::write_stored_slot(*time.appointment));
    }
    const bool is_empty = change.question == intake::GoneQuestion::Empty;
    if (change.question == intake::GoneQuestion::None || (is_empty && progress_.is_hushed)) {
        if (!is_empty) {
            progress_.is_hushed = false;
            if (progress_.question == name_of(intake::GoneQuestion::Empty)) {
                end_question("came_back");
            }
        }
        return;
    }
    progress_.question = name_of(change.question);
    if (progress_.card != 0) {
        return;
    }
    progress_.card = draw_number();
    cards_.push_back({.number = progress_.card,
                      .account = connection_.account,
                      .resource = connection_.resource,
                      .connection = connection_.number,
                      .kind = "calendar_gone",
                      .data = json_text([&](JsonWriter& writer) {
                          writer.begin_object();
                          writer.text("question", progress_.question);
                          writer.natural("count", change.asked.size());
                          writer.end_object();
                      }),
                      .made_at = services_.clock.now(),
                      .settled_at = std::nullopt,
                      .outcome = {}});
}

void CalendarTurn::end_question(std::string_view outcome) {
    progress_.question.clear();
    if (const std::uint64_t card = std::exchange(progress_.card, 0); card != 0) {
        static_cast<void>(services_.registry.settle_card(connection_.account, card, outcome,
                                                         services_.clock.now()));
    }
}

void CalendarTurn::count_appointments() {
    progress_.appointments = 0;
    for (const auto& [key, object] : memory_) {
        progress_.appointments += static_cast<std::uint64_t>(
            std::ranges::count_if(object.times, [&](const intake::CalendarTime& time) {
                return time.appointment && time.starts_at >= services_.clock.now();
            }));
    }
}

bool CalendarTurn::settle(bool is_free) {
    if (!load()) {
        return false;
    }
    const bool is_empty = progress_.question == name_of(intake::GoneQuestion::Empty);
    std::map<std::string, core::Slot> gone = std::exchange(asked_, {});
    for (const auto& [id, slot] : gone) {
        drop(key_of(asked_mark, id));
    }
    if (is_empty && is_free) {
        for (const auto& [key, object] : memory_) {
            for (const intake::CalendarTime& time : object.times) {
                if (time.appointment) {
                    gone.emplace(time.id, *time.appointment);
                }
            }
            drop(key_of(object_mark, key));
        }
        memory_.clear();
    }
    progress_.is_hushed = is_empty && !is_free;
    const Time soonest = services_.clock.now() + settings_.notice;
    if (is_free) {
        for (const auto& [id, slot] : gone) {
            if (slot.starts_at >= soonest && !intake::is_taken(memory_, slot, settings_.at_once)) {
                free(id, slot);
            }
        }
    }
    end_question(is_free ? "free" : "kept");
    count_appointments();
    return save() && carry_out();
}

}  // namespace standby::app
