// What a change would do, as JSON with marks for names.
#pragma once

#include "base/json/writer.hpp"
#include "core/model/ids.hpp"
#include "engine/history/preview.hpp"
#include "interchange/view/resource.hpp"

#include <span>
#include <string>

namespace standby::interchange {

struct PreviewFacts {
    core::ResourceNumber resource;
    engine::Preview preview;
    std::vector<std::string> sentences;  // the rules as they would be
    DrawSeed seed = DrawSeed::Hidden;
};
void write_preview(JsonWriter& writer, const PreviewFacts& facts);

}  // namespace standby::interchange
