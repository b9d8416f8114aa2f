// QR codes as pictures that stand in a page's own markup: no request, no script, no style.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace standby::http {

// More than any link that we write; what is longer gets no code.
inline constexpr std::size_t qr_bytes_max = 1200;

// An <svg> element, dark on a white ground with the quiet margin that scanners need, so that it
// reads in dark mode too. It is hidden from screen readers: the text itself has to stand beside
// it. Empty when the text is empty or too long. The text cannot become markup, since only the
// code's modules are drawn.
std::string qr_svg(std::string_view text);

}  // namespace standby::http
