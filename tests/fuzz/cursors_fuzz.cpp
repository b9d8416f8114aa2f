// Cursors: whatever is presented is either refused or exactly what we would have given out for
// that list and that number.
#include "http/api/cursor.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <optional>
#include <string>

namespace standby::fuzz {

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::uint64_t number = input.take_number();
    const std::string list{input.take_until('\n')};
    const std::string limit{input.take_until('\n')};
    const std::string presented{input.text()};

    const std::string own = http::make_cursor(list, number);
    const auto back = http::parse_cursor(list, own);
    expect(back && *back == number, "a cursor gives its number back", own);
    expect(!http::parse_cursor(list + "x", own), "a cursor belongs to one list", own);

    const auto foreign = http::parse_cursor(list, presented);
    expect(!foreign || http::make_cursor(list, *foreign) == presented,
           "there is one text of a cursor", presented);
    expect(foreign || foreign.error().status == 400, "a bad cursor is a 400");

    const auto page = http::parse_page(list, limit, own);
    expect(!page || (page->limit >= 1 && page->limit <= http::page_limit_max), "a page is limited",
           limit);
    expect(!page || page->after == number, "a page begins at its cursor");
    expect(page || page.error().status == 422, "a bad limit is a 422");
    return 0;
}

}  // namespace standby::fuzz
