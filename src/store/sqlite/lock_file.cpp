// An open-file-description lock, which also keeps out a second store inside the same process.
#include "store/sqlite/lock_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace standby::store {
namespace {

std::string holder(int descriptor) {
    std::array<char, 32> text{};
    const ssize_t size = pread(descriptor, text.data(), text.size() - 1, 0);
    std::string digits;
    for (ssize_t at = 0; at < size; ++at) {
        const char letter = text[static_cast<std::size_t>(at)];
        if (letter < '0' || letter > '9') {
            break;
        }
        digits += letter;
    }
    return digits;
}

}  // namespace

Result<LockFile, std::string> LockFile::take(const std::string& path, const std::string& name) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640);
    if (descriptor < 0) {
        return std::unexpected(
            fmt::format("{} cannot be locked: {}: {}", name, path, std::strerror(errno)));
    }
    LockFile lock(descriptor);
    struct flock whole{};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    if (::fcntl(descriptor, F_OFD_SETLK, &whole) != 0) {
        if (errno != EAGAIN && errno != EACCES) {
            return std::unexpected(
                fmt::format("{} cannot be locked: {}: {}", name, path, std::strerror(errno)));
        }
        const std::string pid = holder(descriptor);
        return std::unexpected(fmt::format("{} is in use by another Standby process{}", name,
                                           pid.empty() ? "" : fmt::format(" (pid {})", pid)));
    }
    // The id is there for people only; that it could not be written does not matter.
    const std::string pid = fmt::format("{}\n", ::getpid());
    const bool written =
        ::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, pid.data(), pid.size(), 0) > 0;
    static_cast<void>(written);
    return lock;
}

LockFile::~LockFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

}  // namespace standby::store
