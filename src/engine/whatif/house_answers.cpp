// What came within a step counts as if it had come in its middle; an offer that ran out was
// listened to until then.
#include "engine/whatif/house_answers.hpp"

#include "engine/whatif/response_model.hpp"

#include <algorithm>

namespace standby::engine::whatif {
namespace {

// More offers than this tell nothing new; their shares are kept.
constexpr std::uint64_t offers_looked_at = 20'000;

Duration begin_of(std::size_t step) {
    return step == 0 ? Duration{0} : Duration{answer_steps[step - 1]};
}

Duration end_of(std::size_t step) {
    return step < answer_steps.size() ? Duration{answer_steps[step]} : 2 * begin_of(step);
}

}  // namespace

void HouseAnswers::add(const Cell& figures) {
    for (std::size_t step = 0; step < yes_.size(); ++step) {
        yes_[step] += figures.count(Figure::YesAfter, step);
        no_[step] += figures.count(Figure::NoAfter, step);
        ran_out_[step] += figures.count(Figure::RanOutAfter, step);
    }
    // Both ring on the phone.
    for (const TellingChannel channel : {TellingChannel::Sms, TellingChannel::WhatsApp}) {
        by_text_ += figures.count(Figure::ChannelOffers, static_cast<std::uint64_t>(channel));
    }
    by_mail_ +=
        figures.count(Figure::ChannelOffers, static_cast<std::uint64_t>(TellingChannel::Mail));
}

std::optional<Duration> HouseAnswers::window() const {
    std::uint64_t answers = 0;
    std::uint64_t offers = 0;
    for (std::size_t step = 0; step < yes_.size(); ++step) {
        answers += yes_[step] + no_[step];
        offers += yes_[step] + no_[step] + ran_out_[step];
    }
    if (answers < answers_to_learn_from) {
        return std::nullopt;
    }
    const std::uint64_t every = std::max<std::uint64_t>(1, offers / offers_looked_at);
    const Medium usual = by_mail_ > by_text_ ? Medium::Mail : Medium::Text;
    Evidence evidence;
    const auto add = [&](std::uint64_t count, Answer answer, Duration after) {
        const AskedOffer offer{.when = {.medium = usual},
                               .reply = {.answer = answer, .after = after},
                               .listened = after};
        for (std::uint64_t one = 0; one < count; one += every) {
            evidence.add(offer);
        }
    };
    for (std::size_t step = 0; step < yes_.size(); ++step) {
        const Duration middle = (begin_of(step) + end_of(step)) / 2;
        add(yes_[step], Answer::Yes, middle);
        add(no_[step], Answer::No, middle);
        add(ran_out_[step], Answer::None, middle);
    }
    return best_window(ResponseModel(evidence).curve(usual));
}

}  // namespace standby::engine::whatif
