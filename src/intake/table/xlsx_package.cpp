#include "intake/table/xlsx_package.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "intake/table/xml.hpp"

#include <map>
#include <utility>

namespace standby::intake {
namespace {

// What a part refers to, by the id that it uses.
struct Reference {
    std::string part;
    std::string type;  // the last word of its type
};
using References = std::map<std::string, Reference, std::less<>>;

// A target is meant from the folder of the part that names it, or from the root.
std::string part_of(std::string_view folder, std::string_view target) {
    if (target.starts_with('/')) {
        return std::string(target.substr(1));
    }
    while (target.starts_with("../")) {
        target.remove_prefix(3);
        const std::size_t slash = folder.substr(0, folder.size() - 1).rfind('/');
        folder =
            folder.empty() || slash == std::string_view::npos ? "" : folder.substr(0, slash + 1);
    }
    if (target.starts_with("./")) {
        target.remove_prefix(2);
    }
    return std::string(folder) + std::string(target);
}

class ReferenceReader : public XmlReader {
public:
    ReferenceReader(std::string_view folder, References& references)
        : folder_(folder), references_(references) {}

    Result<void, TableError> begin(std::string_view name,
                                   const XmlAttributes& attributes) override {
        if (name == "Relationship" && attributes.get("TargetMode") != "External") {
            std::string_view type = attributes.get("Type");
            type.remove_prefix(type.rfind('/') + 1);
            references_[std::string(attributes.get("Id"))] = {
                part_of(folder_, attributes.get("Target")), std::string(type)};
        }
        return {};
    }
    Result<void, TableError> end(std::string_view) override { return {}; }

private:
    std::string_view folder_;
    References& references_;
};

std::string_view folder_of(std::string_view part) {
    return part.substr(0, part.rfind('/') + 1);
}

// Empty when the part refers to nothing.
Result<References, TableError> references_of(Archive& archive, std::string_view part) {
    References references;
    const std::string_view folder = folder_of(part);
    const std::string list =
        std::string(folder) + "_rels/" + std::string(part.substr(folder.size())) + ".rels";
    if (archive.has(list)) {
        ReferenceReader reader(folder, references);
        TRY(read_xml(archive, list, reader));
    }
    return references;
}

const Reference* of_type(const References& references, std::string_view type) {
    for (const auto& [id, reference] : references) {
        if (reference.type == type) {
            return &reference;
        }
    }
    return nullptr;
}

class WorkbookReader : public XmlReader {
public:
    WorkbookReader(const References& references, XlsxPackage& package)
        : references_(references), package_(package) {}

    Result<void, TableError> begin(std::string_view name,
                                   const XmlAttributes& attributes) override {
        if (name == "workbookPr") {
            const std::string_view from_1904 = attributes.get("date1904");
            if (from_1904 == "1" || from_1904 == "true") {
                package_.epoch = Epoch::From1904;
            }
        } else if (name == "sheet") {
            XlsxSheet sheet{.name = std::string(attributes.get("name")),
                            .part = {},
                            .is_hidden = attributes.get("state").contains("idden")};
            const auto found = references_.find(attributes.get("id"));
            if (found != references_.end() && found->second.type == "worksheet") {
                sheet.part = found->second.part;
            }
            package_.sheets.push_back(std::move(sheet));
        }
        return {};
    }
    Result<void, TableError> end(std::string_view) override { return {}; }

private:
    const References& references_;
    XlsxPackage& package_;
};

class StyleReader : public XmlReader {
public:
    explicit StyleReader(std::vector<NumberFormat>& styles) : styles_(styles) {}

    Result<void, TableError> begin(std::string_view name,
                                   const XmlAttributes& attributes) override {
        if (name == "numFmt") {
            if (const auto id = parse_number<std::uint32_t>(attributes.get("numFmtId"))) {
                own_[*id] = format_of_code(attributes.get("formatCode"));
            }
        } else if (name == "cellXfs") {
            in_cells_ = true;
        } else if (name == "xf" && in_cells_) {
            const auto id = parse_number<std::uint32_t>(attributes.get("numFmtId")).value_or(0);
            const auto own = own_.find(id);
            styles_.push_back(own == own_.end() ? format_of_number(id) : own->second);
        }
        return {};
    }
    Result<void, TableError> end(std::string_view name) override {
        in_cells_ = in_cells_ && name != "cellXfs";
        return {};
    }

private:
    std::vector<NumberFormat>& styles_;
    std::map<std::uint32_t, NumberFormat> own_;
    bool in_cells_ = false;
};

class SharedTextReader : public XmlReader {
public:
    explicit SharedTextReader(std::vector<std::string>& texts) : texts_(texts) {}

    Result<void, TableError> begin(std::string_view name, const XmlAttributes&) override {
        if (name == "si") {
            text_.clear();
        }
        in_reading_ = in_reading_ || name == "rPh";
        in_text_ = name == "t" && !in_reading_;
        return {};
    }
    Result<void, TableError> end(std::string_view name) override {
        in_text_ = false;
        in_reading_ = in_reading_ && name != "rPh";
        if (name == "si") {
            texts_.push_back(without_escapes(text_));
        }
        return {};
    }
    void text(std::string_view piece) override {
        if (in_text_) {
            text_ += piece;
        }
    }

private:
    std::vector<std::string>& texts_;
    std::string text_;
    bool in_text_ = false;
    bool in_reading_ = false;  // how Japanese is read aloud
};

}  // namespace

std::string without_escapes(std::string_view text) {
    constexpr std::size_t length = 7;  // _x000D_
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view here = text.substr(at, length);
        unsigned code = 0;
        bool is_escape = here.size() == length && here.starts_with("_x") && here.ends_with('_');
        for (const char digit : is_escape ? here.substr(2, 4) : std::string_view()) {
            const auto value = hex_digit(digit);
            is_escape = is_escape && value;
            code = code * 16 + value.value_or(0);
        }
        // Only those are written so that are needed: control characters, and the _ itself.
        if (is_escape && code > 0 && code < 0x80) {
            plain += static_cast<char>(code);
            at += length - 1;
        } else {
            plain += text[at];
        }
    }
    return plain;
}

Result<XlsxPackage, TableError> read_xlsx_package(Archive& archive) {
    const References from_root = TRY(references_of(archive, ""));
    const Reference* document = of_type(from_root, "officeDocument");
    const std::string workbook = document == nullptr ? "xl/workbook.xml" : document->part;
    const References references = TRY(references_of(archive, workbook));
    XlsxPackage package;
    WorkbookReader reader(references, package);
    TRY(read_xml(archive, workbook, reader));
    if (const Reference* styles = of_type(references, "styles");
        styles != nullptr && archive.has(styles->part)) {
        StyleReader style_reader(package.styles);
        TRY(read_xml(archive, styles->part, style_reader));
    }
    if (const Reference* texts = of_type(references, "sharedStrings");
        texts != nullptr && archive.has(texts->part)) {
        package.shared_texts_part = texts->part;
    }
    return package;
}

Result<std::vector<std::string>, TableError> read_shared_texts(Archive& archive,
                                                               const std::string& part) {
    std::vector<std::string> texts;
    if (!part.empty()) {
        SharedTextReader reader(texts);
        TRY(read_xml(archive, part, reader));
    }
    return texts;
}

}  // namespace standby::intake
