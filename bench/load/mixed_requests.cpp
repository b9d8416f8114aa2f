// Guests are kept in a vector, so that one of them is found at random and taken out in one step.
#include "bench/load/mixed_requests.hpp"

#include "base/number.hpp"
#include "base/prng.hpp"
#include "bench/load/entry_saver.hpp"
#include "bench/load/lines.hpp"
#include "bench/load/power_law.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <numeric>
#include <utility>

namespace standby::bench::load {
namespace {

enum Action : std::size_t { Join, Look, Change, Cancel, Open, Claim };
constexpr std::array<std::string_view, 6> action_names{"join",   "look", "change",
                                                       "cancel", "open", "claim"};
using Shares = std::array<std::uint32_t, action_names.size()>;

constexpr std::uint64_t services = 5;  // that slots are of and guests wish for

// Reads "join=25,look=50"; what is not named has no share.
Result<Shares, std::string> parse_shares(std::string_view text) {
    Shares shares{};
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const std::size_t equals = part.find('=');
        const auto name = std::ranges::find(action_names, part.substr(0, equals));
        const auto share = equals == std::string_view::npos
                               ? std::nullopt
                               : parse_number<std::uint32_t>(part.substr(equals + 1));
        if (name == action_names.end() || !share || *share > 1'000'000) {
            return std::unexpected(fmt::format("'{}' is no share of a mix, such as join=25", part));
        }
        shares[static_cast<std::size_t>(name - action_names.begin())] = *share;
    }
    if (std::accumulate(shares.begin(), shares.end(), 0U) == 0) {
        return std::unexpected("the shares of a mix must not all be zero");
    }
    return shares;
}

struct Guest {
    std::string entry;
    std::string token;
};

Result<std::vector<Guest>, std::string> read_guests(const std::string& path) {
    std::vector<Guest> guests;
    if (!path.empty()) {
        const Lines lines = TRY(Lines::read(path));
        for (std::size_t index = 0; index < lines.size(); ++index) {
            const Lines::Fields fields = lines.fields(index);
            guests.push_back({std::string(fields.first), std::string(fields.second)});
        }
    }
    return guests;
}

// The first id of an offer in an answer; empty if it has none.
std::string_view offer_in(std::string_view answer) {
    const std::size_t quote = answer.find("\"off_");
    if (quote == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = answer.substr(quote + 1);
    return rest.substr(0, rest.find('"'));
}

class MixedRequests final : public RequestMaker {
public:
    MixedRequests(Lines lists, std::vector<Guest> guests, const Shares& shares,
                  const CommonOptions& common, const RequestOptions& request)
        : lists_(std::move(lists)),
          law_(lists_.size(), request.power),
          guests_(std::move(guests)),
          random_(common.seed),
          seed_(common.seed),
          key_(common.key),
          slot_at_(request.slot_at),
          after_path_(request_head("", "", "", common).substr(1)),
          left_(request.count_max.value_or(UINT64_MAX)) {
        std::partial_sum(shares.begin(), shares.end(), until_.begin());
    }

    std::optional<std::string_view> next() override {
        if (left_ == 0) {
            return std::nullopt;
        }
        --left_;
        ++made_;
        action_ = possible(draw());
        switch (action_) {
        case Join:
            join();
            break;
        case Look:
            begin_for(any_guest(), "GET");
            buffer_.append("\r\n");
            break;
        case Change:
            begin_for(any_guest(), "PATCH");
            finish_with(R"({{"wants":{{"service":"service-{}"}}}})", any_service());
            break;
        case Cancel:
            leave();
            break;
        case Open:
            open();
            break;
        case Claim:
            begin("POST", "/v1/offers/", offers_.front(), ":accept", key_);
            offers_.pop_front();
            buffer_.append("Content-Length: 0\r\n\r\n");
            break;
        }
        return buffer_;
    }

    [[nodiscard]] std::vector<std::string> kinds() const override {
        return {action_names.begin(), action_names.end()};
    }
    [[nodiscard]] std::size_t kind() const override { return action_; }

    void learn(std::size_t kind, int status, std::string_view answer) override {
        if (status / 100 != 2 || (kind != Join && kind != Open)) {
            return;
        }
        if (const std::string_view offer = offer_in(answer); !offer.empty()) {
            offers_.emplace_back(offer);
        }
        const std::string_view token = text_member(answer, "token");
        if (kind == Join && !token.empty()) {
            guests_.push_back({std::string(text_member(answer, "id")), std::string(token)});
        }
    }

private:
    Action draw() {
        const std::uint64_t number = random_.below(until_.back());
        return static_cast<Action>(std::ranges::upper_bound(until_, number) - until_.begin());
    }

    [[nodiscard]] Action possible(Action wanted) const {
        const Action action = wanted == Claim && offers_.empty() ? Look : wanted;
        const bool needs_guest = action == Look || action == Change || action == Cancel;
        return needs_guest && guests_.empty() ? Join : action;
    }

    std::string_view any_list() { return lists_.fields(law_.pick(random_)).first; }
    const Guest& any_guest() { return guests_[random_.below(guests_.size())]; }
    std::uint64_t any_service() { return random_.below(services); }

    void join() {
        begin("POST", "/v1/resources/", any_list(), "/waitlist:join", "");
        finish_with(R"({{"email":"guest-{}-{}@example.com","name":"Person {}"}})", seed_, made_,
                    made_);
    }

    void leave() {
        Guest& guest = guests_[random_.below(guests_.size())];
        begin_for(guest, "DELETE");
        buffer_.append("\r\n");
        std::swap(guest, guests_.back());
        guests_.pop_back();
    }

    void open() {
        begin("POST", "/v1/resources/", any_list(), "/openings", key_);
        finish_with(R"({{"event_id":"slot-{}-{}","starts_at":"{}","duration":"30m",)"
                    R"("service":"service-{}","reason":"cancellation"}})",
                    seed_, made_, slot_at_, any_service());
    }

    void begin_for(const Guest& guest, std::string_view method) {
        begin(method, "/v1/waitlist/", guest.entry, "", guest.token);
    }

    void begin(std::string_view method, std::string_view before, std::string_view id,
               std::string_view after, std::string_view token) {
        buffer_.clear();
        buffer_.append(method).append(" ").append(before).append(id).append(after);
        buffer_.append(after_path_);
        if (!token.empty()) {
            buffer_.append("Authorization: Bearer ").append(token).append("\r\n");
        }
    }

    template <class... Values>
    void finish_with(fmt::format_string<Values...> form, Values&&... values) {
        body_.clear();
        fmt::format_to(std::back_inserter(body_), form, std::forward<Values>(values)...);
        fmt::format_to(std::back_inserter(buffer_),
                       "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
                       body_.size(), body_);
    }

    Lines lists_;
    PowerLaw law_;
    std::vector<Guest> guests_;
    std::deque<std::string> offers_;  // the oldest is claimed first
    std::array<std::uint64_t, action_names.size()> until_{};  // running sums of the shares
    Prng random_;
    std::uint64_t seed_;
    std::string key_;
    std::string slot_at_;
    std::string after_path_;
    std::string buffer_;
    std::string body_;
    std::uint64_t left_;  // how many may still be made
    std::uint64_t made_ = 0;
    Action action_ = Join;  // of the last request
};

}  // namespace

Result<std::unique_ptr<RequestMaker>, std::string> make_mixed_requests(
    const CommonOptions& common, const RequestOptions& request) {
    const Shares shares = TRY(parse_shares(request.shares));
    Lines lists = TRY(Lines::read(request.lists_file));
    std::vector<Guest> guests = TRY(read_guests(request.guests_file));
    return std::make_unique<MixedRequests>(std::move(lists), std::move(guests), shares, common,
                                           request);
}

}  // namespace standby::bench::load
