#include "intake/table/xml.hpp"

#include <expat.h>
#include <fmt/core.h>

#include <memory>
#include <type_traits>
#include <utility>

namespace standby::intake {
namespace {

std::string_view without_prefix(std::string_view name) {
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

struct Reading {
    XML_Parser parser = nullptr;
    XmlReader* reader = nullptr;
    std::optional<TableError> error;

    void stop(TableError why) {
        if (!error) {
            error = std::move(why);
            XML_StopParser(parser, XML_FALSE);
        }
    }
};

Reading& reading_of(void* data) {
    return *static_cast<Reading*>(data);
}

void on_begin(void* data, const char* name, const char** attributes) {
    Reading& reading = reading_of(data);
    if (reading.error) {
        return;
    }
    if (auto done = reading.reader->begin(without_prefix(name), XmlAttributes(attributes)); !done) {
        reading.stop(std::move(done).error());
    }
}

void on_end(void* data, const char* name) {
    Reading& reading = reading_of(data);
    if (reading.error) {
        return;
    }
    if (auto done = reading.reader->end(without_prefix(name)); !done) {
        reading.stop(std::move(done).error());
    }
}

void on_text(void* data, const char* text, int size) {
    Reading& reading = reading_of(data);
    if (!reading.error) {
        reading.reader->text(std::string_view(text, static_cast<std::size_t>(size)));
    }
}

void on_document_type(void* data, const char*, const char*, const char*, int) {
    reading_of(data).stop(damaged("the file defines texts of its own, which no spreadsheet does"));
}

}  // namespace

std::optional<std::string_view> XmlAttributes::find(std::string_view name) const {
    for (const char** pair = pairs_; pair[0] != nullptr; pair += 2) {
        if (without_prefix(pair[0]) == name) {
            return pair[1];
        }
    }
    return std::nullopt;
}

Result<void, TableError> read_xml(Archive& archive, const std::string& part, XmlReader& reader) {
    const std::unique_ptr<std::remove_pointer_t<XML_Parser>, void (*)(XML_Parser)> parser(
        XML_ParserCreate(nullptr), XML_ParserFree);
    Reading reading{.parser = parser.get(), .reader = &reader, .error = {}};
    if (parser == nullptr) {
        return std::unexpected(TableError{TableProblem::NotRead, "there is not enough memory"});
    }
    XML_SetUserData(parser.get(), &reading);
    XML_SetElementHandler(parser.get(), on_begin, on_end);
    XML_SetCharacterDataHandler(parser.get(), on_text);
    XML_SetStartDoctypeDeclHandler(parser.get(), on_document_type);
    const auto parse = [&](std::string_view piece, bool is_last) -> Result<void, TableError> {
        if (XML_Parse(parser.get(), piece.data(), static_cast<int>(piece.size()),
                      is_last ? XML_TRUE : XML_FALSE) == XML_STATUS_OK) {
            return {};
        }
        if (reading.error) {
            return std::unexpected(*std::move(reading.error));
        }
        return std::unexpected(damaged(fmt::format("{} in the file is damaged in line {}", part,
                                                   XML_GetCurrentLineNumber(parser.get()))));
    };
    TRY(archive.read(part, [&](std::string_view piece) { return parse(piece, false); }));
    return parse({}, true);
}

}  // namespace standby::intake
