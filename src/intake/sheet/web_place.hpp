// A sheet on a WebDAV server, such as Nextcloud. It is written only if nobody saved it meanwhile:
// the server compares (If-Match), or, where it can't, we do, right before.
#pragma once

#include "engine/ports/sheets.hpp"
#include "intake/sheet/sheet_place.hpp"
#include "interchange/web/web_client.hpp"

#include <string>

namespace standby::intake::sheet {

class WebPlace final : public SheetBytes {
public:
    WebPlace(Sandbox& sandbox, interchange::WebClient& web, const engine::SheetSettings& settings,
             const engine::SheetSecrets& secrets)
        : SheetBytes(sandbox),
          web_(web),
          url_(settings.url),
          login_{.user = settings.username, .password = secrets.password, .bearer = {}} {}

    [[nodiscard]] std::string beside() const override;

protected:
    Result<std::string_view, PlaceTrouble> read_bytes() override;
    Result<void, PlaceTrouble> replace(std::string_view bytes) override;
    Result<void, PlaceTrouble> write_beside(std::string_view bytes) override;

private:
    Result<interchange::WebAnswer, PlaceTrouble> get(const std::string& known_etag);
    Result<interchange::WebAnswer, PlaceTrouble> put(const std::string& url, std::string_view bytes,
                                                     const std::string& if_match);
    Result<void, PlaceTrouble> learn_to_compare();
    PlaceTrouble trouble_of(const interchange::WebAnswer& answer, bool is_writing) const;
    std::string url_beside() const;

    // Whether the server does what If-Match says; many answer 200 and write over whatever is there.
    enum class Compares { Unknown, Yes, No };

    interchange::WebClient& web_;
    std::string url_;
    interchange::WebLogin login_;
    std::string bytes_;  // as last read
    std::string etag_;
    std::string beside_;  // as last written
    Compares compares_ = Compares::Unknown;
};

// In words for whoever set up a sheet.
PlaceTrouble trouble_of(interchange::WebProblem problem);

}  // namespace standby::intake::sheet
