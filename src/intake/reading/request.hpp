// From the text of a booking request to what would be proposed for a row: each value with the words
// it came from. Pure: when and where it is read is passed in.
#pragma once

#include "base/time.hpp"
#include "base/zone.hpp"
#include "intake/reading/contacts.hpp"
#include "intake/reading/forward.hpp"
#include "intake/reading/party.hpp"
#include "intake/reading/when.hpp"
#include "interchange/catalogue/offered_names.hpp"
#include "interchange/wording/language.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::intake {

// Where and when a request is read, and what the house has.
struct ReadingContext {
    Time received_at{};
    const Zone* zone = nullptr;  // of the list
    std::string_view country;    // of numbers without a country code (ISO 3166); may be empty
    // Nothing: what the text seems to be in.
    std::optional<interchange::Language> language;
    const interchange::OfferedNames* offered = nullptr;  // null: no names are looked for
};

// A text and what the mail around it says. The views must outlive what is read from them.
struct RequestText {
    std::string_view text;
    std::string_view subject;
    std::string_view sender_name;
    std::string_view sender_address;
};

enum class FoundIn : std::uint8_t { Text, Subject, Sender };

// The span is one of the text or of the subject; of neither where it came from the sender.
template <class Value>
struct Found {
    Value value;
    FoundIn in = FoundIn::Text;
    Span span;
};

struct FoundName {
    std::string name;  // as the catalogue has it
    std::uint64_t number = 0;
};

struct Proposal {
    interchange::Language language = interchange::Language::English;
    // Of a mail that was passed on; its spans are of the whole text.
    std::optional<Forwarded> forwarded;
    std::optional<Found<FoundDays>> days;
    std::optional<Found<FoundTimes>> times;
    std::optional<Found<int>> party_size;
    std::optional<Found<std::string>> name;
    std::optional<Found<std::string>> email;
    std::optional<Found<std::string>> phone;
    std::optional<Found<FoundName>> service;
    std::optional<Found<FoundName>> staff;
};

Proposal read_request(const RequestText& request, const ReadingContext& context);

// By the commonest words; English where nothing tells.
interchange::Language guess_language(std::string_view text);

}  // namespace standby::intake
