// What each step is worth was measured on pages that were turned, blurred, shaded and made small:
// see tests/scans.
#include "scans/letters.hpp"

#include "intake/reading/request.hpp"

#include <leptonica/allheaders.h>
#include <tesseract/baseapi.h>

#include <algorithm>
#include <utility>

namespace standby::scans {
namespace {

// Letters of 30 points and more are read best: a page of paper then has about so many across.
constexpr int long_side_min = 2'400;
constexpr int long_side_max = 4'200;
constexpr int confidence_good = 78;

Picture or_same(Pix* changed, Pix* before) {
    return Picture(changed != nullptr ? changed : pixClone(before));
}

Picture in_good_size(Pix* grey) {
    const int side = std::max(pixGetWidth(grey), pixGetHeight(grey));
    float factor = 1;
    if (side < long_side_min) {
        constexpr float factor_max = 4;
        factor = std::min(factor_max, static_cast<float>(long_side_min) / static_cast<float>(side));
    } else if (side > long_side_max) {
        factor = static_cast<float>(long_side_max) / static_cast<float>(side);
    }
    return factor == 1 ? Picture(pixClone(grey)) : or_same(pixScale(grey, factor, factor), grey);
}

// Shadows and yellow paper go; the paper is white.
Picture on_white(Pix* grey) {
    return or_same(pixBackgroundNormSimple(grey, nullptr, nullptr), grey);
}

// Up to 20 degrees, which is more than anybody holds a telephone aslant.
Picture straightened(Pix* grey) {
    constexpr int reduce = 2;
    constexpr float range_degrees = 20;
    constexpr float step_degrees = 1;
    return or_same(
        pixDeskewGeneral(grey, reduce, range_degrees, step_degrees, reduce, 0, nullptr, nullptr),
        grey);
}

// By a quarter of a circle, so many times.
Picture turned(Pix* grey, int quarters) {
    return or_same(quarters == 0 ? pixClone(grey) : pixRotateOrth(grey, quarters), grey);
}

}  // namespace

LetterReader::LetterReader(Engines engines) : engines_(std::move(engines)) {}

LetterReader::~LetterReader() = default;

namespace {

std::unique_ptr<tesseract::TessBaseAPI> engine_for(const char* languages) {
    auto engine = std::make_unique<tesseract::TessBaseAPI>();
    engine->SetVariable("debug_file", "/dev/null");
    return engine->Init(nullptr, languages, tesseract::OEM_LSTM_ONLY) == 0 ? std::move(engine)
                                                                           : nullptr;
}

}  // namespace

std::unique_ptr<LetterReader> LetterReader::make() {
    using enum interchange::Language;
    Engines engines;
    for (const char* languages : {"eng+deu+fra+spa", "eng"}) {
        engines.all = engine_for(languages);
        if (engines.all) {
            break;
        }
    }
    if (!engines.all) {
        return nullptr;
    }
    for (const auto& [language, names] :
         {std::pair{German, "deu+eng"}, std::pair{French, "fra+eng"},
          std::pair{Spanish, "spa+eng"}}) {
        if (auto engine = engine_for(names)) {
            engines.of_language[language] = std::move(engine);
        }
    }
    return std::make_unique<LetterReader>(std::move(engines));
}

Letters LetterReader::read_upright(tesseract::TessBaseAPI& engine, Pix* straight) {
    engine.SetPageSegMode(tesseract::PSM_AUTO);
    engine.SetImage(straight);
    constexpr int usual_resolution = 300;
    engine.SetSourceResolution(usual_resolution);
    const std::unique_ptr<char[]> text(engine.GetUTF8Text());
    Letters letters{.text = text == nullptr ? std::string() : std::string(text.get()),
                    .confidence = engine.MeanTextConf()};
    std::erase(letters.text, '\r');
    std::erase(letters.text, '\f');
    if (letters.text.find_first_not_of(" \n") == std::string::npos) {
        letters = {};
    }
    engine.Clear();
    return letters;
}

Letters LetterReader::read(const Picture& grey) {
    const Picture sized = in_good_size(grey.get());
    const Picture white = on_white(sized.get());
    Letters best;
    Picture best_page;
    // Most come upright; those that don't are seldom upside down.
    for (const int quarters : {0, 1, 3, 2}) {
        const Picture upright = turned(white.get(), quarters);
        Picture page = straightened(upright.get());
        Letters found = read_upright(*engines_.all, page.get());
        // A page on its side gives a few letters of which tesseract may be very sure.
        const auto weight = [](const Letters& letters) {
            return static_cast<double>(letters.confidence) *
                   static_cast<double>(std::min<std::size_t>(letters.text.size(), 400));
        };
        const bool is_good = found.confidence >= confidence_good && found.text.size() >= 20;
        if (weight(found) > weight(best)) {
            best = std::move(found);
            best_page = std::move(page);
        }
        if (is_good) {
            break;
        }
    }
    const auto known = engines_.of_language.find(intake::guess_language(best.text));
    if (best_page == nullptr || known == engines_.of_language.end()) {
        return best;
    }
    constexpr int worse_at_most = 5;
    Letters again = read_upright(*known->second, best_page.get());
    return again.confidence + worse_at_most >= best.confidence ? again : best;
}

}  // namespace standby::scans
