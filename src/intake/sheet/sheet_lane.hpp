// The thread that looks at sheets: at once when their folder says that something was saved, when
// their list changed, and every half minute whatever happens, because network drives say nothing.
#pragma once

#include "base/guarded.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/guest_links.hpp"
#include "engine/ports/sheets.hpp"
#include "intake/sheet/list_desk.hpp"
#include "intake/sheet/sheet_file.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace standby::intake::sheet {

struct LaneServices {
    engine::Gateway& gateway;
    const core::ZoneBook& zones;
    const engine::ContactKeys& contacts;
    // Whether this node carries out the list; only then its sheet is looked at.
    std::function<bool(core::ResourceNumber)> is_ours;
    // An event's name and the list it is about, for the log.
    std::function<void(std::string_view event, core::ResourceNumber list, std::string_view what)>
        log;
};

class SheetLane final : public engine::Sheets {
public:
    // Empty: no folder for sheets. Everything named must outlive it.
    SheetLane(std::string folder, LaneServices services);
    ~SheetLane() override;

    void start();
    void stop();

    std::optional<std::string> check(const std::string& url, bool is_operator) override;
    void changed(core::ResourceNumber list) override;
    std::optional<engine::SheetReport> report(core::ResourceNumber list) override;
    bool accept(core::ResourceNumber list) override;

    // The list changed: what Standby has to say about it may be other than it was.
    void on_committed(core::ResourceNumber list);

private:
    class Work;
    using Reports = std::map<core::ResourceNumber, engine::SheetReport>;
    struct News {
        bool connections = true;  // are to be read anew
        std::set<core::ResourceNumber> lists;
        std::set<core::ResourceNumber> accepted;
    };
    void wake();

    const SheetFolder folder_;
    const LaneServices services_;
    Guarded<News> news_;
    Guarded<Reports> reports_;
    Guarded<std::set<core::ResourceNumber>> followed_;  // that have a sheet here
    int wake_up_ = -1;
    std::atomic<bool> is_stopping_ = false;
    std::thread thread_;
};

// The address out of a connection's settings; empty: there is none.
std::string url_in(std::string_view settings);
std::string settings_with(std::string_view url);

}  // namespace standby::intake::sheet
