// Spreadsheets for tests, made of their parts: so that a test shows what is in a file, and so that
// files can be wrong in ways that no program writes.
#pragma once

#include <gtest/gtest.h>
#include <zip.h>

#include <string>
#include <utility>
#include <vector>

namespace standby::intake::test {

using Parts = std::vector<std::pair<std::string, std::string>>;

// A ZIP archive of these parts.
inline std::string packed(const Parts& parts) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* buffer = zip_source_buffer_create(nullptr, 0, 0, &error);
    zip_source_keep(buffer);
    zip_t* archive = zip_open_from_source(buffer, ZIP_CREATE | ZIP_TRUNCATE, &error);
    for (const auto& [name, content] : parts) {
        zip_source_t* source = zip_source_buffer(archive, content.data(), content.size(), 0);
        EXPECT_GE(zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8), 0);
    }
    EXPECT_EQ(zip_close(archive), 0);
    zip_source_open(buffer);
    zip_stat_t stat;
    zip_source_stat(buffer, &stat);
    std::string bytes(stat.size, '\0');
    zip_source_read(buffer, bytes.data(), bytes.size());
    zip_source_close(buffer);
    zip_source_free(buffer);
    return bytes;
}

struct Xlsx {
    std::string rows;  // within <sheetData>
    std::string shared_texts;
    std::string styles;
    std::string workbook_properties;
    std::string sheets = R"(<sheet name="People" sheetId="1" r:id="rId1"/>)";
};

inline std::string packed(const Xlsx& file) {
    const std::string relations = "http://schemas.openxmlformats.org/officeDocument/relationships/";
    const auto relation = [&](const std::string& id, const std::string& type,
                              const std::string& target) {
        return "<Relationship Id=\"" + id + "\" Type=\"" + relations + type + "\" Target=\"" +
               target + "\"/>";
    };
    return packed(Parts{
        {"[Content_Types].xml", "<Types/>"},
        {"_rels/.rels", "<Relationships>" + relation("rId1", "officeDocument", "xl/workbook.xml") +
                            "</Relationships>"},
        {"xl/workbook.xml", "<workbook xmlns:r=\"r\">" + file.workbook_properties + "<sheets>" +
                                file.sheets + "</sheets></workbook>"},
        {"xl/_rels/workbook.xml.rels",
         "<Relationships>" + relation("rId1", "worksheet", "worksheets/sheet1.xml") +
             relation("rId2", "worksheet", "/xl/worksheets/sheet2.xml") +
             relation("rId3", "styles", "styles.xml") +
             relation("rId4", "sharedStrings", "sharedStrings.xml") + "</Relationships>"},
        {"xl/styles.xml", "<styleSheet>" + file.styles + "</styleSheet>"},
        {"xl/sharedStrings.xml", "<sst>" + file.shared_texts + "</sst>"},
        {"xl/worksheets/sheet1.xml",
         "<worksheet><sheetData>" + file.rows + "</sheetData></worksheet>"},
        {"xl/worksheets/sheet2.xml",
         "<worksheet><sheetData><row><c t=\"str\"><v>second</v></c></row></sheetData></worksheet>"},
    });
}

// `tables` stands within <office:spreadsheet>.
inline std::string packed_ods(const std::string& tables) {
    return packed(Parts{
        {"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
        {"content.xml",
         "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\">"
         "<office:body><office:spreadsheet>" +
             tables + "</office:spreadsheet></office:body></office:document-content>"},
    });
}

}  // namespace standby::intake::test
