// A sheet that is a file below the one folder that the operator opened for sheets. Nothing leads
// out of it: no "..", no symbolic link. It is written beside and then put in place of the old one,
// with the rights of that one, and only if nobody saved it meanwhile.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake::sheet {

enum class FileProblem : std::uint8_t {
    NoFolder,  // the operator opened none
    Outside,   // the path leads elsewhere
    NotFound,
    NotAFile,  // a folder, a link or something else
    NoRights,
    TooLarge,
    Changed,  // somebody saved it since it was read
    Open,     // a program has it open and would write over it
    Failed,
};
std::string_view sentence_about(FileProblem problem);
std::string_view name_of(FileProblem problem);  // "not_found"

struct FileNow {
    std::string bytes;
    Sha256Digest digest{};
};

class SheetFolder {
public:
    // Empty: there is none.
    explicit SheetFolder(std::string path);

    [[nodiscard]] bool is_open() const { return !path_.empty(); }
    // Of "file:///sheets/salon.csv": "salon.csv".
    Result<std::string, FileProblem> path_in(std::string_view url) const;

    Result<FileNow, FileProblem> read(const std::string& file) const;
    // Only if it is still what was read.
    Result<void, FileProblem> replace(const std::string& file, const Sha256Digest& read,
                                      std::string_view bytes) const;
    // Beside the sheet, whatever was there; nothing happens where it says the same already.
    Result<void, FileProblem> write_beside(const std::string& file, std::string_view bytes) const;
    // Whether LibreOffice or Excel has it open.
    [[nodiscard]] bool is_in_use(const std::string& file) const;
    // The folder in which the file is, for whoever watches it.
    [[nodiscard]] std::string folder_of(const std::string& file) const;

private:
    std::string path_;
};

// "salon.standby.csv" of "salon.xlsx".
std::string sibling_of(const std::string& file);

}  // namespace standby::intake::sheet
