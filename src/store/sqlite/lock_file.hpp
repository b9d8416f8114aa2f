// One process owns a database file: it holds a lock on `<file>.lock` and has written its process
// id into it. The lock ends with the process, however that ends; the file stays behind.
#pragma once

#include "base/result.hpp"

#include <string>
#include <utility>

namespace standby::store {

class LockFile {
public:
    // `name` is what errors call the file that is protected.
    static Result<LockFile, std::string> take(const std::string& path, const std::string& name);
    ~LockFile();
    LockFile(LockFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    LockFile& operator=(LockFile&&) = delete;

private:
    explicit LockFile(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;
};

}  // namespace standby::store
