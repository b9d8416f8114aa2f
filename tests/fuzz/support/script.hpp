// Requests as short texts, which a fuzzer can change without breaking them apart: a line with
// method and target, lines with headers, an empty line, the body; a line `===` between requests.
// Host, Content-Type and Content-Length come by themselves. Ids, keys and tokens stand there as
// names, because no fuzzer guesses a signature:
//   $res2 $ent2.3 $off2.1 $opn1.2   the resource 2; its entry 3, its offer 1; opening 2 of resource
//   1 $gt2.3 $vt2.3 $ot2.1            the token of an entry, the mailed one, the token of an offer
//   $owner $staff $reader $other    API keys; the last one belongs to another account
//   $next                           the cursor that the last page gave
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::fuzz {

// More requests than this are left out.
inline constexpr std::size_t script_requests_max = 24;

std::vector<std::string_view> requests_of(std::string_view script);

// What stands behind a `$`: letters, and up to two numbers with a dot between them.
struct ScriptName {
    std::string_view letters;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};
// Nothing for a name that is not known: then it stays.
using Meaning = std::function<std::optional<std::string>(const ScriptName&)>;
std::string with_names_replaced(std::string_view text, const Meaning& meaning);

// The bytes of one request as a client would send them.
std::string wire_bytes(std::string_view request);

}  // namespace standby::fuzz
