// What comes to the address that Meta's Cloud API calls: whatever it is, it is read or refused, and
// what is read names a number that can be answered and an id that can be kept.
#include "notify/whatsapp/meta_provider.hpp"
#include "notify/whatsapp/meta_webhook.hpp"
#include "tests/fuzz/support/check.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::fuzz {
namespace {

constexpr std::string_view number = "106";

void check_news(std::string_view text) {
    const auto news = notify::read_meta_news(text, number);
    if (!news) {
        return;
    }
    for (const notify::MetaMessage& message : news->messages) {
        expect(notify::is_meta_id(message.id), "an id has nothing but what ids have");
        expect(message.from.size() >= 6 && message.from.size() <= 16 && message.from[0] == '+',
               "whoever wrote has a number");
        expect(!message.at || *message.at >= Time{}, "nobody wrote before 1970");
    }
    for (const notify::MetaStatus& status : news->statuses) {
        expect(notify::is_meta_id(status.id), "an id has nothing but what ids have");
        (void)notify::judge_meta_code(status.code);
    }
    const auto elsewhere = notify::read_meta_news(text, "107");
    expect(elsewhere.has_value(), "its form doesn't depend on whom it is for");
}

void check(std::string_view text) {
    check_news(text);
    // The same inside the frame, which is hard to hit by chance.
    check_news(R"({"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages",)"
               R"("value":{"metadata":{"phone_number_id":"106"},)" +
               std::string(text) + "}}]}]}");
    expect(!notify::is_signed_by_meta("secret", "a body", text), "nobody signs by chance");
}

}  // namespace
}  // namespace standby::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    standby::fuzz::check({reinterpret_cast<const char*>(data), size});
    return 0;
}
