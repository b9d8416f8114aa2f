// The sheets that lists follow. Those that are files of this server have a thread of their own, so
// that no other server's slowness holds them up; the others share a few.
#pragma once

#include "base/guarded.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/guest_links.hpp"
#include "engine/ports/sheets.hpp"
#include "intake/sandbox/sandbox.hpp"
#include "intake/sheet/open_place.hpp"
#include "intake/sheet/sheet_file.hpp"
#include "interchange/web/web_client.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::intake::sheet {

// Threads for sheets on other servers.
inline constexpr std::size_t far_sheet_threads = 3;

struct LaneServices {
    engine::Gateway& gateway;
    const core::ZoneBook& zones;
    const engine::ContactKeys& contacts;
    interchange::WebOptions web;
    // Whether this node carries out the list; only then its sheet is looked at.
    std::function<bool(core::ResourceNumber)> is_ours;
    std::function<Result<std::vector<std::byte>, engine::SheetError>(std::string_view)> seal;
    OpenSealed open_sealed;
    // Runs something that may take half a minute; false: too much is under way.
    std::function<bool(std::function<void()>)> run_apart;
    // An event's name and the list it is about, for the log.
    std::function<void(std::string_view event, core::ResourceNumber list, std::string_view what)>
        log;
};

class SheetWorker;

// What the threads share.
struct LaneShared {
    using Reports = std::map<core::ResourceNumber, engine::SheetReport>;
    struct Clients {
        std::set<std::shared_ptr<interchange::WebClient>> in_use;
        bool are_stopped = false;
    };

    SheetFolder folder;
    LaneServices services;
    Sandbox sandbox{};
    Guarded<Reports> reports{};
    Guarded<Clients> clients{};

    std::shared_ptr<interchange::WebClient> make_client();
    void drop_client(const std::shared_ptr<interchange::WebClient>& client);
};

class SheetLane final : public engine::Sheets {
public:
    // Empty: no folder for sheets. Everything named must outlive it.
    SheetLane(std::string folder, LaneServices services);
    ~SheetLane() override;

    void start();
    void stop();

    std::optional<std::string> check(const engine::SheetSettings& settings,
                                     bool is_operator) override;
    Result<std::optional<engine::FollowedSheet>, engine::StoreError>
    sheet(engine::Registry& registry, core::ResourceNumber list) override;
    Result<void, engine::SheetError> set(engine::Registry& registry, engine::AccountNumber account,
                                         core::ResourceNumber list,
                                         const engine::SheetSettings& settings,
                                         const engine::SheetSecrets& secrets, Time now) override;
    Result<bool, engine::StoreError> remove(engine::Registry& registry,
                                            engine::AccountNumber account,
                                            core::ResourceNumber list, Time now) override;
    void test(engine::AccountNumber account, core::ResourceNumber list,
              engine::SheetSettings settings, engine::SheetSecrets secrets,
              std::function<void(std::optional<engine::TestedSheet>)> done) override;
    void changed(core::ResourceNumber list) override;
    std::optional<engine::SheetReport> report(core::ResourceNumber list) override;
    bool accept(core::ResourceNumber list) override;

    // The list changed: what Standby has to say about it may be other than it was.
    void on_committed(core::ResourceNumber list);

private:
    engine::TestedSheet try_out(core::ResourceNumber list, const engine::SheetSettings& settings,
                                const engine::SheetSecrets& secrets);

    LaneShared shared_;
    std::vector<std::unique_ptr<SheetWorker>> workers_;
};

}  // namespace standby::intake::sheet
