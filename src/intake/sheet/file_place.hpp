// A sheet that is a file in the folder for sheets.
#pragma once

#include "intake/sheet/sheet_file.hpp"
#include "intake/sheet/sheet_place.hpp"

#include <string>

namespace standby::intake::sheet {

PlaceTrouble trouble_of(FileProblem problem);

class FilePlace final : public SheetBytes {
public:
    FilePlace(Sandbox& sandbox, const SheetFolder& folder, std::string file)
        : SheetBytes(sandbox), folder_(folder), file_(std::move(file)) {}

    [[nodiscard]] std::string beside() const override { return sibling_of(file_); }

protected:
    Result<std::string_view, PlaceTrouble> read_bytes() override;
    Result<void, PlaceTrouble> replace(std::string_view bytes) override;
    Result<void, PlaceTrouble> write_beside(std::string_view bytes) override;

private:
    const SheetFolder& folder_;
    std::string file_;
    FileNow now_;
};

}  // namespace standby::intake::sheet
