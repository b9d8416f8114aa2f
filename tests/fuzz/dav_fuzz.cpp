// Answers of WebDAV servers: any bytes are read or refused with a reason, within limits.
#include "intake/calendar/dav_answer.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <string>

namespace standby::fuzz {

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = Input(data, size).text();
    const auto answer = intake::read_dav_answer(text);
    if (!answer) {
        expect(!answer.error().empty(), "a refusal says why");
        return 0;
    }
    std::size_t bytes = answer->sync_token.size();
    expect(answer->responses.size() <= intake::dav_responses_max, "there is a limit");
    for (const intake::DavResponse& response : answer->responses) {
        bytes += response.href.size() + response.etag.size() + response.calendar_data.size();
        expect(response.status < 1'000, "a status has three digits");
    }
    expect(bytes <= 4 * text.size() + 16, "nothing grows");
    return 0;
}

}  // namespace standby::fuzz
