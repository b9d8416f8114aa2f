#include "scans/documents.hpp"

#include "base/characters.hpp"
#include "base/text.hpp"
#include "base/text_encoding.hpp"
#include "intake/reading/html_text.hpp"

#include <leptonica/allheaders.h>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace standby::scans {
namespace {

using intake::MailPiece;
using intake::PieceKind;
using intake::PieceProblem;

bool has_words(std::string_view text) {
    constexpr std::ptrdiff_t letters_min = 3;
    return std::ranges::count_if(text, [](char one) {
               return is_letter(one) || is_digit(one) || static_cast<unsigned char>(one) >= 0x80;
           }) >= letters_min;
}

void add_text(MailPiece& piece, std::string_view text) {
    text = trim(text, " \n\t");
    if (text.empty()) {
        return;
    }
    piece.text += piece.text.empty() ? "" : "\n\n";
    piece.text += text;
    piece.text.resize(cut_at_character(piece.text, intake::piece_text_bytes_max).size());
}

std::string utf8_of(const poppler::ustring& text) {
    const poppler::byte_array bytes = text.to_utf8();
    std::string result(bytes.begin(), bytes.end());
    std::erase(result, '\r');
    std::erase(result, '\f');
    std::erase(result, '\0');
    return result;
}

// A page of a PDF that has no text, as a picture.
Result<Picture, PieceProblem> draw(const poppler::page& page) {
    constexpr double points_per_inch = 72;
    constexpr double side_pixels = 2'600;
    const poppler::rectf size = page.page_rect();
    const double side = std::max(size.width(), size.height());
    if (!(side >= 1) || side > 1e5) {
        return std::unexpected(PieceProblem::Damaged);
    }
    const double resolution = std::min(600.0, side_pixels * points_per_inch / side);
    poppler::page_renderer renderer;
    renderer.set_image_format(poppler::image::format_gray8);
    renderer.set_render_hint(poppler::page_renderer::antialiasing, true);
    renderer.set_render_hint(poppler::page_renderer::text_antialiasing, true);
    const poppler::image image = renderer.render_page(&page, resolution, resolution);
    if (!image.is_valid() || image.format() != poppler::image::format_gray8) {
        return std::unexpected(PieceProblem::Damaged);
    }
    Picture grey(pixCreate(image.width(), image.height(), 8));
    if (grey == nullptr) {
        return std::unexpected(PieceProblem::TooLarge);
    }
    l_uint32* line = pixGetData(grey.get());
    for (int y = 0; y < image.height(); ++y, line += pixGetWpl(grey.get())) {
        const char* row =
            image.const_data() + static_cast<std::ptrdiff_t>(y) * image.bytes_per_row();
        for (int x = 0; x < image.width(); ++x) {
            SET_DATA_BYTE(line, x, static_cast<unsigned char>(row[x]));
        }
    }
    return grey;
}

bool is_picture(const intake::MailAttachment& attachment) {
    return attachment.type.starts_with("image/") || is_heic(attachment.bytes);
}

bool is_named(const intake::MailAttachment& attachment, std::string_view ending) {
    return to_lower(attachment.name).ends_with(ending);
}

void read_text(const std::string& bytes, bool is_html, MailPiece& piece) {
    auto decoded = decode_text(bytes);
    if (!decoded) {
        piece.problem = PieceProblem::Damaged;
        return;
    }
    std::erase(decoded->text, '\r');
    std::erase(decoded->text, '\0');
    add_text(piece, is_html ? intake::html_to_text(decoded->text) : decoded->text);
    if (piece.text.empty()) {
        piece.problem = PieceProblem::NoText;
    }
}

}  // namespace

bool Documents::take_page(MailPiece& piece) {
    if (letters_ == nullptr) {
        piece.problem = PieceProblem::Later;
        left_some_ = true;
        return false;
    }
    if (pages_ == intake::mail_pages_max || std::chrono::steady_clock::now() > deadline_) {
        piece.problem = PieceProblem::TooLarge;
        return false;
    }
    ++pages_;
    return true;
}

void Documents::read_page(Result<Picture, PieceProblem> page, MailPiece& piece) {
    if (!page) {
        piece.problem = page.error();
        return;
    }
    const Letters letters = letters_->read(*page);
    if (!has_words(letters.text)) {
        piece.problem = piece.text.empty() ? PieceProblem::NoText : piece.problem;
        return;
    }
    if (letters.confidence < confidence_min) {
        piece.problem = PieceProblem::Unclear;
    }
    add_text(piece, letters.text);
}

void Documents::read_picture(const std::string& bytes, MailPiece& piece) {
    piece.kind = PieceKind::Scan;
    const int pages = letters_ == nullptr ? 1 : count_pages(bytes);
    if (pages == 0) {
        piece.problem = PieceProblem::Damaged;
    }
    for (int page = 0; page < pages && take_page(piece); ++page) {
        read_page(open_page(bytes, page), piece);
    }
}

void Documents::read_pdf(const std::string& bytes, MailPiece& piece) {
    piece.kind = PieceKind::Pdf;
    const std::unique_ptr<poppler::document> document(
        poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
    if (document == nullptr || document->is_locked()) {
        piece.problem = PieceProblem::Damaged;
        return;
    }
    const int pages = document->pages();
    for (int number = 0; number < pages; ++number) {
        if (number == static_cast<int>(intake::mail_pages_max)) {
            piece.problem = PieceProblem::TooLarge;
            return;
        }
        const std::unique_ptr<poppler::page> page(document->create_page(number));
        if (page == nullptr) {
            piece.problem = PieceProblem::Damaged;
            continue;
        }
        const std::string text =
            utf8_of(page->text(poppler::rectf(), poppler::page::physical_layout));
        if (has_words(text)) {
            add_text(piece, text);
        } else if (!take_page(piece)) {
            return;
        } else {
            piece.kind = PieceKind::Scan;
            read_page(draw(*page), piece);
        }
    }
}

std::optional<MailPiece> Documents::read(const intake::MailAttachment& attachment) {
    // Pictures in a signature are small, and stand in the text.
    constexpr std::size_t logo_bytes_max = 24 * 1024;
    if (attachment.is_inline && is_picture(attachment) &&
        attachment.bytes.size() < logo_bytes_max) {
        return std::nullopt;
    }
    MailPiece piece{.name = attachment.name.empty() ? attachment.type : attachment.name,
                    .kind = PieceKind::Text,
                    .problem = PieceProblem::None,
                    .text = {}};
    if (is_picture(attachment)) {
        read_picture(attachment.bytes, piece);
    } else if (attachment.bytes.starts_with("%PDF-")) {
        read_pdf(attachment.bytes, piece);
    } else if (attachment.type == "text/calendar" || is_named(attachment, ".ics")) {
        read_invitation(attachment.bytes, piece);
    } else if (attachment.type == "text/html" || is_named(attachment, ".html")) {
        read_text(attachment.bytes, true, piece);
    } else if (attachment.type == "text/plain" || is_named(attachment, ".txt")) {
        read_text(attachment.bytes, false, piece);
    } else {
        piece.problem = PieceProblem::NotRead;
    }
    return piece;
}

void prepare_documents() {
    poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
    // Its first document reads its settings.
    constexpr std::string_view nothing = "%PDF-1.4\n%%EOF\n";
    const std::unique_ptr<poppler::document> document(
        poppler::document::load_from_raw_data(nothing.data(), static_cast<int>(nothing.size())));
}

}  // namespace standby::scans
