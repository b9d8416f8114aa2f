#include "intake/table/archive.hpp"

#include <fmt/core.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <utility>

namespace standby::intake {
namespace {

struct CloseFile {
    void operator()(zip_file_t* file) const { zip_fclose(file); }
};

std::int64_t index_of(zip* archive, std::string part) {
    constexpr zip_flags_t flags = ZIP_FL_NOCASE | ZIP_FL_ENC_GUESS;
    const std::int64_t index = zip_name_locate(archive, part.c_str(), flags);
    if (index >= 0) {
        return index;
    }
    std::ranges::replace(part, '/', '\\');  // as some programs of Windows have it
    return zip_name_locate(archive, part.c_str(), flags);
}

}  // namespace

TableError damaged(std::string words) {
    return {TableProblem::Damaged, std::move(words)};
}

void Archive::Close::operator()(zip* archive) const {
    zip_discard(archive);
}

Result<Archive, TableError> Archive::open(std::string_view bytes, Allowance& allowance) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    zip* archive = source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, &error);
    if (archive == nullptr && source != nullptr) {
        zip_source_free(source);
    }
    zip_error_fini(&error);
    if (archive == nullptr) {
        return std::unexpected(
            damaged("the file is damaged: it begins like a packed file and cannot be unpacked"));
    }
    return Archive(archive, allowance);
}

bool Archive::has(const std::string& part) const {
    return index_of(archive_.get(), part) >= 0;
}

Result<void, TableError> Archive::read(const std::string& part, const Take& take) {
    const std::int64_t index = index_of(archive_.get(), part);
    if (index < 0) {
        return std::unexpected(damaged(fmt::format("the file is damaged: it has no {}", part)));
    }
    zip_stat_t stat;
    if (zip_stat_index(archive_.get(), static_cast<zip_uint64_t>(index), 0, &stat) == 0 &&
        (stat.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && stat.encryption_method != ZIP_EM_NONE) {
        return std::unexpected(TableError{
            TableProblem::Encrypted, "the file is protected with a password: save it without one"});
    }
    const std::unique_ptr<zip_file_t, CloseFile> file(
        zip_fopen_index(archive_.get(), static_cast<zip_uint64_t>(index), 0));
    if (file == nullptr) {
        return std::unexpected(damaged(fmt::format("{} in the file cannot be unpacked", part)));
    }
    std::array<char, 64 * 1024> piece{};
    while (true) {
        const std::int64_t size = zip_fread(file.get(), piece.data(), piece.size());
        if (size < 0) {
            return std::unexpected(damaged(fmt::format("{} in the file is damaged", part)));
        }
        if (size == 0) {
            return {};
        }
        TRY(allowance_->take_unpacked(static_cast<std::uint64_t>(size)));
        TRY(take(std::string_view(piece.data(), static_cast<std::size_t>(size))));
    }
}

Result<std::string, TableError> Archive::read_whole(const std::string& part) {
    std::string whole;
    TRY(read(part, [&](std::string_view piece) -> Result<void, TableError> {
        whole += piece;
        return {};
    }));
    return whole;
}

}  // namespace standby::intake
