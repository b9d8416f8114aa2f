// The key that seals what owners type into the pages and nobody may read again: passwords of mail
// servers, tokens of SMS services. It lies in a file beside the data, never in the database, so
// that a copy of the database alone gives nothing away.
#pragma once

#include "app/service/options.hpp"
#include "base/result.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

// --secrets-key-file, or secrets.key in the data directory.
std::string secrets_key_path(const ServeOptions& options);

class SecretsKey {
public:
    // Nothing when there is no such file. The error is a sentence that names it.
    static Result<std::optional<SecretsKey>, std::string> read(const std::string& path);
    // Reads it, or makes one that only its owner reads (0600) where there is none. Two who make it
    // at once get the same one.
    static Result<SecretsKey, std::string> read_or_make(const std::string& path);

    // Encrypted and authenticated, with a nonce of its own each time.
    std::vector<std::byte> seal(std::string_view text) const;
    // Nothing for what was sealed with another key, or changed since.
    std::optional<std::string> open(std::span<const std::byte> sealed) const;

private:
    static constexpr std::size_t key_bytes = 32;
    using Bytes = std::array<unsigned char, key_bytes>;
    explicit SecretsKey(const Bytes& key) : key_(key) {}

    Bytes key_;
};

}  // namespace standby::app
