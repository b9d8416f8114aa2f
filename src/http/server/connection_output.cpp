// The writing half of a connection: answers in their order, event streams, and what is not yet
// sent.
#include "base/assert.hpp"
#include "http/server/connection.hpp"
#include "http/server/connection_stream.hpp"
#include "http/server/server_state.hpp"

#include <utility>

namespace standby::http::wire {
namespace {

constexpr std::size_t kept_capacity_max = 16 * 1024;

}  // namespace

void Connection::answer(std::uint64_t number, Response response) {
    if (thread_->is_current()) {
        return answer_here(number, response);
    }
    thread_->post([self = shared_from_this(), number, kept = std::move(response)] {
        self->answer_here(number, kept);
    });
}

void Connection::fail(std::uint64_t number) {
    ++server_->requests_failed;
    answer(number, make_problem({.status = 500, .detail = "The request could not be answered."}));
}

Connection::Exchange* Connection::find_exchange(std::uint64_t number) {
    const std::uint64_t index = number - first_number_;
    return number >= first_number_ && index < exchanges_.size() ? &exchanges_[index] : nullptr;
}

void Connection::answer_here(std::uint64_t number, const Response& response) {
    Exchange* const exchange = find_exchange(number);
    if (exchange == nullptr) {
        return;
    }
    ASSERT(!exchange->answered && exchange->stream == nullptr);
    exchange->answered = true;
    if (server_->draining && exchange == &exchanges_.back()) {
        // The last one that was taken; those before it are still answered.
        exchange->form.keep_alive = false;
        input_ignored_ = true;
    }
    const bool is_delayed = response.delay > Duration::zero() && !server_->draining;
    if (is_delayed) {
        exchange->due = std::chrono::steady_clock::now() + response.delay;
        ++answers_delayed_;
    }
    std::string& target = number == first_number_ && !is_delayed ? output_ : exchange->text;
    append_reply(target, response, exchange->form, thread_->date());
    advance();
}

std::shared_ptr<EventStream> Connection::open_stream(std::uint64_t number,
                                                     std::function<void()> closed) {
    auto stream = std::make_shared<ConnectionStream>(thread_, shared_from_this(), number,
                                                     server_->options.stream_backlog_bytes_max,
                                                     std::move(closed));
    ++server_->streams_open;
    const bool is_running =
        thread_->post([self = shared_from_this(), stream] { self->begin_stream(stream); });
    if (!is_running) {
        release_stream(stream);
    }
    return stream;
}

void Connection::begin_stream(const std::shared_ptr<ConnectionStream>& stream) {
    Exchange* const exchange = find_exchange(stream->number());
    if (exchange == nullptr) {
        return release_stream(stream);
    }
    ASSERT(!exchange->answered && exchange->stream == nullptr);
    exchange->form.keep_alive = false;
    append_stream_head(exchange->text, exchange->form, thread_->date());
    if (exchange->form.head_only) {
        exchange->answered = true;
        release_stream(stream);
    } else {
        exchange->stream = stream;
    }
    advance();
}

// The first exchange is a stream: it has the connection to itself from now on.
void Connection::activate_stream() {
    Exchange& exchange = exchanges_.front();
    phase_ = Phase::Streaming;
    output_ += exchange.text;
    stream_ = std::exchange(exchange.stream, nullptr);
    stream_form_ = exchange.form;
    input_ignored_ = true;
    read_deadline_ = Instant::max();
    heartbeat_at_ = std::chrono::steady_clock::now() + server_->options.stream_heartbeat;
    drop_exchanges();
    if (server_->draining) {
        end_stream(stream_);
    }
}

void Connection::write_stream(const std::shared_ptr<ConnectionStream>& stream,
                              std::string_view text) {
    Exchange* const exchange = find_exchange(stream->number());
    stream->add_queued(text.size());
    if (stream == stream_) {
        append_stream_chunk(output_, text, stream_form_);
        heartbeat_at_ = std::chrono::steady_clock::now() + server_->options.stream_heartbeat;
        advance();
    } else if (exchange != nullptr && exchange->stream == stream) {
        append_stream_chunk(exchange->text, text, exchange->form);
    }
}

void Connection::end_stream(const std::shared_ptr<ConnectionStream>& ended) {
    const std::shared_ptr<ConnectionStream> stream = ended;  // may be the member reset below
    Exchange* const exchange = find_exchange(stream->number());
    if (stream == stream_) {
        append_stream_end(output_, stream_form_);
        stream_ = nullptr;
        heartbeat_at_ = Instant::max();
        phase_ = Phase::Finishing;
    } else if (exchange != nullptr && exchange->stream == stream) {
        append_stream_end(exchange->text, exchange->form);
        exchange->answered = true;
        exchange->stream = nullptr;
    } else {
        return;
    }
    release_stream(stream);
    advance();
}

void Connection::drop_slow_stream(const std::shared_ptr<ConnectionStream>& stream) {
    const Exchange* const exchange = find_exchange(stream->number());
    if (stream == stream_ || (exchange != nullptr && exchange->stream == stream)) {
        ++server_->streams_too_slow;
        close();
    }
}

void Connection::release_stream(const std::shared_ptr<ConnectionStream>& stream) {
    --server_->streams_open;
    std::function<void()> closed = stream->end();
    if (!closed) {
        return;
    }
    if (thread_->is_current()) {
        thread_->post(std::move(closed));
    } else {
        closed();  // The thread has ended, and nobody else is there to call it.
    }
}

void Connection::drop_exchanges() {
    for (const Exchange& exchange : exchanges_) {
        if (exchange.stream != nullptr) {
            release_stream(exchange.stream);
        }
    }
    first_number_ += exchanges_.size();
    exchanges_.clear();
    answers_delayed_ = 0;
}

void Connection::collect_answers() {
    while (phase_ == Phase::Open && !exchanges_.empty()) {
        Exchange& first = exchanges_.front();
        if (first.stream != nullptr) {
            return activate_stream();
        }
        if (!first.answered) {
            return;
        }
        if (first.due != Instant{}) {
            if (!server_->draining && std::chrono::steady_clock::now() < first.due) {
                return;
            }
            --answers_delayed_;
        }
        output_ += first.text;
        if (!first.form.keep_alive) {
            phase_ = Phase::Finishing;
            return drop_exchanges();
        }
        exchanges_.pop_front();
        ++first_number_;
    }
    if (phase_ == Phase::Open && continue_due_) {
        continue_due_ = false;
        output_ += "HTTP/1.1 100 Continue\r\n\r\n";
        read_deadline_ = std::chrono::steady_clock::now() + server_->options.body_deadline;
    }
}

void Connection::write_output() {
    while (phase_ != Phase::Closed && sending_.empty() && !output_.empty()) {
        sending_.swap(output_);
        stream_bytes_sending_ = stream_ != nullptr ? stream_->take_queued() : 0;
        sent_ = transport_->write_now(sending_);
        if (sent_ < sending_.size()) {
            return write_rest();
        }
        finish_sending();
    }
}

void Connection::write_rest() {
    write_deadline_ = std::chrono::steady_clock::now() + server_->options.idle_deadline;
    ++operations_;
    transport_->write(shared_from_this(), std::string_view(sending_).substr(sent_));
}

void Connection::on_written(std::size_t size) {
    --operations_;
    if (phase_ == Phase::Closed) {
        return release_when_quiet();
    }
    write_deadline_ = Instant::max();
    if (size == 0) {
        return close();
    }
    sent_ += size;
    if (sent_ < sending_.size()) {
        return write_rest();
    }
    finish_sending();
    advance();
}

void Connection::finish_sending() {
    if (stream_ != nullptr) {
        stream_->forget(stream_bytes_sending_);
    }
    stream_bytes_sending_ = 0;
    sending_.clear();
    sent_ = 0;
    if (sending_.capacity() > kept_capacity_max) {
        sending_ = {};
    }
}

}  // namespace standby::http::wire
