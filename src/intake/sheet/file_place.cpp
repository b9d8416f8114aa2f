#include "intake/sheet/file_place.hpp"

#include <utility>

namespace standby::intake::sheet {

PlaceTrouble trouble_of(FileProblem problem) {
    return {.name = std::string(name_of(problem)),
            .words = std::string(sentence_about(problem)),
            .is_race = problem == FileProblem::Changed};
}

Result<std::string_view, PlaceTrouble> FilePlace::read_bytes() {
    auto read = folder_.read(file_);
    if (!read) {
        return std::unexpected(trouble_of(read.error()));
    }
    now_ = *std::move(read);
    return now_.bytes;
}

Result<void, PlaceTrouble> FilePlace::replace(std::string_view bytes) {
    const auto written = folder_.replace(file_, now_.digest, bytes);
    return written ? Result<void, PlaceTrouble>() : std::unexpected(trouble_of(written.error()));
}

Result<void, PlaceTrouble> FilePlace::write_beside(std::string_view bytes) {
    const auto written = folder_.write_beside(sibling_of(file_), bytes);
    return written ? Result<void, PlaceTrouble>() : std::unexpected(trouble_of(written.error()));
}

}  // namespace standby::intake::sheet
