// Pictures as they come out of telephones, scanners and mails, as points that letters can be looked
// for in.
#pragma once

#include "base/result.hpp"
#include "intake/mail/mail_reading.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

struct Pix;

namespace standby::scans {

struct DestroyPix {
    void operator()(Pix* pix) const;
};
using Picture = std::unique_ptr<Pix, DestroyPix>;

inline constexpr std::size_t picture_points_max = 60'000'000;

// Of a smaller one nobody wrote a request: a logo, or a point that counts who reads the mail.
inline constexpr int picture_side_min = 100;

// JPEG, PNG, TIFF (one page of it), GIF, WebP, BMP and HEIC, in grey. The error says what is wrong.
Result<Picture, intake::PieceProblem> open_picture(std::string_view bytes);

// The pages that a TIFF has; 1 of everything else.
int count_pages(std::string_view bytes);
Result<Picture, intake::PieceProblem> open_page(std::string_view bytes, int page);

[[nodiscard]] bool is_heic(std::string_view bytes);

// What libraries need from files, before there are none.
void prepare_pictures();

}  // namespace standby::scans
