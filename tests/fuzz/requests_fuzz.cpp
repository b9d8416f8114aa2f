// Booking requests in plain language: whatever somebody writes, what is found lies within what they
// wrote, is a day and a time that exist, and is found again when the text is read again.
#include "base/civil.hpp"
#include "intake/reading/request.hpp"
#include "interchange/contact/contact.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <string>

namespace standby::fuzz {
namespace {

using intake::Found;
using intake::FoundIn;
using intake::Proposal;
using intake::RequestText;

template <class Value>
void check_words(const std::optional<Found<Value>>& found, const RequestText& request,
                 std::string_view subject) {
    if (!found || found->in == FoundIn::Sender) {
        return;
    }
    const std::string_view from = found->in == FoundIn::Text ? request.text : subject;
    expect(found->span.length > 0 && found->span.end() <= from.size(),
           "a value keeps words that are there", from);
}

void check_when(const Proposal& proposal) {
    constexpr int day_minutes = 24 * 60;
    if (proposal.days) {
        const auto& [earliest, latest, span] = proposal.days->value;
        expect(earliest || latest, "a range of days has an end");
        expect(!earliest || !latest || *earliest <= *latest, "days are in their order");
    }
    if (proposal.times) {
        const auto& [from, to, span] = proposal.times->value;
        expect(from || to, "a range of times has an end");
        expect(!from || (*from >= 0 && *from < day_minutes), "a time begins within a day");
        expect(!to || (*to >= 0 && *to <= day_minutes), "a time ends within a day");
    }
}

}  // namespace

// A byte for the language and the zone, eight for the moment, the subject up to a zero, the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::uint8_t choice = input.take_byte();
    const auto language = interchange::languages[choice % interchange::languages.size()];
    // Up to the year 2100: the moment is a server's own.
    constexpr std::uint64_t moment_max_ms = 4'102'444'800'000;
    const Time now{Duration{static_cast<std::int64_t>(input.take_number() % moment_max_ms)}};
    const Zone zone = Zone::fixed("there", std::chrono::hours((choice >> 2) % 27 - 13));
    const std::string subject(input.take_until('\0'));
    const RequestText request{.text = input.text(),
                              .subject = subject,
                              .sender_name = "Ada",
                              .sender_address = "ada@example.com"};
    const intake::ReadingContext context{.received_at = now,
                                         .zone = &zone,
                                         .country = (choice & 128) != 0 ? "DE" : "US",
                                         .language = (choice & 64) != 0 ? std::optional(language)
                                                                        : std::nullopt};
    const Proposal proposal = intake::read_request(request, context);
    const std::string_view read_subject = proposal.forwarded
                                              ? std::string_view(proposal.forwarded->subject)
                                              : std::string_view(subject);
    check_when(proposal);
    check_words(proposal.days, request, read_subject);
    check_words(proposal.times, request, read_subject);
    check_words(proposal.party_size, request, read_subject);
    check_words(proposal.name, request, read_subject);
    check_words(proposal.email, request, read_subject);
    check_words(proposal.phone, request, read_subject);
    if (proposal.party_size) {
        expect(proposal.party_size->value >= 1 &&
                   proposal.party_size->value <= intake::party_size_read_max,
               "a party has a size that was read");
    }
    if (proposal.email) {
        expect(interchange::normalise_email(proposal.email->value) == proposal.email->value,
               "an address is in the form in which it is kept", proposal.email->value);
    }
    if (proposal.phone) {
        expect(interchange::normalise_phone(proposal.phone->value) == proposal.phone->value,
               "a number is in the form in which it is kept", proposal.phone->value);
    }
    const Proposal again = intake::read_request(request, context);
    expect(again.days.has_value() == proposal.days.has_value() &&
               (!again.days || again.days->value.earliest == proposal.days->value.earliest),
           "the same text is read the same way");
    return 0;
}

}  // namespace standby::fuzz
