#include "app/commands/secret_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace standby::app {

Result<void, std::string> write_secret_file(const std::string& path, std::string_view content) {
    const std::string fresh = path + ".new";
    ::unlink(fresh.c_str());
    const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool is_written = file >= 0 && ::write(file, content.data(), content.size()) ==
                                             static_cast<ssize_t>(content.size());
    const bool is_synced = is_written && ::fsync(file) == 0;
    if (file >= 0) {
        ::close(file);
    }
    if (!is_synced || std::rename(fresh.c_str(), path.c_str()) != 0) {
        ::unlink(fresh.c_str());
        return std::unexpected("the file " + path + " could not be written");
    }
    return {};
}

}  // namespace standby::app
