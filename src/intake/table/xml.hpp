// XML as it comes, element by element, without a tree. Names are without their prefixes, which
// programs choose as they like. A document type, in which strangers could define texts that grow
// without end, is refused: no spreadsheet has one.
#pragma once

#include "intake/table/archive.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace standby::intake {

class XmlAttributes {
public:
    explicit XmlAttributes(const char** names_and_values) : pairs_(names_and_values) {}
    // Empty when there is none.
    [[nodiscard]] std::string_view get(std::string_view name) const {
        return find(name).value_or("");
    }
    [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;

private:
    const char** pairs_;
};

// What is done with a document. An error ends the reading.
class XmlReader {
public:
    virtual ~XmlReader() = default;
    virtual Result<void, TableError> begin(std::string_view name,
                                           const XmlAttributes& attributes) = 0;
    virtual Result<void, TableError> end(std::string_view name) = 0;
    // In as many pieces as it comes.
    virtual void text(std::string_view piece) { static_cast<void>(piece); }
};

Result<void, TableError> read_xml(Archive& archive, const std::string& part, XmlReader& reader);

}  // namespace standby::intake
