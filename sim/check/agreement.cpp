// The core and the naive reference decide the same: event by event, with the first difference
// named.
#include "sim/check/command_checks.hpp"
#include "sim/world/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace standby::sim {
namespace {

std::string name_of(const std::optional<RefusalCode>& code) {
    return code ? std::string{core::name_of(*code)} : "no refusal";
}

}  // namespace

void check_agreement(const Outcome& actual, const NaiveOutcome& expected, Report& report) {
    const std::size_t common = std::min(actual.events.size(), expected.events.size());
    for (std::size_t index = 0; index < common; ++index) {
        if (actual.events[index] != expected.events[index]) {
            report.fail("agreement",
                        fmt::format("event {} differs\n  is        {}\n  should be {}",
                                    actual.events[index].number, describe(actual.events[index]),
                                    describe(expected.events[index])));
            return;
        }
    }
    if (actual.events.size() > common) {
        report.fail("agreement", fmt::format("should not happen\n  is        {}",
                                             describe(actual.events[common])));
    } else if (expected.events.size() > common) {
        report.fail("agreement",
                    fmt::format("is missing\n  should be {}", describe(expected.events[common])));
    }
    const std::optional<RefusalCode> code =
        actual.refusal ? std::optional{actual.refusal->code} : std::nullopt;
    if (code != expected.refusal) {
        report.fail("agreement", fmt::format("the answer is {}, should be {}", name_of(code),
                                             name_of(expected.refusal)));
        return;
    }
    if (actual.refusal && actual.refusal->code == RefusalCode::InvalidField &&
        actual.refusal->field.empty()) {
        report.fail("agreement", "a bad field is refused without its name");
    }
    // An answer may leave out what the caller knows already, but never name another one.
    const Answer& is = actual.answer;
    const Answer& should = expected.answer;
    const bool must_name =
        is.entry == 0 && is.offer == OfferNumber{} && is.opening == OpeningNumber{} && !is.repeated;
    const auto differs = [&](auto named, auto right) {
        return named != right && (must_name || named != decltype(named){});
    };
    if (differs(is.entry, should.entry) || differs(is.offer, should.offer) ||
        differs(is.opening, should.opening) || is.repeated != should.repeated) {
        report.fail("agreement",
                    fmt::format("the answer names entry {}, offer {}, opening {}{}; should be "
                                "entry {}, offer {}, opening {}{}",
                                is.entry, is.offer.value(), is.opening.value(),
                                is.repeated ? ", repeated" : "", should.entry, should.offer.value(),
                                should.opening.value(), should.repeated ? ", repeated" : ""));
    }
}

}  // namespace standby::sim
