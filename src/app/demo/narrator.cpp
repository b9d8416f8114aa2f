#include "app/demo/narrator.hpp"

#include <fmt/core.h>

namespace standby::app {
namespace {

std::int64_t number_in(const JsonValue& event, std::string_view member) {
    const JsonValue* details = event.find("details");
    const JsonValue* value = details == nullptr ? nullptr : details->find(member);
    return value == nullptr ? 0 : value->integer;
}

std::string tell_offer_end(const JsonValue& event, const std::string& who) {
    const std::string outcome = text_in(event, "details", "outcome");
    if (outcome == "declined") {
        return who + " says no";
    }
    if (outcome == "expired") {
        return who + " did not answer in time";
    }
    return "the offer to " + who + " is taken back";
}

std::string tell_entry_end(const JsonValue& event, const std::string& who) {
    const std::string state = text_in(event, "to_state");
    if (state == "cancelled") {
        return who + " cancels, a place is free";
    }
    return state == "left" ? who + " leaves the line" : fmt::format("{} is now {}", who, state);
}

std::string tell_offer(const JsonValue& event, const std::string& who) {
    const std::int64_t places = number_in(event, "places");
    const std::string what = places > 1 ? fmt::format("{} places", places) : "the place";
    return text_in(event, "details", "move") == "roll_on"
               ? fmt::format("rolls on: {} is offered {}", who, what)
               : fmt::format("{} is offered {}", who, what);
}

std::string tell_opening(const JsonValue& event) {
    const std::string starts = text_in(event, "details", "starts_at");
    constexpr std::size_t clock_begin = 11;
    constexpr std::size_t clock_length = 5;
    return fmt::format("{} at {} is free", text_in(event, "details", "service"),
                       starts.size() > clock_begin + clock_length
                           ? starts.substr(clock_begin, clock_length)
                           : starts);
}

}  // namespace

std::string text_in(const JsonValue& object, std::string_view member) {
    const JsonValue* value = object.find(member);
    return value == nullptr || value->type != JsonType::Text ? std::string()
                                                             : std::string(value->text);
}

std::string text_in(const JsonValue& object, std::string_view outer, std::string_view member) {
    const JsonValue* inner = object.find(outer);
    return inner == nullptr ? std::string() : text_in(*inner, member);
}

std::string narrate(const JsonValue& event,
                    const std::function<std::string(std::string_view entry_id)>& name_of) {
    const std::string type = text_in(event, "type");
    const std::string who = name_of(text_in(event, "entry_id"));
    if (type == "entry_joined") {
        return text_in(event, "to_state") == "accepted" ? who + " joins and has a place at once"
                                                        : who + " joins the line";
    }
    if (type == "opening_added") {
        return tell_opening(event);
    }
    if (type == "offer_made") {
        return tell_offer(event, who);
    }
    if (type == "offer_accepted") {
        return who + " takes it";
    }
    if (type == "offer_ended") {
        return tell_offer_end(event, who);
    }
    if (type == "entry_ended") {
        return tell_entry_end(event, who);
    }
    if (type == "places_released") {
        return fmt::format("{} places are released", number_in(event, "quantity"));
    }
    if (type == "places_revoked") {
        return fmt::format("{} places were sold elsewhere", number_in(event, "quantity"));
    }
    if (type == "points_changed") {
        return fmt::format("a friend joined: {} gets {} points", who, number_in(event, "delta"));
    }
    if (type == "opening_moved") {
        return text_in(event, "details", "move") == "no_fit"
                   ? "nobody in line fits, the slot stays open"
                   : "the slot goes back to the staff";
    }
    return {};
}

}  // namespace standby::app
