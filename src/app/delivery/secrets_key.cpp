// XSalsa20-Poly1305 (libsodium's secretbox). The file holds 64 hexadecimal digits, so that it can
// be copied to other nodes by any means.
#include "app/delivery/secrets_key.hpp"

#include "base/assert.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"

#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iterator>

namespace standby::app {
namespace {

// The first byte of everything sealed: on disk, never changed.
constexpr std::byte form{1};
constexpr std::size_t file_bytes_max = 1024;

void start_sodium() {
    static const bool is_ready = sodium_init() >= 0;
    ASSERT(is_ready);
}

// Written under another name first: whoever finds it finds it whole, and the first to be there
// stays.
bool put_new_file(const std::string& path, std::string_view content) {
    const std::string fresh = path + ".new" + std::to_string(::getpid());
    ::unlink(fresh.c_str());
    const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const bool is_written =
        file >= 0 &&
        ::write(file, content.data(), content.size()) == static_cast<ssize_t>(content.size()) &&
        ::fsync(file) == 0;
    if (file >= 0) {
        ::close(file);
    }
    const bool is_there =
        is_written && (::link(fresh.c_str(), path.c_str()) == 0 || errno == EEXIST);
    ::unlink(fresh.c_str());
    return is_there;
}

}  // namespace

std::string secrets_key_path(const ServeOptions& options) {
    return options.secrets_key_file.empty() ? options.data_dir + "/secrets.key"
                                            : options.secrets_key_file;
}

Result<std::optional<SecretsKey>, std::string> SecretsKey::read(const std::string& path) {
    start_sodium();
    if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) {
        return std::nullopt;
    }
    std::ifstream file(path, std::ios::binary);
    std::string text(file_bytes_max, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    const std::string_view digits = trim(text);
    Bytes key{};
    bool is_good = digits.size() == 2 * key.size();
    for (std::size_t index = 0; is_good && index < key.size(); ++index) {
        const auto high = hex_digit(digits[2 * index]);
        const auto low = hex_digit(digits[2 * index + 1]);
        is_good = high && low;
        key[index] = is_good ? static_cast<unsigned char>(*high * 16 + *low) : 0;
    }
    sodium_memzero(text.data(), text.size());
    if (!is_good) {
        return std::unexpected("the key file " + path +
                               " cannot be read, or is not one: it holds 64 hexadecimal digits");
    }
    return SecretsKey(key);
}

Result<SecretsKey, std::string> SecretsKey::read_or_make(const std::string& path) {
    if (const auto known = TRY(read(path))) {
        return *known;
    }
    Bytes key{};
    randombytes_buf(key.data(), key.size());
    if (!put_new_file(path, to_hex(std::as_bytes(std::span(key))) + "\n")) {
        return std::unexpected("the key file " + path + " could not be written");
    }
    // Another may have been faster.
    if (const auto made = TRY(read(path))) {
        return *made;
    }
    return std::unexpected("the key file " + path + " is gone again");
}

std::vector<std::byte> SecretsKey::seal(std::string_view text) const {
    std::vector<unsigned char> sealed(1 + crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES +
                                      text.size());
    sealed[0] = static_cast<unsigned char>(form);
    unsigned char* nonce = sealed.data() + 1;
    randombytes_buf(nonce, crypto_secretbox_NONCEBYTES);
    crypto_secretbox_easy(nonce + crypto_secretbox_NONCEBYTES,
                          static_cast<const unsigned char*>(static_cast<const void*>(text.data())),
                          text.size(), nonce, key_.data());
    const auto bytes = std::as_bytes(std::span(sealed));
    return {bytes.begin(), bytes.end()};
}

std::optional<std::string> SecretsKey::open(std::span<const std::byte> sealed) const {
    constexpr std::size_t least = 1 + crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
    if (sealed.size() < least || sealed.front() != form) {
        return std::nullopt;
    }
    const auto* nonce =
        static_cast<const unsigned char*>(static_cast<const void*>(sealed.data() + 1));
    std::string text(sealed.size() - least, '\0');
    const bool is_genuine =
        crypto_secretbox_open_easy(static_cast<unsigned char*>(static_cast<void*>(text.data())),
                                   nonce + crypto_secretbox_NONCEBYTES,
                                   sealed.size() - 1 - crypto_secretbox_NONCEBYTES, nonce,
                                   key_.data()) == 0;
    return is_genuine ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace standby::app
