#include "app/delivery/test_messages.hpp"

#include "interchange/contact/contact.hpp"
#include "notify/mail/compose.hpp"
#include "notify/messaging/diagnosis.hpp"
#include "notify/voice/voice.hpp"
#include "notify/whatsapp/templates.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace standby::app {
namespace {

using engine::Channel;

constexpr Duration idle_patience = std::chrono::seconds{1};
constexpr Duration busy_patience = std::chrono::milliseconds{200};

notify::TransportOptions transport_options() {
    notify::TransportOptions options;
    options.transfer_timeout = TestMessages::patience;
    return options;
}

}  // namespace

notify::OutgoingMessage write_test_message(Channel channel, const std::string& from,
                                           const engine::TestRecipient& recipient, Time now) {
    const std::string& to = recipient.to;
    notify::OutgoingMessage message{.id = fmt::format("test_{}", now.time_since_epoch().count()),
                                    .to = to,
                                    .from = from,
                                    .content = "Standby: this is a test. Text messages work.",
                                    .at = now};
    if (channel == Channel::WhatsApp) {
        // Whoever gets it has hardly written to the number today.
        const std::string_view locale = notify::best_locale(recipient.language, "en");
        notify::WrittenTemplate written = notify::write_template(
            notify::WhatsAppTemplate::News, locale,
            notify::sample_facts(engine::MessageKind::Waitlisted, "Standby", locale));
        message.content = std::move(written.text);
        message.form = std::move(written.form);
    }
    if (channel == Channel::Mail) {
        const auto mailbox = interchange::parse_mailbox(from);
        message.from = mailbox ? mailbox->address : from;
        message.content = notify::compose_mail(
            {.id = message.id,
             .date = now,
             .from = {message.from, mailbox && !mailbox->name.empty() ? mailbox->name : "Standby"},
             .to = {to, ""},
             .subject = "A test from Standby",
             .text = "This is a test. E-mail from Standby works.\n\nIf this landed in your spam "
                     "folder, set up SPF, DKIM and DMARC for the sender's domain.\n",
             .language = "en"});
    }
    return message;
}

TestMessages::TestMessages() : transport_(transport_options()), thread_([this] { work(); }) {}

TestMessages::~TestMessages() {
    stop();
}

void TestMessages::send(Channel channel, std::unique_ptr<notify::Provider> provider,
                        notify::OutgoingMessage message, Done done) {
    const bool is_taken = inbox_.with([&](Inbox& inbox) {
        if (inbox.is_over || inbox.waiting >= under_way_max) {
            return false;
        }
        ++inbox.waiting;
        inbox.fresh.push_back({channel, std::move(provider), std::move(message), std::move(done)});
        return true;
    });
    if (!is_taken) {
        done(std::nullopt);
        return;
    }
    transport_.wake();
}

void TestMessages::stop() {
    inbox_.with([](Inbox& inbox) { inbox.is_over = true; });
    transport_.wake();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void TestMessages::begin(Asked asked) {
    auto waiting = std::make_shared<Waiting>(
        Waiting{asked.channel, Clock::now() + patience, std::move(asked.done)});
    waiting_.push_back(waiting);
    asked.provider->send(
        asked.message, transport_,
        [this, waiting](const notify::SendResult& result) { answer(*waiting, result); });
}

void TestMessages::answer(Waiting& waiting, const notify::SendResult& result) {
    if (const Done done = std::exchange(waiting.done, nullptr)) {
        inbox_.with([](Inbox& inbox) { --inbox.waiting; });
        done(engine::TestedDelivery{.result = notify::diagnose(waiting.channel, result),
                                    .said = result.note});
    }
}

void TestMessages::work() {
    while (true) {
        auto [fresh, is_over] = inbox_.with(
            [](Inbox& inbox) { return std::pair(std::exchange(inbox.fresh, {}), inbox.is_over); });
        for (Asked& asked : fresh) {
            begin(std::move(asked));
        }
        for (const auto& waiting : waiting_) {
            if (is_over || Clock::now() >= waiting->until) {
                answer(*waiting, {.note = "no answer in time"});
            }
        }
        std::erase_if(waiting_, [](const auto& waiting) { return !waiting->done; });
        if (is_over) {
            return;
        }
        transport_.poll(waiting_.empty() ? idle_patience : busy_patience);
    }
}

}  // namespace standby::app
