// Ending a run that broke a property.
#include "tests/fuzz/support/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace standby::fuzz {
namespace {

void print(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void expect(bool condition, std::string_view sentence) {
    expect(condition, sentence, {});
}

void expect(bool condition, std::string_view sentence, std::string_view detail) {
    if (condition) {
        return;
    }
    print("a property does not hold: ");
    print(sentence);
    print(detail.empty() ? "" : ": ");
    print(detail);
    print("\n");
    std::abort();
}

}  // namespace standby::fuzz
