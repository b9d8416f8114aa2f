// Records of numbered fields, as they are stored. Every field has a number under which it is stored
// for ever. A field that has its default is left out; one that is missing has its default. What
// carries a number that this version does not know was written by a newer one: it is kept as bytes
// (`later`) and written back where it was.
//
// One description of a type's fields, `fields(coder, one, plain)`, serves every direction; `plain`
// is a default-constructed value. There, `coder.field(number, one.x...)` is a field, numbers
// ascend, and the initialiser of a member is what its absence means, so it never changes either. A
// number that is no longer used stays named: `coder.retired(number)`. What 0.1 wrote by position is
// said with `positioned` instead of `field`, in that order, and `group` where a byte told whether
// anything follows; nothing is ever added to those.
//
//   record: field* 0        field: tag [value]        tag: varint of number * 4 + form
#pragma once

#include "base/assert.hpp"
#include "core/audit/coding.hpp"

namespace standby::core::coding {

enum class Form : std::uint8_t {
    Varint,  // a number
    Bytes,   // a length, then that many bytes: texts, lists, structs, records
    Flag,    // nothing: the yes or no that is not the default, or "none" where the default is some
};

template <class Value>
const Value& plain_of() {
    static const Value plain{};
    return plain;
}

// Records inside of records, which keep their unknown fields themselves.
template <class Value>
concept Open =
    Like<Value, Rules> || Like<Value, Settings> || Like<Value, Wants> || Like<Value, Slot>;

template <class Value>
struct Kinds {
    static constexpr bool is_optional = false, is_list = false, is_map = false;
};
template <class Value>
struct Kinds<std::optional<Value>> {
    static constexpr bool is_optional = true, is_list = false, is_map = false;
};
template <class Value>
struct Kinds<std::vector<Value>> {
    static constexpr bool is_optional = false, is_list = true, is_map = false;
};
template <class Key, class Value>
struct Kinds<std::map<Key, Value>> {
    static constexpr bool is_optional = false, is_list = false, is_map = true;
};

// The form of a value that is there.
template <class Value>
constexpr Form form_of() {
    if constexpr (std::same_as<Value, bool>) {
        return Form::Flag;
    } else if constexpr (Open<Value> || Closed<Value> || std::same_as<Value, std::string> ||
                         Kinds<Value>::is_list || Kinds<Value>::is_map) {
        return Form::Bytes;
    } else {
        return Form::Varint;
    }
}

class NumberedWriter {
public:
    explicit NumberedWriter(std::vector<std::byte>& output) : output_(output), bytes_(output) {}

    template <class Value>
    void field(std::uint32_t number, const Value& one, const Value& plain) {
        ASSERT(number == last_ + 1);  // none is left out without being named as retired
        last_ = number;
        if (!(one == plain)) {
            put(number, one);
        }
    }
    template <class Value>
    void positioned(std::uint32_t number, const Value& one, const Value& plain) {
        field(number, one, plain);
    }
    void group(auto&& put_fields) { put_fields(); }
    void retired(std::uint32_t number) {
        ASSERT(number == last_ + 1);
        last_ = number;
    }
    // Fields that were read and not understood.
    void later(std::string_view kept) {
        bytes_.raw(std::as_bytes(std::span(kept.data(), kept.size())));
    }
    void end() { bytes_.u8(0); }

private:
    void tag(std::uint32_t number, Form form) {
        bytes_.varint(std::uint64_t{number} * 4 + static_cast<std::uint64_t>(form));
    }

    template <class Value>
    void put(std::uint32_t number, const Value& one) {
        if constexpr (Kinds<Value>::is_optional) {
            static_assert(form_of<typename Value::value_type>() != Form::Flag);
            one ? put(number, *one) : tag(number, Form::Flag);
        } else {
            tag(number, form_of<Value>());
            if constexpr (std::same_as<Value, std::string>) {
                bytes_.string(one);
            } else if constexpr (form_of<Value>() == Form::Bytes) {
                sized([&] { content(one); });
            } else if constexpr (form_of<Value>() == Form::Varint) {
                Packer{output_}.value(one);
            }
        }
    }

