// Each folder on the way is opened by itself and never through a link, so that nobody can swap one
// for another between a check and its use.
#include "intake/sheet/sheet_file.hpp"

#include "base/text.hpp"
#include "intake/sheet/csv_sheet.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace standby::intake::sheet {
namespace {

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

FileProblem problem_of(int error) {
    switch (error) {
    case ENOENT:
        return FileProblem::NotFound;
    case ELOOP:
    case ENOTDIR:
        return FileProblem::NotAFile;
    case EACCES:
    case EPERM:
    case EROFS:
        return FileProblem::NoRights;
    default:
        return FileProblem::Failed;
    }
}

std::vector<std::string> parts_of(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        if (end > 0) {
            parts.emplace_back(path.substr(0, end));
        }
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return parts;
}

// The folder of the file, and the file's name in it.
struct Located {
    Descriptor folder;
    std::string name;
};

Result<Located, FileProblem> locate(const std::string& root, const std::string& file) {
    std::vector<std::string> parts = parts_of(file);
    if (parts.empty()) {
        return std::unexpected(FileProblem::NotAFile);
    }
    const std::string name = parts.back();
    parts.pop_back();
    Descriptor folder(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (const std::string& part : parts) {
        if (folder.number() < 0) {
            break;
        }
        folder = Descriptor(::openat(folder.number(), part.c_str(),
                                     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    }
    if (folder.number() < 0) {
        return std::unexpected(problem_of(errno));
    }
    return Located{std::move(folder), name};
}

Result<std::pair<std::string, struct stat>, FileProblem> read_at(const Located& at) {
    const Descriptor file(::openat(at.folder.number(), at.name.c_str(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.number() < 0) {
        return std::unexpected(problem_of(errno));
    }
    struct stat about{};
    if (::fstat(file.number(), &about) != 0) {
        return std::unexpected(FileProblem::Failed);
    }
    if (!S_ISREG(about.st_mode)) {
        return std::unexpected(FileProblem::NotAFile);
    }
    std::string bytes;
    std::array<char, 65'536> piece{};
    while (true) {
        const ssize_t size = ::read(file.number(), piece.data(), piece.size());
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size < 0) {
            return std::unexpected(FileProblem::Failed);
        }
        if (size == 0) {
            return std::pair(std::move(bytes), about);
        }
        bytes.append(piece.data(), static_cast<std::size_t>(size));
        if (bytes.size() > csv_bytes_max) {
            return std::unexpected(FileProblem::TooLarge);
        }
    }
}

Sha256Digest digest_of(std::string_view bytes) {
    return sha256(std::as_bytes(std::span(bytes)));
}

bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t size = ::write(file, bytes.data(), bytes.size());
        if (size < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
    }
    return true;
}

// `like` is the file whose owner and rights the new one gets.
Result<void, FileProblem> put(const Located& at, std::string_view bytes, const struct stat* like) {
    const std::string beside = "." + at.name + ".standby-new";
    ::unlinkat(at.folder.number(), beside.c_str(), 0);
    constexpr mode_t usual_mode = 0640;
    const mode_t mode = like != nullptr ? like->st_mode & 07777 : usual_mode;
    const Descriptor file(::openat(at.folder.number(), beside.c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (file.number() < 0) {
        return std::unexpected(problem_of(errno));
    }
    bool is_written = ::fchmod(file.number(), mode) == 0 && write_all(file.number(), bytes) &&
                      ::fsync(file.number()) == 0;
    if (is_written && like != nullptr) {
        // Where we may not, the folder's own rules for new files hold.
        [[maybe_unused]] const int ignored = ::fchown(file.number(), like->st_uid, like->st_gid);
    }
    is_written = is_written && ::renameat(at.folder.number(), beside.c_str(), at.folder.number(),
                                          at.name.c_str()) == 0;
    if (!is_written) {
        const int error = errno;
        ::unlinkat(at.folder.number(), beside.c_str(), 0);
        return std::unexpected(problem_of(error));
    }
    return {};
}

}  // namespace

std::string_view name_of(FileProblem problem) {
    constexpr std::string_view names[] = {"no_folder",  "outside",   "not_found",
                                          "not_a_file", "no_rights", "too_large",
                                          "changed",    "in_use",    "failed"};
    return names[static_cast<std::size_t>(problem)];
}

std::string_view sentence_about(FileProblem problem) {
    constexpr std::string_view sentences[] = {
        "Whoever runs Standby has to name a folder for sheets first, with --sheets-dir.",
        "The file must be in the folder for sheets, with no link or .. on the way.",
        "There is no such file.",
        "That is no plain file: perhaps a folder, or a link.",
        "Standby may not read or write the file. Check who owns it.",
        "The file is larger than 50 MB.",
        "The file was saved by someone else at the same moment.",
        "A program has the file open. Standby writes into it once it is closed.",
        "The file could not be read or written."};
    return sentences[static_cast<std::size_t>(problem)];
}

SheetFolder::SheetFolder(std::string path) : path_(std::move(path)) {
    while (path_.size() > 1 && path_.ends_with('/')) {
        path_.pop_back();
    }
}

Result<std::string, FileProblem> SheetFolder::path_in(std::string_view url) const {
    constexpr std::string_view scheme = "file://";
    if (!is_open()) {
        return std::unexpected(FileProblem::NoFolder);
    }
    const auto path = url.starts_with(scheme) ? percent_decode(url.substr(scheme.size()))
                                              : std::optional<std::string>();
    const std::string root = path_ == "/" ? path_ : path_ + "/";
    if (!path || !path->starts_with(root) || path->find('\0') != std::string::npos) {
        return std::unexpected(FileProblem::Outside);
    }
    const std::string inside = path->substr(root.size());
    for (const std::string& part : parts_of(inside)) {
        if (part == "." || part == "..") {
            return std::unexpected(FileProblem::Outside);
        }
    }
    if (inside.empty() || inside.ends_with('/')) {
        return std::unexpected(FileProblem::NotAFile);
    }
    return inside;
}

Result<FileNow, FileProblem> SheetFolder::read(const std::string& file) const {
    auto read = TRY(read_at(TRY(locate(path_, file))));
    FileNow now{std::move(read.first), {}};
    now.digest = digest_of(now.bytes);
    return now;
}

Result<void, FileProblem> SheetFolder::replace(const std::string& file, const Sha256Digest& read,
                                               std::string_view bytes) const {
    if (is_in_use(file)) {
        return std::unexpected(FileProblem::Open);
    }
    const Located at = TRY(locate(path_, file));
    const auto now = TRY(read_at(at));
    if (digest_of(now.first) != read) {
        return std::unexpected(FileProblem::Changed);
    }
    return put(at, bytes, &now.second);
}

Result<void, FileProblem> SheetFolder::write_beside(const std::string& file,
                                                    std::string_view bytes) const {
    const Located at = TRY(locate(path_, file));
    const auto now = read_at(at);
    if (now && now->first == bytes) {
        return {};
    }
    return put(at, bytes, now ? &now->second : nullptr);
}

bool SheetFolder::is_in_use(const std::string& file) const {
    const auto at = locate(path_, file);
    if (!at) {
        return false;
    }
    for (const std::string& lock : {".~lock." + at->name + "#", "~$" + at->name}) {
        if (::faccessat(at->folder.number(), lock.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
            return true;
        }
    }
    return false;
}

std::string SheetFolder::folder_of(const std::string& file) const {
    const std::size_t slash = file.rfind('/');
    return slash == std::string::npos ? path_ : path_ + "/" + file.substr(0, slash);
}

std::string sibling_of(const std::string& file) {
    const std::size_t slash = file.rfind('/');
    const std::size_t dot = file.rfind('.');
    const bool has_ending =
        dot != std::string::npos && (slash == std::string::npos || dot > slash + 1) && dot > 0;
    return (has_ending ? file.substr(0, dot) : file) + ".standby.csv";
}

}  // namespace standby::intake::sheet
