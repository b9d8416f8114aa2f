// Addresses of networks and of people: what is taken has one written form, and that form is taken
// again as it is.
#include "http/limits/client_key.hpp"
#include "http/server/address.hpp"
#include "interchange/contact/contact.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <algorithm>
#include <string>

namespace standby::fuzz {
namespace {

using http::wire::Address;
using http::wire::AddressRange;
using http::wire::TrustedProxies;

void check_network(std::string_view text) {
    const auto address = Address::parse(text);
    if (address) {
        const std::string written = address->text();
        expect(Address::parse(written) == address, "an address is read as it is written", written);
        expect(http::client_key(written).kind != http::ClientKey::Kind::Text,
               "an address is counted as one", written);
    }
    const auto range = AddressRange::parse(text);
    expect(!address || (range && range->contains(*address)), "an address is a range of one", text);
    (void)http::client_key(text);
}

// The first line is an entry of the list of trusted proxies, the second a header.
void check_proxies(const std::string& entry, std::string_view header) {
    const auto proxies = TrustedProxies::parse({entry, "127.0.0.1"});
    if (!proxies) {
        expect(!proxies.error().empty(), "a refusal says why");
        return;
    }
    http::Request request;
    request.headers.emplace_back("x-forwarded-for", header);
    request.headers.emplace_back("x-forwarded-proto", header);
    proxies->describe(request, {.address = *Address::parse("127.0.0.1"), .text = "127.0.0.1"});
    expect(Address::parse(request.client).has_value(), "a client has an address", request.client);
}

void check_people(std::string_view text) {
    if (const auto email = interchange::normalise_email(text)) {
        expect(interchange::normalise_email(*email) == *email, "a normal address stays", *email);
        expect(email->size() <= interchange::email_bytes_max && email->contains('@'), "it is one",
               *email);
    }
    for (const char* country : {"", "DE", "US", "IT", "JP"}) {
        const auto phone = interchange::normalise_phone(text, country);
        if (!phone) {
            continue;
        }
        expect(interchange::normalise_phone(*phone) == *phone, "a normal number stays", *phone);
        const auto digits = static_cast<std::size_t>(
            std::ranges::count_if(*phone, [](char one) { return one >= '0' && one <= '9'; }));
        expect(phone->starts_with('+') && digits + 1 == phone->size() &&
                   digits >= interchange::phone_digits_min &&
                   digits <= interchange::phone_digits_max,
               "a number is E.164", *phone);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    check_network(input.text());
    check_people(input.text());
    const std::string entry{input.take_until('\n')};
    check_proxies(entry, input.text());
    return 0;
}

}  // namespace standby::fuzz