    template <class Value>
    void content(const Value& one) {
        Packer packer{output_};
        if constexpr (Open<Value>) {
            NumberedWriter nested{output_};
            fields(nested, one, plain_of<Value>());
            nested.later(one.later);
        } else if constexpr (Kinds<Value>::is_list) {
            for (const auto& element : one) {
                packer.value(element);
            }
        } else if constexpr (Kinds<Value>::is_map) {
            for (const auto& [key, element] : one) {
                each(packer, key, element);
            }
        } else {
            packer.value(one);
        }
    }

    // The length is written when it is known; nearly always it is one byte.
    void sized(auto&& write) {
        const std::size_t at = output_.size();
        output_.push_back(std::byte{0});
        write();
        std::size_t size = output_.size() - at - 1;
        if (size < 0x80) {
            output_[at] = static_cast<std::byte>(size);
            return;
        }
        std::vector<std::byte> length;
        ByteWriter{length}.varint(size);
        output_[at] = length.front();
        output_.insert(output_.begin() + static_cast<std::ptrdiff_t>(at) + 1, length.begin() + 1,
                       length.end());
    }

    std::vector<std::byte>& output_;
    ByteWriter bytes_;
    std::uint32_t last_ = 0;
};

// Reads fields into a value that has its defaults. Call `finish` after its fields.
class NumberedReader {
public:
    enum class Ends : std::uint8_t { WithZero, WithInput };

    NumberedReader(std::span<const std::byte> input, Findings& findings, Ends ends)
        : input_(input), in_(input, findings), ends_(ends) {
        next();
    }

    template <class Value>
    void field(std::uint32_t number, Value& one, const Value& plain) {
        pass(number);
        if (number_ != number) {
            return;
        }
        get(one, plain);
        // There is one encoding of the default, and it is none.
        if (one == plain) {
            in_.bytes().fail();
        }
        next();
    }
    template <class Value>
    void positioned(std::uint32_t number, Value& one, const Value& plain) {
        field(number, one, plain);
    }
    void group(auto&& get_fields) { get_fields(); }
    void retired(std::uint32_t number) {
        pass(number);
        if (number_ == number) {
            skip();
            next();
        }
    }

    // The fields that are left: those of a newer version. The bytes behind the record are `rest`.
    std::string_view finish() {
        const std::size_t begin = at_;
        newest_ = number_;
        while (number_ != 0) {
            skip();
            next();
        }
        if (!in_.bytes().ok()) {
            return {};
        }
        return {reinterpret_cast<const char*>(input_.data()) + begin, at_ - begin};
    }
    // The first number that was not known; 0: all were.
    std::uint32_t newest() const { return newest_; }
    std::span<const std::byte> rest() { return input_.last(in_.bytes().remaining()); }
    bool ok() { return in_.bytes().ok(); }

private:
    void next() {
        const std::uint32_t last = number_;
        number_ = 0;
        at_ = input_.size() - in_.bytes().remaining();
        if (!in_.bytes().ok() || (ends_ == Ends::WithInput && at_ == input_.size())) {
            return;
        }
        const std::uint64_t tag = in_.bytes().varint();
        if (tag == 0 && ends_ == Ends::WithZero) {
            return;
        }
        form_ = static_cast<Form>(tag % 4);
        if (tag / 4 <= last || tag / 4 > number_max || form_ > Form::Flag) {
            in_.bytes().fail();
            return;
        }
        number_ = static_cast<std::uint32_t>(tag / 4);
    }

    // Numbers between those of this version were never given out.
    void pass(std::uint32_t number) {
        if (number_ != 0 && number_ < number) {
            in_.bytes().fail();
            number_ = 0;
        }
    }

    void skip() {
        if (form_ == Form::Varint) {
            in_.bytes().varint();
        } else if (form_ == Form::Bytes) {
            in_.bytes().bytes();
        }
    }

    template <class Value>
    void get(Value& one, const Value& plain) {
        if constexpr (Kinds<Value>::is_optional) {
            if (form_ == Form::Flag) {
                one.reset();
            } else {
                get(one.emplace(), plain_of<typename Value::value_type>());
            }
        } else if (form_ != form_of<Value>()) {
            in_.bytes().fail();
        } else if constexpr (std::same_as<Value, bool>) {
            one = !plain;
        } else if constexpr (std::same_as<Value, std::string> || form_of<Value>() == Form::Varint) {
            in_.value(one);
        } else {
            content(one, in_.bytes().bytes());
        }
    }

