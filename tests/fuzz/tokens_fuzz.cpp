// Tokens, keys, codes and ids: what we write we read, nobody else's text passes for ours, and a
// text that is changed in one place is noticed where that is promised.
#include "base/text_coding.hpp"
#include "core/model/ids.hpp"
#include "http/auth/api_key.hpp"
#include "http/auth/guest_token.hpp"
#include "http/auth/short_code.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/referral_code.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace standby::fuzz {
namespace {

constexpr std::string_view base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::string_view base64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

http::TokenSigner make_signer() {
    std::vector<engine::Secret> secrets(2);
    for (std::uint32_t index = 0; index < secrets.size(); ++index) {
        secrets[index].id = index + 1;
        secrets[index].bytes.assign(32, static_cast<std::byte>(index + 7));
    }
    secrets[0].retired_at = Time{};
    return *http::TokenSigner::create(secrets);
}

// The text with the letter at some place replaced by another one of the alphabet.
std::string changed(std::string text, std::size_t place, std::size_t step,
                    std::string_view alphabet) {
    char& letter = text[place % text.size()];
    const std::size_t at = alphabet.find(letter);
    letter = alphabet[(at + 1 + step % (alphabet.size() - 1)) % alphabet.size()];
    return text;
}

void check_codings(std::string_view text, std::span<const std::byte> bytes) {
    const auto decoded = decode_base64url(text);
    expect(!decoded || encode_base64url(*decoded) == text, "bytes have one text", text);
    const auto back = decode_base64url(encode_base64url(bytes));
    expect(back && std::ranges::equal(*back, bytes), "base64url gives the bytes back");
    expect(is_base32(encode_base32(bytes)), "base32 uses its alphabet");
}

void check_guest_tokens(std::string_view text, std::uint64_t id, std::uint8_t choice) {
    static const http::TokenSigner signer = make_signer();
    constexpr std::uint64_t seconds_max = std::uint64_t{1} << 47;
    const auto purpose = static_cast<http::TokenPurpose>(1 + choice % 4);
    const Time expiry{std::chrono::seconds(static_cast<std::int64_t>(1 + id % seconds_max))};
    const std::string token = signer.sign(purpose, id, expiry);
    const auto verified = signer.verify(token, expiry - Duration{1});
    expect(verified && *verified == http::GuestToken{purpose, id, expiry},
           "a token says what was signed", token);
    expect(!signer.verify(token, expiry), "a token ends with its expiry", token);
    const std::string mark{http::guest_token_mark};
    const std::string forged = mark + changed(token.substr(mark.size()), id, choice, base64);
    expect(!signer.verify(forged, Time{}), "a changed token is refused", forged);
    expect(text == token || !signer.verify(text, Time{}), "a stranger's text is no token", text);
    expect(!signer.verify(mark + std::string{text}, Time{}), "a stranger's text is no token", text);
}

void check_short_codes(std::string_view text, std::uint64_t id, std::uint8_t choice) {
    static const http::TokenSigner signer = make_signer();
    const auto purpose = choice % 2 == 0 ? http::TokenPurpose::Entry : http::TokenPurpose::Offer;
    const Time expiry{(221 + choice) * http::short_code_period};
    const std::string code = http::make_short_code(signer, {purpose, id, expiry});
    expect(code.size() <= http::short_code_length_max, "a short code is short", code);
    const auto read = http::read_short_code(signer, code, expiry - Duration{1});
    expect(read && *read == http::GuestToken{purpose, id, expiry}, "a code says what was signed",
           code);
    expect(!http::read_short_code(signer, code, expiry), "a code ends with its expiry", code);
    const std::string forged = changed(code, id, choice, base64);
    expect(!http::read_short_code(signer, forged, Time{}), "a changed code is refused", forged);
    expect(text == code || !http::read_short_code(signer, text, Time{}),
           "a stranger's text is no code", text);
}

void check_api_keys(std::string_view text, std::span<const std::byte> bytes, std::uint64_t number) {
    std::array<std::byte, http::api_key_random_bytes> random{};
    std::ranges::copy(bytes.first(std::min(bytes.size(), random.size())), random.begin());
    const http::NewApiKey made = http::make_api_key(random);
    expect(http::api_key_prefix(made.text) == made.prefix, "a key shows its prefix", made.text);
    const http::KeyRing ring{{engine::ApiKey{.number = number, .hash = made.hash}}};
    const auto caller = ring.find(made.text);
    expect(caller && caller->key_number == number, "a key is found");
    expect(text == made.text || !ring.find(text), "a stranger's text is no key", text);
    const auto key = interchange::parse_key_id(text);
    expect(!key || interchange::format_key_id(*key) == text, "the id of a key has one text", text);
}

void check_referral_codes(std::string_view text, std::uint64_t number, std::uint8_t choice) {
    // Resources and entries count from 1.
    const core::EntryId entry{number >> 1 | std::uint64_t{1} << 32 | 1};
    const std::string code = interchange::referral_code(entry);
    expect(interchange::parse_referral_code(code) == entry, "a code is that of its entry", code);
    const std::string wrong = changed(code, choice, number, base32);
    expect(!interchange::parse_referral_code(wrong), "one wrong letter is noticed", wrong);
    std::string turned = code;
    const std::size_t place = choice % (code.size() - 2);
    std::swap(turned[place], turned[place + 1]);
    // The number is all but the last two letters.
    const bool is_in_number = place + 1 < code.size() - 2;
    expect(!is_in_number || turned == code || !interchange::parse_referral_code(turned),
           "two letters exchanged are noticed", turned);
    const auto given = interchange::parse_referral_code(text);
    expect(!given || interchange::parse_referral_code(interchange::referral_code(*given)) == given,
           "a code that is understood is that of an entry", text);
}

template <class Parse>
void check_id(std::string_view text, Parse parse) {
    const auto id = parse(text);
    expect(!id || parse(core::format_id(*id)) == id, "an id is read as it is written", text);
    expect(!id || core::format_id(*id).size() == text.size(), "ids have one length", text);
}

}  // namespace

// Eight bytes of a number, one that chooses, then the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::uint64_t number = input.take_number();
    const std::uint8_t choice = input.take_byte();
    const std::string_view text = input.text();
    check_codings(text, input.bytes());
    check_guest_tokens(text, number, choice);
    check_short_codes(text, number, choice);
    check_api_keys(text, input.bytes(), number);
    check_referral_codes(text, number, choice);
    check_id(text, core::parse_resource_id);
    check_id(text, core::parse_entry_id);
    check_id(text, core::parse_offer_id);
    check_id(text, core::parse_opening_id);
    return 0;
}

}  // namespace standby::fuzz
