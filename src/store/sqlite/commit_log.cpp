// Each file begins with a head that says whose it is and where it begins. A record is its size, a
// checksum, its number and its bytes. The checksum begins with the head's salt, which is drawn anew
// whenever a file is written from its beginning, so what an earlier turn left behind is no record.
#include "store/sqlite/commit_log.hpp"

#include "base/bytes.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace standby::store {
namespace {

using engine::StoreError;
namespace files = std::filesystem;

constexpr std::string_view magic = "standby commits1";
constexpr std::size_t head_size = 64;
constexpr std::size_t record_head = 16;
// No batch is that large; a size that is damaged allocates no more.
constexpr std::uint32_t record_max = 1U << 30U;

std::uint32_t checksum(std::uint64_t salt, std::uint64_t number, std::span<const std::byte> data) {
    std::vector<std::byte> named;
    ByteWriter writer(named);
    writer.u64(salt);
    writer.u64(number);
    uLong sum = crc32_z(0, reinterpret_cast<const Bytef*>(named.data()), named.size());
    if (!data.empty()) {  // zlib takes a null pointer for the wish to begin anew
        sum = crc32_z(sum, reinterpret_cast<const Bytef*>(data.data()), data.size());
    }
    return static_cast<std::uint32_t>(sum);
}

struct Head {
    std::uint64_t salt = 0;
    std::uint64_t first = 0;
};

std::vector<std::byte> encode_head(const LogIdentity& identity, const Head& head) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.raw(std::as_bytes(std::span(magic.data(), magic.size())));
    writer.raw(identity);
    writer.u64(head.salt);
    writer.u64(head.first);
    writer.u32(checksum(head.salt, head.first, bytes));
    bytes.resize(head_size);
    return bytes;
}

std::optional<Head> decode_head(const LogIdentity& identity, std::span<const std::byte> bytes) {
    if (bytes.size() < head_size) {
        return std::nullopt;
    }
    constexpr std::size_t named_size = magic.size() + sizeof(LogIdentity);
    ByteReader reader(bytes.subspan(named_size));
    Head head{.salt = reader.u64(), .first = reader.u64()};
    return std::ranges::equal(bytes.first(head_size), encode_head(identity, head))
               ? std::optional(head)
               : std::nullopt;
}

bool write_all(int descriptor, std::span<const std::byte> bytes, std::uint64_t at) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
        at += static_cast<std::uint64_t>(written);
    }
    return true;
}

// Nothing when the file is not there.
Result<std::optional<std::vector<std::byte>>, std::string> read_file(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        if (errno == ENOENT) {
            return std::nullopt;
        }
        return std::unexpected(fmt::format("{} cannot be read: {}", path, std::strerror(errno)));
    }
    std::vector<std::byte> bytes;
    struct stat status{};
    if (::fstat(descriptor, &status) == 0) {
        bytes.resize(static_cast<std::size_t>(status.st_size));
    }
    std::size_t have = 0;
    while (have < bytes.size()) {
        const ssize_t count =
            ::pread(descriptor, bytes.data() + have, bytes.size() - have, static_cast<off_t>(have));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            break;
        }
        have += static_cast<std::size_t>(count);
    }
    const bool is_whole = have == bytes.size();
    const int reason = errno;
    ::close(descriptor);
    if (!is_whole) {
        return std::unexpected(fmt::format("{} cannot be read: {}", path, std::strerror(reason)));
    }
    return bytes;
}

// A file as it was found.
struct Found {
    Head head;
    std::vector<std::byte> bytes;

    // Calls each(number, data) for every record that is whole. Returns the size up to there.
    template <class Each>
    Result<std::uint64_t, std::string> for_each(const Each& each) const {
        std::uint64_t at = head_size;
        for (std::uint64_t number = head.first;; ++number) {
            const auto rest = std::span(bytes).subspan(static_cast<std::size_t>(at));
            ByteReader reader(rest);
            const std::uint32_t size = reader.u32();
            const std::uint32_t sum = reader.u32();
            const bool is_next = reader.u64() == number && size <= record_max;
            const auto data = reader.raw(is_next ? size : 0);
            if (!reader.ok() || !is_next || checksum(head.salt, number, data) != sum) {
                return at;
            }
            TRY(each(number, data));
            at += record_head + size;
        }
    }
};

Result<std::optional<Found>, std::string> find(const std::string& path,
                                               const LogIdentity& identity) {
    auto bytes = TRY(read_file(path));
    if (!bytes) {
        return std::nullopt;
    }
    const auto head = decode_head(identity, *bytes);
    return head ? std::optional(Found{.head = *head, .bytes = std::move(*bytes)}) : std::nullopt;
}

bool sync_folder(const std::string& path) {
    const std::string folder = files::path(path).parent_path().string();
    const int directory =
        ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool is_synced = directory >= 0 && ::fsync(directory) == 0;
    if (directory >= 0) {
        ::close(directory);
    }
    return is_synced;
}

}  // namespace

std::array<std::string, 2> CommitLog::paths_beside(const std::string& database) {
    return {database + "-log-a", database + "-log-b"};
}

CommitLog::CommitLog(Options options) : options_(std::move(options)) {
    const auto paths = paths_beside(options_.database);
    for (std::size_t index = 0; index < files_.size(); ++index) {
        files_.at(index).path = paths.at(index);
    }
}

