// What makes two deliveries the same mail: its Message-ID and what it says. The lines that servers
// put on top on its way differ, by which door it came in does not matter.
#pragma once

#include "base/sha256.hpp"

#include <string_view>

namespace standby::intake {

// Whether it begins as mails do: with a header. An envelope line of a pipe may stand before it.
bool looks_like_mail(std::string_view bytes);

// Where there is no Message-ID, the sender, the date and the subject stand for it.
Sha256Digest mail_digest(std::string_view bytes);

}  // namespace standby::intake
