// Finds the letters in a picture: straightens it, takes shadows away, turns it until words come
// out, and reads it in four languages.
#pragma once

#include "interchange/wording/language.hpp"
#include "scans/picture.hpp"

#include <map>
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
    // One that knows several languages at once takes them for the first of them too often, so that
    // accents get lost: what language it is, it tells well enough for another that knows it best.
    struct Engines {
        std::unique_ptr<tesseract::TessBaseAPI> all;
        std::map<interchange::Language, std::unique_ptr<tesseract::TessBaseAPI>> of_language;
    };

    // Null: the languages are not there. Needs files.
    static std::unique_ptr<LetterReader> make();
    explicit LetterReader(Engines engines);
    ~LetterReader();
    LetterReader(const LetterReader&) = delete;
    LetterReader& operator=(const LetterReader&) = delete;

    Letters read(const Picture& grey);

private:
    static Letters read_upright(tesseract::TessBaseAPI& engine, Pix* straight);

    Engines engines_;
};

}  // namespace standby::scans
