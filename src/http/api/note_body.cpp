#include "http/api/note_body.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "http/api/body.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

std::size_t characters_in(std::string_view text) {
    std::size_t count = 0;
    while (take_code_point(text)) {
        ++count;
    }
    return count;
}

bool is_same_tag(std::string_view one, std::string_view other) {
    return to_lower(one) == to_lower(other);
}

bool has_tag(const std::vector<std::string>& tags, std::string_view tag) {
    return std::ranges::any_of(tags, [&](const std::string& one) { return is_same_tag(one, tag); });
}

std::optional<std::string> read_tag(const JsonValue& item) {
    if (item.type != JsonType::Text) {
        return std::nullopt;
    }
    std::string tag(trim(item.text));
    const bool is_clean = std::ranges::none_of(
        tag, [](char letter) { return static_cast<unsigned char>(letter) < 0x20; });
    if (tag.empty() || !is_clean || characters_in(tag) > tag_length_max) {
        return std::nullopt;
    }
    return tag;
}

std::optional<std::vector<std::string>> read_tags(FieldReader& reader, std::string_view name) {
    const JsonValue* given = reader.given(name);
    if (given == nullptr) {
        return std::nullopt;
    }
    if (given->type != JsonType::Array || given->items.size() > engine::note_tags_max) {
        reader.error(name, "must be a list of at most 20 tags");
        return std::nullopt;
    }
    std::vector<std::string> tags;
    for (std::size_t index = 0; index < given->items.size(); ++index) {
        auto tag = read_tag(given->items[index]);
        if (!tag) {
            reader.error(std::string(name) + "[" + std::to_string(index) + "]",
                         "must be a text of 1 to 40 characters on one line");
        } else if (!has_tag(tags, *tag)) {
            tags.push_back(*std::move(tag));
        }
    }
    return tags;
}

}  // namespace

Result<NoteBody, Problem> parse_note(std::string_view body) {
    return read_body<NoteBody>(body, [](FieldReader& reader, NoteBody& note) {
        note.text = reader.lines("text", guest_note_length_max);
        if (note.text && trim(*note.text).empty()) {
            note.text->clear();
        }
        note.tags = read_tags(reader, "tags");
        note.add_tags = read_tags(reader, "add_tags").value_or(std::vector<std::string>{});
        note.remove_tags = read_tags(reader, "remove_tags").value_or(std::vector<std::string>{});
    });
}

Result<engine::GuestNote, Problem> merged(const NoteBody& body, engine::GuestNote present) {
    if (body.text) {
        present.text = *body.text;
    }
    if (body.tags) {
        present.tags = *body.tags;
    }
    for (const std::string& tag : body.add_tags) {
        if (!has_tag(present.tags, tag)) {
            present.tags.push_back(tag);
        }
    }
    std::erase_if(present.tags,
                  [&](const std::string& tag) { return has_tag(body.remove_tags, tag); });
    if (present.tags.size() > engine::note_tags_max) {
        return std::unexpected(invalid("add_tags", "would make more than 20 tags"));
    }
    return present;
}

Result<SearchBody, Problem> parse_search(std::string_view body) {
    return read_body<SearchBody>(body, [](FieldReader& reader, SearchBody& search) {
        search.text = reader.text("text", {.length_max = search_text_length_max}).value_or("");
        if (search.text.empty()) {
            reader.error("text", "must be a part of a name, an address, a number or a tag");
        }
        const auto limit = reader.integer("limit", 1, search_results_max);
        search.limit = limit ? static_cast<std::size_t>(*limit) : search.limit;
    });
}

}  // namespace standby::http
