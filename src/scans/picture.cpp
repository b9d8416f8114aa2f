#include "scans/picture.hpp"

#include <leptonica/allheaders.h>
#include <libheif/heif.h>

#include <cstdint>
#include <utility>

namespace standby::scans {
namespace {

using intake::PieceProblem;

struct FreeHeif {
    void operator()(heif_context* context) const { heif_context_free(context); }
    void operator()(heif_image_handle* handle) const { heif_image_handle_release(handle); }
    void operator()(heif_image* image) const { heif_image_release(image); }
};
template <class Object>
using Heif = std::unique_ptr<Object, FreeHeif>;

const l_uint8* data_of(std::string_view bytes) {
    return reinterpret_cast<const l_uint8*>(bytes.data());
}

Result<void, PieceProblem> check_size(std::int64_t width, std::int64_t height) {
    if (width < picture_side_min || height < picture_side_min) {
        return std::unexpected(PieceProblem::NoText);
    }
    if (width > 100'000 || height > 100'000 ||
        static_cast<std::size_t>(width * height) > picture_points_max) {
        return std::unexpected(PieceProblem::TooLarge);
    }
    return {};
}

Result<Picture, PieceProblem> open_heic(std::string_view bytes) {
    const Heif<heif_context> context(heif_context_alloc());
    heif_context_set_max_decoding_threads(context.get(), 0);
    heif_image_handle* handle_found = nullptr;
    if (heif_context_read_from_memory_without_copy(context.get(), bytes.data(), bytes.size(),
                                                   nullptr)
                .code != heif_error_Ok ||
        heif_context_get_primary_image_handle(context.get(), &handle_found).code != heif_error_Ok) {
        return std::unexpected(PieceProblem::Damaged);
    }
    const Heif<heif_image_handle> handle(handle_found);
    TRY(check_size(heif_image_handle_get_width(handle.get()),
                   heif_image_handle_get_height(handle.get())));
    heif_image* image_found = nullptr;
    if (heif_decode_image(handle.get(), &image_found, heif_colorspace_RGB,
                          heif_chroma_interleaved_RGB, nullptr)
            .code != heif_error_Ok) {
        return std::unexpected(PieceProblem::Damaged);
    }
    const Heif<heif_image> image(image_found);
    int stride = 0;
    const std::uint8_t* plane =
        heif_image_get_plane_readonly(image.get(), heif_channel_interleaved, &stride);
    const int width = heif_image_get_width(image.get(), heif_channel_interleaved);
    const int height = heif_image_get_height(image.get(), heif_channel_interleaved);
    Picture grey(plane == nullptr ? nullptr : pixCreate(width, height, 8));
    if (grey == nullptr) {
        return std::unexpected(PieceProblem::Damaged);
    }
    l_uint32* line = pixGetData(grey.get());
    for (int y = 0; y < height; ++y, line += pixGetWpl(grey.get())) {
        const std::uint8_t* point = plane + static_cast<std::ptrdiff_t>(y) * stride;
        for (int x = 0; x < width; ++x, point += 3) {
            // As the eye weighs red, green and blue.
            const int grey_value = (point[0] * 77 + point[1] * 151 + point[2] * 28) >> 8;
            SET_DATA_BYTE(line, x, static_cast<l_uint8>(grey_value));
        }
    }
    return grey;
}

Result<Picture, PieceProblem> in_grey(Pix* found) {
    const Picture pix(found);
    if (pix == nullptr) {
        return std::unexpected(PieceProblem::Damaged);
    }
    TRY(check_size(pixGetWidth(pix.get()), pixGetHeight(pix.get())));
    // Whatever shows through is white, as paper is.
    const Picture opaque(pixGetSpp(pix.get()) == 4 ? pixAlphaBlendUniform(pix.get(), 0xFFFFFF00)
                                                   : pixClone(pix.get()));
    Picture grey(opaque == nullptr ? nullptr : pixConvertTo8(opaque.get(), 0));
    if (grey == nullptr) {
        return std::unexpected(PieceProblem::Damaged);
    }
    return grey;
}

bool is_tiff(std::string_view bytes) {
    using namespace std::string_view_literals;
    return bytes.starts_with("II*\0"sv) || bytes.starts_with("MM\0*"sv);
}

}  // namespace

void DestroyPix::operator()(Pix* pix) const {
    pixDestroy(&pix);
}

bool is_heic(std::string_view bytes) {
    constexpr std::size_t brand_at = 8;
    if (bytes.size() < 12 || bytes.substr(4, 4) != "ftyp") {
        return false;
    }
    for (const std::string_view brand : {"heic", "heix", "hevc", "heim", "heis", "mif1", "msf1"}) {
        if (bytes.substr(brand_at, 4) == brand) {
            return true;
        }
    }
    return false;
}

Result<Picture, PieceProblem> open_picture(std::string_view bytes) {
    if (is_heic(bytes)) {
        return open_heic(bytes);
    }
    l_int32 format = IFF_UNKNOWN;
    l_int32 width = 0;
    l_int32 height = 0;
    if (pixReadHeaderMem(data_of(bytes), bytes.size(), &format, &width, &height, nullptr, nullptr,
                         nullptr) != 0) {
        return std::unexpected(PieceProblem::Damaged);
    }
    // What a BMP or a GIF says of its size is only believed when it was read.
    if (width > 0 && height > 0) {
        TRY(check_size(width, height));
    }
    return in_grey(pixReadMem(data_of(bytes), bytes.size()));
}

int count_pages(std::string_view bytes) {
    if (!is_tiff(bytes)) {
        return 1;
    }
    // Pages are asked for until there is none; a few more than are read at all.
    int pages = 0;
    std::size_t offset = 0;
    do {
        const Picture page(pixReadMemFromMultipageTiff(data_of(bytes), bytes.size(), &offset));
        if (page == nullptr) {
            break;
        }
        ++pages;
    } while (offset != 0 && pages <= static_cast<int>(intake::mail_pages_max));
    return pages;
}

Result<Picture, PieceProblem> open_page(std::string_view bytes, int page) {
    if (!is_tiff(bytes)) {
        return open_picture(bytes);
    }
    return in_grey(pixReadMemTiff(data_of(bytes), bytes.size(), page));
}

void prepare_pictures() {
    setMsgSeverity(L_SEVERITY_NONE);
    heif_init(nullptr);
}

}  // namespace standby::scans
