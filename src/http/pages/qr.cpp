// Draws what libqrencode encodes: one path with a run for each row of dark modules.
#include "http/pages/qr.hpp"

#include <fmt/format.h>
#include <qrencode.h>

#include <iterator>
#include <memory>

namespace standby::http {
namespace {

constexpr int quiet_modules = 4;

struct FreeCode {
    void operator()(QRcode* code) const { QRcode_free(code); }
};

bool is_dark(const QRcode& code, int column, int row) {
    return (code.data[row * code.width + column] & 1U) != 0;
}

void draw_row(std::string& path, const QRcode& code, int row) {
    int column = 0;
    while (column < code.width) {
        if (!is_dark(code, column, row)) {
            ++column;
            continue;
        }
        const int begin = column;
        while (column < code.width && is_dark(code, column, row)) {
            ++column;
        }
        fmt::format_to(std::back_inserter(path), "M{} {}h{}v1h-{}z", begin + quiet_modules,
                       row + quiet_modules, column - begin, column - begin);
    }
}

}  // namespace

std::string qr_svg(std::string_view text) {
    if (text.empty() || text.size() > qr_bytes_max) {
        return {};
    }
    const std::string bytes(text);
    const std::unique_ptr<QRcode, FreeCode> code{
        QRcode_encodeData(static_cast<int>(bytes.size()),
                          reinterpret_cast<const unsigned char*>(bytes.data()), 0, QR_ECLEVEL_M)};
    if (!code) {
        return {};
    }
    std::string path;
    for (int row = 0; row < code->width; ++row) {
        draw_row(path, *code, row);
    }
    const int size = code->width + 2 * quiet_modules;
    return fmt::format("<svg class=\"qr\" xmlns=\"http://www.w3.org/2000/svg\" "
                       "viewBox=\"0 0 {0} {0}\" width=\"200\" height=\"200\" "
                       "shape-rendering=\"crispEdges\" aria-hidden=\"true\" focusable=\"false\">"
                       "<rect width=\"{0}\" height=\"{0}\" fill=\"#fff\"/>"
                       "<path fill=\"#000\" d=\"{1}\"/></svg>",
                       size, path);
}

}  // namespace standby::http