    template <class Value>
    void content(Value& one, std::span<const std::byte> input) {
        bool is_whole = in_.bytes().ok();
        if constexpr (Open<Value>) {
            NumberedReader nested{input, in_.findings(), Ends::WithInput};
            fields(nested, one, plain_of<Value>());
            one.later = nested.finish();
            is_whole = is_whole && nested.ok();
        } else {
            Unpacker inside{input, in_.findings()};
            if constexpr (Kinds<Value>::is_list) {
                one.clear();
                while (inside.bytes().ok() && inside.bytes().remaining() > 0) {
                    inside.value(one.emplace_back());
                }
            } else if constexpr (Kinds<Value>::is_map) {
                one.clear();
                while (inside.bytes().ok() && inside.bytes().remaining() > 0) {
                    inside.pair(one);
                }
            } else {
                inside.value(one);
            }
            is_whole = is_whole && inside.bytes().finished();
        }
        if (!is_whole) {
            in_.bytes().fail();
        }
    }

    static constexpr std::uint64_t number_max = 1'000'000;

    std::span<const std::byte> input_;
    Unpacker in_;
    Ends ends_;
    std::uint32_t number_ = 0;  // of the field that comes next; 0: none
    Form form_ = Form::Varint;
    std::size_t at_ = 0;  // where its tag begins
    std::uint32_t newest_ = 0;
};

// Reads what 0.1 wrote: the values alone, in the order of their numbers.
class PositionalReader {
public:
    PositionalReader(std::span<const std::byte> input, Findings& findings) : in_(input, findings) {}

    Unpacker& values() { return in_; }

    template <class Value>
    void positioned(std::uint32_t, Value& one, const Value&) {
        if constexpr (Open<Value>) {
            fields(*this, one, plain_of<Value>());
        } else {
            in_.value(one);
        }
    }
    void group(auto&& get_fields) {
        bool present = false;
        in_.value(present);
        if (present) {
            get_fields();
        }
    }
    void field(std::uint32_t, auto&, const auto&) {}
    void retired(std::uint32_t) {}

private:
    Unpacker in_;
};

void fields(auto& coder, Like<Wants> auto&... one) {
    coder.positioned(1, one.service...);
    coder.positioned(2, one.staff...);
    coder.positioned(3, one.place...);
    coder.positioned(4, one.earliest...);
    coder.positioned(5, one.latest...);
    coder.positioned(6, one.weekly...);
    coder.positioned(7, one.min_notice...);
    coder.positioned(8, one.max_price...);
    coder.positioned(9, one.time_zone...);
    coder.positioned(10, one.instant_yes...);
    coder.positioned(11, one.move_up...);
    coder.field(12, one.or_services...);
    coder.field(13, one.or_staff...);
    coder.field(14, one.or_places...);
    coder.field(15, one.by_text...);
}
void fields(auto& coder, Like<Slot> auto&... one) {
    coder.positioned(1, one.starts_at...);
    coder.positioned(2, one.duration...);
    coder.positioned(3, one.service...);
    coder.positioned(4, one.staff...);
    coder.positioned(5, one.place...);
    coder.positioned(6, one.size_min...);
    coder.positioned(7, one.size_max...);
    coder.positioned(8, one.price...);
    coder.field(9, one.service_names...);
    coder.field(10, one.staff_names...);
    coder.field(11, one.place_names...);
    coder.field(12, one.blank_is_any...);
    coder.field(13, one.any_hour...);
}
// Up to 23 by position; see for_each_numbered_rule.
void fields(auto& coder, Like<Rules> auto&... one) {
    for_each_numbered_rule([&](std::uint32_t number, std::string_view, auto member) {
        if (number <= 23) {
            coder.positioned(number, (one.*member)...);
        } else {
            coder.field(number, (one.*member)...);
        }
    });
}
void fields(auto& coder, Like<Settings> auto&... one) {
    coder.positioned(1, one.kind...);
    coder.positioned(2, one.time_zone...);
    coder.positioned(3, one.starts_at...);
    coder.positioned(4, one.capacity...);
    coder.positioned(5, one.inventory...);
    coder.field(6, one.archived...);
    coder.field(7, one.practice...);
    coder.field(8, one.access_url...);
}

}  // namespace standby::core::coding