CommitLog::~CommitLog() {
    for (const File& file : files_) {
        if (file.descriptor >= 0) {
            ::close(file.descriptor);
        }
    }
}

Result<void, std::string> CommitLog::recover(std::uint64_t folded, const EachRecord& each) {
    std::vector<std::pair<std::size_t, Found>> found;
    for (std::size_t index = 0; index < files_.size(); ++index) {
        if (auto one = TRY(find(files_.at(index).path, options_.identity))) {
            found.emplace_back(index, *std::move(one));
        }
    }
    std::ranges::sort(found, {}, [](const auto& one) { return one.second.head.first; });
    next_ = folded + 1;
    for (auto& [index, one] : found) {
        File& file = files_.at(index);
        file.salt = one.head.salt;
        file.first = one.head.first;
        file.size = TRY(one.for_each([&](std::uint64_t number, std::span<const std::byte> data) {
            file.last = number;
            if (number < next_) {
                return Result<void, std::string>{};  // its rows are there
            }
            if (number > next_) {
                return Result<void, std::string>(std::unexpected(fmt::format(
                    "{} goes on at record {}, but {} only has what came up to record {}: they "
                    "don't belong together. If a copy was put in place of the database by hand, "
                    "move {} and {} away",
                    file.path, number, options_.database, next_ - 1, files_[0].path,
                    files_[1].path)));
            }
            ++next_;
            return each(number, data);
        }));
        turn_ = index;
    }
    return {};
}

Result<std::uint64_t, std::string> CommitLog::last_in(const std::string& database,
                                                      const LogIdentity& identity) {
    std::uint64_t last = 0;
    for (const std::string& path : paths_beside(database)) {
        if (const auto one = TRY(find(path, identity))) {
            TRY(one->for_each([&](std::uint64_t number, std::span<const std::byte>) {
                last = std::max(last, number);
                return Result<void, std::string>{};
            }));
        }
    }
    return last;
}

bool CommitLog::open(File& file) const {
    if (file.descriptor < 0) {
        file.descriptor = ::open(file.path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0640);
        if (file.descriptor >= 0 && !sync_folder(file.path)) {
            ::close(std::exchange(file.descriptor, -1));
        }
    }
    return file.descriptor >= 0;
}

// The head is synced together with the first record after it.
bool CommitLog::begin(File& file) {
    Head head{.first = next_};
    if (!open(file) || ::getrandom(&head.salt, sizeof head.salt, 0) != sizeof head.salt ||
        !write_all(file.descriptor, encode_head(options_.identity, head), 0)) {
        return false;
    }
    file.salt = head.salt;
    file.first = head.first;
    file.size = head_size;
    file.last = 0;
    return true;
}

// A file is written from its beginning when nothing in it is needed any more. While both are
// needed, the one whose turn it is grows.
bool CommitLog::take_turn() {
    File& mine = files_.at(turn_);
    File& other = files_.at(1 - turn_);
    if (has_begun_ && mine.size < options_.turn_bytes) {
        return true;
    }
    if (mine.last == 0) {
        has_begun_ = begin(mine);
        return has_begun_;
    }
    if (other.last == 0) {
        turn_ = 1 - turn_;
        has_begun_ = begin(other);
        return has_begun_;
    }
    return has_begun_;
}

Result<void, StoreError> CommitLog::append(std::span<const std::vector<std::byte>> records) {
    if (!settle() || !take_turn()) {
        return std::unexpected(StoreError::NotCommitted);
    }
    File& file = files_.at(turn_);
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    std::uint64_t number = next_;
    for (const std::vector<std::byte>& record : records) {
        if (record.size() > record_max) {
            return std::unexpected(StoreError::NotCommitted);
        }
        writer.u32(static_cast<std::uint32_t>(record.size()));
        writer.u32(checksum(file.salt, number, record));
        writer.u64(number);
        writer.raw(record);
        ++number;
    }
    if (write_all(file.descriptor, bytes, file.size) && options_.calls.sync(file.descriptor) == 0) {
        file.size += bytes.size();
        file.last = number - 1;
        next_ = number;
        return {};
    }
    is_broken_ = true;
    return std::unexpected(settle() ? StoreError::NotCommitted : StoreError::OutcomeUnknown);
}

// What was written half, or whole without being acknowledged, is cut off.
bool CommitLog::heal() {
    const File& file = files_.at(turn_);
    return options_.calls.cut(file.descriptor, static_cast<off_t>(file.size)) == 0 &&
           options_.calls.sync(file.descriptor) == 0;
}

bool CommitLog::settle() {
    if (is_broken_ && heal()) {
        is_broken_ = false;
    }
    return !is_broken_;
}

void CommitLog::let_go(std::uint64_t number) {
    for (File& file : files_) {
        if (file.last != 0 && file.last <= number) {
            file.last = 0;
        }
    }
}

bool CommitLog::wants_room() const {
    return has_begun_ && files_.at(turn_).size >= options_.turn_bytes &&
           files_.at(1 - turn_).last != 0;
}

bool CommitLog::remove() {
    for (File& file : files_) {
        if (file.descriptor >= 0) {
            ::close(std::exchange(file.descriptor, -1));
        }
        if (::unlink(file.path.c_str()) != 0 && errno != ENOENT) {
            return false;
        }
        file.last = 0;
        file.size = 0;
    }
    has_begun_ = false;
    return sync_folder(options_.database);
}

}  // namespace standby::store
