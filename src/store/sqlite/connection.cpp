#include "store/sqlite/connection.hpp"

#include <fmt/core.h>
#include <sqlite3.h>

#include <array>
#include <charconv>

namespace standby::store {
namespace {

constexpr int primary(int code) {
    return code & 0xff;
}

SqlError error_of(sqlite3* handle) {
    return {.code = sqlite3_extended_errcode(handle), .text = sqlite3_errmsg(handle)};
}

}  // namespace

bool SqlError::is_busy() const {
    return primary(code) == SQLITE_BUSY || primary(code) == SQLITE_LOCKED;
}

bool SqlError::is_full() const {
    return primary(code) == SQLITE_FULL;
}

bool SqlError::is_not_a_database() const {
    return primary(code) == SQLITE_NOTADB;
}

bool SqlError::is_damaged() const {
    return primary(code) == SQLITE_CORRUPT;
}

bool SqlError::is_read_only() const {
    return primary(code) == SQLITE_READONLY;
}

std::string text_of(const SqlError& error) {
    return fmt::format("{} (SQLite code {})", error.text, error.code);
}

Query::~Query() {
    if (statement_ != nullptr) {
        sqlite3_reset(statement_);
        sqlite3_clear_bindings(statement_);
    }
}

void Query::put_integer(int index, std::int64_t value) {
    sqlite3_bind_int64(statement_, index, value);
}

void Query::put_real(int index, double value) {
    sqlite3_bind_double(statement_, index, value);
}

// A null pointer would bind NULL, so an empty text or blob needs an address of its own.
void Query::put_text(int index, std::string_view value) {
    sqlite3_bind_text64(statement_, index, value.empty() ? "" : value.data(), value.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
}

void Query::put_blob(int index, std::span<const std::byte> value) {
    if (value.empty()) {
        sqlite3_bind_zeroblob(statement_, index, 0);
    } else {
        sqlite3_bind_blob64(statement_, index, value.data(), value.size(), SQLITE_STATIC);
    }
}

void Query::put_null(int index) {
    sqlite3_bind_null(statement_, index);
}

Query& Query::bind_named(std::span<const SqlValue> values) {
    std::array<char, 8> name{'$'};
    for (std::size_t index = 0; statement_ != nullptr && index < values.size(); ++index) {
        *std::to_chars(name.data() + 1, name.data() + name.size() - 1, index + 1).ptr = '\0';
        put(sqlite3_bind_parameter_index(statement_, name.data()), values[index]);
    }
    return *this;
}

Result<bool, std::string> Query::next() {
    switch (statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_)) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return false;
    default:
        return std::unexpected(text_of(error_of(handle_)));
    }
}

Result<void, std::string> Query::run() {
    if (TRY(next())) {
        return std::unexpected("the statement yields rows");
    }
    sqlite3_reset(statement_);
    return {};
}

std::int64_t Query::integer(std::size_t column) const {
    return sqlite3_column_int64(statement_, static_cast<int>(column));
}

double Query::real(std::size_t column) const {
    return sqlite3_column_double(statement_, static_cast<int>(column));
}

bool Query::is_null(std::size_t column) const {
    return sqlite3_column_type(statement_, static_cast<int>(column)) == SQLITE_NULL;
}

std::string_view Query::view(std::size_t column) const {
    const auto index = static_cast<int>(column);
    const unsigned char* data = sqlite3_column_text(statement_, index);
    const int size = sqlite3_column_bytes(statement_, index);
    if (data == nullptr) {
        return {};
    }
    return {reinterpret_cast<const char*>(data), static_cast<std::size_t>(size)};
}

std::span<const std::byte> Query::blob(std::size_t column) const {
    const auto index = static_cast<int>(column);
    const void* data = sqlite3_column_blob(statement_, index);
    const int size = sqlite3_column_bytes(statement_, index);
    return {static_cast<const std::byte*>(data), static_cast<std::size_t>(size)};
}

Result<std::unique_ptr<Connection>, SqlError> Connection::open(const std::string& path,
                                                               const Options& options) {
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    switch (options.mode) {
    case Mode::ReadOnly:
        flags |= SQLITE_OPEN_READONLY;
        break;
    case Mode::ReadWrite:
        flags |= SQLITE_OPEN_READWRITE;
        break;
    case Mode::Create:
        flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
        break;
    }
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags,
                                     options.vfs.empty() ? nullptr : options.vfs.c_str());
    if (code != SQLITE_OK) {
        SqlError error{.code = code,
                       .text = handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code)};
        sqlite3_close(handle);
        return std::unexpected(std::move(error));
    }
    sqlite3_busy_timeout(handle, static_cast<int>(options.busy_timeout.count()));
    // tidy: allow raw_new because the constructor is private and the owner takes it at once
    return std::unique_ptr<Connection>(new Connection(handle));
}

Connection::~Connection() {
    for (const auto& [text, statement] : statements_) {
        sqlite3_finalize(statement);
    }
    sqlite3_close(handle_);
}

bool Connection::execute(const std::string& sql) {
    return sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

Query Connection::query(std::string_view sql) {
    const auto [found, is_new] = statements_.try_emplace(sql, nullptr);
    if (is_new) {
        sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                           SQLITE_PREPARE_PERSISTENT, &found->second, nullptr);
        if (found->second == nullptr) {
            statements_.erase(found);
            return {handle_, nullptr};
        }
    }
    return {handle_, found->second};
}

Result<std::uint64_t, std::string> Connection::run(const SqlStatement& statement,
                                                   const EachRow& each) {
    Query found = query(statement.text);
    found.bind_named(statement.values);
    while (TRY(found.next())) {
        each(found);
        if (found.is_damaged()) {
            return std::unexpected(damage_in(statement));
        }
    }
    return static_cast<std::uint64_t>(changes());
}

std::optional<std::int64_t> Connection::integer_of(std::string_view sql) {
    Query found = query(sql);
    return found.next().value_or(false) ? std::optional(found.integer(0)) : std::nullopt;
}

std::optional<std::string> Connection::text_of(std::string_view sql) {
    Query found = query(sql);
    return found.next().value_or(false) ? std::optional(found.text(0)) : std::nullopt;
}

SqlError Connection::error() const {
    return error_of(handle_);
}

std::int64_t Connection::changes() const {
    return sqlite3_changes64(handle_);
}

std::int64_t Connection::last_insert_id() const {
    return sqlite3_last_insert_rowid(handle_);
}

bool Connection::in_transaction() const {
    return sqlite3_get_autocommit(handle_) == 0;
}

}  // namespace standby::store
