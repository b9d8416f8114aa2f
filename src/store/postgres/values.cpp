// Values on their way to PostgreSQL and back, in its binary format: big endian, with a length in
// front of every part of an array.
#include "base/assert.hpp"
#include "base/utf8.hpp"
#include "store/postgres/connection_impl.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

namespace standby::store {
namespace {

template <class Integer>
void append(std::vector<char>& bytes, Integer value) {
    static_assert(std::endian::native == std::endian::little);
    const auto big_endian = std::bit_cast<std::array<char, sizeof(Integer)>>(std::byteswap(value));
    bytes.insert(bytes.end(), big_endian.begin(), big_endian.end());
}

std::int64_t read_integer(const char* bytes, std::size_t size) {
    std::uint64_t bits = 0;
    for (std::size_t index = 0; index < size; ++index) {
        bits = bits << 8 | static_cast<std::uint8_t>(bytes[index]);
    }
    const std::size_t unused = 64 - size * 8;
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

// PostgreSQL refuses texts that are not UTF-8 or have a zero in them, and with them everything that
// is committed at the same time. What a provider says may be such a text.
bool is_storable(std::string_view text) {
    return text.find('\0') == std::string_view::npos && is_utf8(text);
}
std::string storable(std::string_view text) {
    std::string clean;
    while (!text.empty()) {
        std::string_view rest = text;
        const std::optional<char32_t> letter = take_code_point(rest);
        if (letter && *letter != 0) {
            clean += text.substr(0, text.size() - rest.size());
            text = rest;
        } else {
            clean += "\uFFFD";
            text.remove_prefix(1);
        }
    }
    return clean;
}

void begin_array(std::vector<char>& bytes, std::uint32_t type, std::size_t size) {
    append<std::int32_t>(bytes, size == 0 ? 0 : 1);  // dimensions
    append<std::int32_t>(bytes, 1);                  // there may be nulls
    append(bytes, type);
    if (size > 0) {
        append(bytes, static_cast<std::int32_t>(size));
        append<std::int32_t>(bytes, 1);  // the first index
    }
}
void append_null(std::vector<char>& bytes) {
    append<std::int32_t>(bytes, -1);
}
void append_element(std::vector<char>& bytes, std::int64_t value) {
    append<std::int32_t>(bytes, 8);
    append(bytes, value);
}
void append_element(std::vector<char>& bytes, const char* data, std::size_t size) {
    append(bytes, static_cast<std::int32_t>(size));
    bytes.insert(bytes.end(), data, data + size);
}
void append_element(std::vector<char>& bytes, std::span<const std::byte> value) {
    append_element(bytes, reinterpret_cast<const char*>(value.data()), value.size());
}
void append_element(std::vector<char>& bytes, std::string_view value) {
    if (is_storable(value)) {
        append_element(bytes, value.data(), value.size());
    } else {
        const std::string clean = storable(value);
        append_element(bytes, clean.data(), clean.size());
    }
}
template <class Element>
void append_element(std::vector<char>& bytes, const std::optional<Element>& value) {
    if (value) {
        append_element(bytes, *value);
    } else {
        append_null(bytes);
    }
}

template <class Element>
PgParams::Value array_of(std::uint32_t type, std::uint32_t element_type,
                         std::span<const Element> values) {
    PgParams::Value array{.type = type};
    array.bytes.reserve(20 + values.size() * 12);
    begin_array(array.bytes, element_type, values.size());
    for (const Element& value : values) {
        append_element(array.bytes, value);
    }
    return array;
}

PgParams::Value value_of(std::monostate) {
    return {.type = oid::int8, .is_null = true};
}
PgParams::Value value_of(std::int64_t value) {
    PgParams::Value made{.type = oid::int8};
    append(made.bytes, value);
    return made;
}
PgParams::Value value_of(double value) {
    PgParams::Value made{.type = oid::float8};
    append(made.bytes, std::bit_cast<std::int64_t>(value));
    return made;
}
PgParams::Value value_of(bool value) {
    return {.type = oid::boolean, .bytes = {static_cast<char>(value ? 1 : 0)}};
}
PgParams::Value value_of(std::string_view text) {
    if (is_storable(text)) {
        return {.type = oid::text, .bytes = {text.begin(), text.end()}};
    }
    const std::string clean = storable(text);
    return {.type = oid::text, .bytes = {clean.begin(), clean.end()}};
}
PgParams::Value value_of(std::span<const std::byte> bytes) {
    const char* data = reinterpret_cast<const char*>(bytes.data());
    return {.type = oid::bytea, .bytes = {data, data + bytes.size()}};
}

}  // namespace

PgParams& PgParams::add(const SqlValue& value) {
    values_.push_back(std::visit([](const auto& each) { return value_of(each); }, value));
    return *this;
}
PgParams& PgParams::add_null() {
    values_.push_back({.is_null = true});
    return *this;
}
PgParams& PgParams::add_integers(std::span<const std::int64_t> values) {
    values_.push_back(array_of(oid::int8_array, oid::int8, values));
    return *this;
}
PgParams& PgParams::add_integers(std::span<const std::optional<std::int64_t>> values) {
    values_.push_back(array_of(oid::int8_array, oid::int8, values));
    return *this;
}
PgParams& PgParams::add_texts(std::span<const std::string> values) {
    values_.push_back(array_of(oid::text_array, oid::text, values));
    return *this;
}
PgParams& PgParams::add_texts(std::span<const std::string_view> values) {
    values_.push_back(array_of(oid::text_array, oid::text, values));
    return *this;
}
PgParams& PgParams::add_texts(std::span<const std::optional<std::string>> values) {
    values_.push_back(array_of(oid::text_array, oid::text, values));
    return *this;
}
PgParams& PgParams::add_blobs(std::span<const Blob> values) {
    values_.push_back(array_of(oid::bytea_array, oid::bytea, values));
    return *this;
}
PgParams& PgParams::add_blobs(std::span<const std::optional<Blob>> values) {
    values_.push_back(array_of(oid::bytea_array, oid::bytea, values));
    return *this;
}

PgRows::PgRows(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PgRows::PgRows(PgRows&&) noexcept = default;
PgRows& PgRows::operator=(PgRows&&) noexcept = default;
PgRows::~PgRows() = default;

std::size_t PgRows::size() const {
    return static_cast<std::size_t>(PQntuples(impl_->result.get()));
}
std::uint64_t PgRows::changed() const {
    const std::string_view count = PQcmdTuples(impl_->result.get());
    std::uint64_t changed = 0;
    for (const char digit : count) {
        changed = changed * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    return changed;
}
std::string_view PgRows::command() const {
    return PQcmdStatus(impl_->result.get());
}
bool PgRows::is_null(std::size_t row, std::size_t column) const {
    ASSERT(row < size());
    ASSERT(column < static_cast<std::size_t>(PQnfields(impl_->result.get())));
    return PQgetisnull(impl_->result.get(), static_cast<int>(row), static_cast<int>(column)) != 0;
}
std::string_view PgRows::view(std::size_t row, std::size_t column) const {
    if (is_null(row, column)) {
        impl_->is_damaged = true;
        return {};
    }
    const PGresult* result = impl_->result.get();
    const int size = PQgetlength(result, static_cast<int>(row), static_cast<int>(column));
    return {PQgetvalue(result, static_cast<int>(row), static_cast<int>(column)),
            static_cast<std::size_t>(size)};
}
std::int64_t PgRows::integer(std::size_t row, std::size_t column) const {
    const std::uint32_t type = PQftype(impl_->result.get(), static_cast<int>(column));
    if (type == oid::boolean) {
        return truth(row, column) ? 1 : 0;
    }
    const std::string_view value = view(row, column);
    if (value.empty() || (type != oid::int8 && type != oid::int4 && type != oid::int2)) {
        impl_->is_damaged = true;
        return 0;
    }
    return read_integer(value.data(), value.size());
}
double PgRows::real(std::size_t row, std::size_t column) const {
    const std::string_view value = view(row, column);
    if (value.size() != sizeof(double) ||
        PQftype(impl_->result.get(), static_cast<int>(column)) != oid::float8) {
        impl_->is_damaged = true;
        return 0;
    }
    return std::bit_cast<double>(read_integer(value.data(), value.size()));
}
bool PgRows::truth(std::size_t row, std::size_t column) const {
    const std::string_view value = view(row, column);
    if (value.size() != 1) {
        impl_->is_damaged = true;
        return false;
    }
    return value[0] != 0;
}
std::string PgRows::text(std::size_t row, std::size_t column) const {
    return std::string(view(row, column));
}
std::vector<std::byte> PgRows::bytes(std::size_t row, std::size_t column) const {
    const std::string_view value = view(row, column);
    const auto* data = reinterpret_cast<const std::byte*>(value.data());
    return {data, data + value.size()};
}
bool PgRows::is_damaged() const {
    return impl_->is_damaged;
}

namespace {

template <class Integer>
bool append_narrow(std::string& row, std::int64_t value) {
    if (value < std::numeric_limits<Integer>::min() ||
        value > std::numeric_limits<Integer>::max()) {
        return false;
    }
    std::vector<char> bytes;
    append<std::int32_t>(bytes, sizeof(Integer));
    append(bytes, static_cast<Integer>(value));
    row.append(bytes.begin(), bytes.end());
    return true;
}

}  // namespace

bool append_copy_value(std::string& row, const PgParams::Value& value, std::uint32_t column_type) {
    std::vector<char> length;
    if (value.is_null) {
        append_null(length);
        row.append(length.begin(), length.end());
        return true;
    }
    if (value.type == oid::int8 && column_type == oid::int2) {
        return append_narrow<std::int16_t>(row, read_integer(value.bytes.data(), 8));
    }
    if (value.type == oid::int8 && column_type == oid::int4) {
        return append_narrow<std::int32_t>(row, read_integer(value.bytes.data(), 8));
    }
    // A text can also be kept as its bytes.
    const bool fits =
        value.type == column_type || (value.type == oid::text && column_type == oid::bytea);
    if (!fits) {
        return false;
    }
    append(length, static_cast<std::int32_t>(value.bytes.size()));
    row.append(length.begin(), length.end());
    row.append(value.bytes.begin(), value.bytes.end());
    return true;
}

}  // namespace standby::store
