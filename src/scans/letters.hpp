// Finds the letters in a picture: straightens it, takes shadows away, turns it until words come
// out, and reads it in four languages.
#pragma once

#include "scans/picture.hpp"

#include <memory>
#include <string>

namespace tesseract {
class TessBaseAPI;
}

namespace standby::scans {

struct Letters {
    std::string text;    // UTF-8, line feeds only
    int confidence = 0;  // of a hundred
};

// Below it, what comes out is mostly no words.
inline constexpr int confidence_min = 55;

class LetterReader {
public:
    // Null: the languages are not there. Needs files.
    static std::unique_ptr<LetterReader> make();
    explicit LetterReader(std::unique_ptr<tesseract::TessBaseAPI> engine);
    ~LetterReader();
    LetterReader(const LetterReader&) = delete;
    LetterReader& operator=(const LetterReader&) = delete;

    Letters read(const Picture& grey);

private:
    Letters read_upright(Pix* straight);

    std::unique_ptr<tesseract::TessBaseAPI> engine_;
};

}  // namespace standby::scans
