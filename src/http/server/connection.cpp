// The reading half of a connection, its phases and its deadlines. Everything runs on its I/O
// thread. advance() is the one place where input turns into requests and answers into output.
#include "http/server/connection.hpp"

#include "base/assert.hpp"
#include "http/server/connection_stream.hpp"
#include "http/server/responder.hpp"
#include "http/server/server_state.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

namespace standby::http::wire {
namespace {

constexpr std::size_t buffer_size_min = 4 * 1024;
constexpr std::size_t buffer_size_max = 64 * 1024;  // for bodies; a long header may need more
// A client that sends requests faster than it reads answers is not listened to above this.
constexpr std::size_t output_bytes_max = 256 * 1024;
// Closing at once would make the system discard the last answer together with unread input.
constexpr std::chrono::seconds linger_deadline{2};
// Whoever says nothing for so long goes when others need the room; sooner who never said anything.
constexpr std::chrono::seconds crowded_deadline{5};
constexpr std::chrono::seconds crowded_silence_deadline{1};

Instant now() {
    return std::chrono::steady_clock::now();
}

}  // namespace

Connection::Connection(std::shared_ptr<IoThread> thread, std::shared_ptr<ServerState> server,
                       std::unique_ptr<Transport> transport, Peer peer, Admission admission)
    : thread_(std::move(thread)),
      server_(std::move(server)),
      transport_(std::move(transport)),
      peer_(std::move(peer)),
      admission_(admission),
      parser_({.header_bytes_max = server_->options.header_bytes_max,
               .body_bytes_max = server_->options.body_bytes_max,
               .larger_body = [state = server_.get()](const Request& request) {
                   return state->handler.body_bytes_max(request);
               }}) {}

void Connection::start() {
    thread_->watch(shared_from_this());
    read_deadline_ = now() + server_->options.header_deadline;
    ++operations_;
    transport_->handshake(shared_from_this());
}

void Connection::on_handshake(bool succeeded) {
    --operations_;
    if (phase_ == Phase::Closed) {
        return release_when_quiet();
    }
    if (!succeeded) {
        return linger();
    }
    phase_ = Phase::Open;
    if (admission_ == Admission::Refused) {
        refuse({.status = 503, .detail = "All connections are in use; try again in a second."});
    }
    advance();
}

void Connection::on_read(std::size_t size, ReadEnd end) {
    --operations_;
    reading_ = false;
    if (phase_ == Phase::Closed) {
        return release_when_quiet();
    }
    peer_finished_ |= end != ReadEnd::None;
    const bool is_over = phase_ == Phase::Lingering || phase_ == Phase::Streaming;
    if (end == ReadEnd::Broken || (peer_finished_ && is_over)) {
        return close();
    }
    if (phase_ == Phase::Open) {
        input_end_ += size;
        advance();
    } else {
        read_more();  // Only to learn when the client goes.
    }
}

// Does what can be done now: takes requests, moves answers on. Handlers that answer at once come
// back here, hence the guard.
void Connection::advance() {
    if (advancing_) {
        return;
    }
    advancing_ = true;
    do {
        take_requests();
        collect_answers();
        write_output();
    } while (phase_ == Phase::Open && has_room() && !has_whole_input_taken());
    advancing_ = false;
    settle();
}

bool Connection::has_room() const {
    return answers_delayed_ == 0 && exchanges_.size() < server_->options.pipelined_max &&
           output_.size() + sending_.size() - sent_ < output_bytes_max;
}

// Whether there is no beginning of a further request in the buffer.
bool Connection::has_whole_input_taken() const {
    return input_ignored_ || parser_.stage() != ParserStage::Idle || input_begin_ == input_end_;
}

void Connection::take_requests() {
    while (phase_ == Phase::Open && !input_ignored_ && input_begin_ != input_end_ &&
           (parser_.stage() != ParserStage::Idle || has_room())) {
        input_begin_ += parser_.put({buffer_.data() + input_begin_, input_end_ - input_begin_});
        if (parser_.stage() == ParserStage::Refused) {
            return refuse(parser_.violation());
        }
        if (parser_.stage() != ParserStage::Done) {
            break;
        }
        dispatch();
    }
    const ParserStage stage = parser_.stage();
    if (phase_ != Phase::Open || input_ignored_ || stage == timed_stage_) {
        return;
    }
    timed_stage_ = stage;
    if (stage == ParserStage::Head) {
        read_deadline_ = now() + server_->options.header_deadline;
    } else if (stage == ParserStage::Body) {
        read_deadline_ = now() + server_->options.body_deadline;
        continue_due_ = parser_.awaits_continue() && input_begin_ == input_end_;
    }
}

void Connection::dispatch() {
    Exchange& exchange = exchanges_.emplace_back();
    exchange.form.http_1_0 = parser_.is_http_1_0();
    exchange.form.keep_alive = parser_.keep_alive();
    Request request = parser_.take();
    exchange.form.coding = choose_coding(request.header("accept-encoding"));
    if (request.method == "HEAD") {
        exchange.form.head_only = true;
        request.method = "GET";
    }
    server_->proxies.describe(request, peer_);
    exchange.form.is_secure = request.secure;
    request.is_among_nodes = !server_->options.tls_authority_file.empty();
    input_ignored_ = !exchange.form.keep_alive;
    continue_due_ = false;
    timed_stage_ = ParserStage::Idle;
    read_deadline_ = Instant::max();
    auto responder = std::make_unique<ConnectionResponder>(shared_from_this(),
                                                           first_number_ + exchanges_.size() - 1);
    try {
        server_->handler.handle(std::move(request), std::move(responder));
    } catch (const std::exception&) {
        // The responder went down with the call, which answered 500 and was counted.
    }
}

// Answers in the request's turn, then closes.
void Connection::refuse(const Violation& violation) {
    input_ignored_ = true;
    read_deadline_ = Instant::max();
    if (violation.status == 408) {
        ++server_->requests_timed_out;
    } else if (violation.status == 413) {
        ++server_->bodies_too_large;
    } else if (violation.status == 431 || violation.status == 414) {
        ++server_->headers_too_large;
    } else if (violation.status < 500) {
        ++server_->requests_malformed;
    }
    Exchange& exchange = exchanges_.emplace_back();
    exchange.form.keep_alive = false;
    exchange.form.is_secure = peer_.over_tls;
    exchange.answered = true;
    append_reply(exchange.text, make_problem(violation), exchange.form, thread_->date());
}

// After everything possible has been done: what comes next, and until when.
void Connection::settle() {
    if (phase_ == Phase::Open && exchanges_.empty() && has_whole_input_taken() &&
        is_everything_written()) {
        const bool is_idle = parser_.stage() == ParserStage::Idle;
        if (peer_finished_) {
            phase_ = Phase::Finishing;
        } else if (is_idle && server_->draining) {
            return close();
        } else if (is_idle) {
            arm_idle_deadline();
        }
    }
    if (phase_ == Phase::Finishing && is_everything_written()) {
        return linger();
    }
    read_more();
}

void Connection::arm_idle_deadline() {
    if (read_deadline_ == Instant::max()) {
        read_deadline_ = now() + server_->options.idle_deadline;
    }
}

void Connection::read_more() {
    const bool wants_input =
        phase_ == Phase::Streaming || phase_ == Phase::Lingering ||
        (phase_ == Phase::Open && !input_ignored_ &&
         (parser_.stage() != ParserStage::Idle || (has_room() && has_whole_input_taken())));
    if (reading_ || peer_finished_ || !wants_input) {
        return;
    }
    if (phase_ != Phase::Open) {
        input_begin_ = input_end_ = 0;
    }
    reading_ = true;
    ++operations_;
    transport_->read(shared_from_this(), free_buffer());
}

// Room for what comes next behind what is not yet parsed. Grows while clients fill it.
std::span<char> Connection::free_buffer() {
    const std::size_t rest = input_end_ - input_begin_;
    const bool was_filled = input_end_ == buffer_.size();
    if (rest > 0 && input_begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + input_begin_, rest);
    }
    input_begin_ = 0;
    input_end_ = rest;
    if (rest == buffer_.size()) {
        buffer_.resize(std::max(buffer_size_min, 2 * buffer_.size()));
    } else if (was_filled && parser_.stage() == ParserStage::Body) {
        buffer_.resize(std::max(buffer_.size(), std::min(buffer_size_max, 2 * buffer_.size())));
    } else if (rest == 0 && parser_.stage() == ParserStage::Idle &&
               buffer_.size() > buffer_size_min) {
        std::vector<char>(buffer_size_min).swap(buffer_);
    }
    return std::span(buffer_).subspan(rest);
}

void Connection::check_deadlines(Instant current) {
    if (write_deadline_ <= current) {
        if (stream_ != nullptr) {
            ++server_->streams_too_slow;
        }
        return close();
    }
    if (heartbeat_at_ <= current && stream_ != nullptr) {
        append_stream_chunk(output_, ": \n\n", stream_form_);
        heartbeat_at_ = current + server_->options.stream_heartbeat;
        return advance();
    }
    if (answers_delayed_ > 0 && phase_ == Phase::Open) {
        advance();
    }
    if (phase_ == Phase::Open && server_->is_crowded() && read_deadline_ != Instant::max()) {
        const bool has_asked = first_number_ > 0 || !exchanges_.empty();
        read_deadline_ = std::min<Instant>(
            read_deadline_, current + (has_asked ? crowded_deadline : crowded_silence_deadline));
    }
    if (read_deadline_ > current) {
        return;
    }
    if (phase_ != Phase::Open || parser_.stage() == ParserStage::Idle) {
        return close();
    }
    refuse({.status = 408, .detail = "The request didn't arrive in time."});
    advance();
}

bool Connection::yield_place() {
    const bool has_asked = first_number_ > 0 || !exchanges_.empty();
    const bool is_begun = phase_ == Phase::Handshake || phase_ == Phase::Open;
    if (admission_ == Admission::Refused || !is_begun || has_asked) {
        return false;
    }
    close();
    return true;
}

void Connection::drain() {
    if (phase_ == Phase::Handshake) {
        close();
    } else if (phase_ == Phase::Streaming) {
        end_stream(stream_);
    } else if (phase_ == Phase::Open && exchanges_.empty() && is_everything_written() &&
               parser_.stage() == ParserStage::Idle) {
        close();
    }
}

void Connection::linger() {
    phase_ = Phase::Lingering;
    read_deadline_ = now() + linger_deadline;
    ++operations_;
    transport_->finish(shared_from_this());
}

void Connection::on_finished() {
    --operations_;
    if (phase_ == Phase::Closed) {
        return release_when_quiet();
    }
    if (peer_finished_) {
        return close();
    }
    read_more();
}

void Connection::close() {
    if (phase_ == Phase::Closed) {
        return;
    }
    const std::shared_ptr<Connection> self = shared_from_this();
    phase_ = Phase::Closed;
    read_deadline_ = write_deadline_ = heartbeat_at_ = Instant::max();
    if (stream_ != nullptr) {
        release_stream(std::exchange(stream_, nullptr));
    }
    drop_exchanges();
    transport_->close();
    release_when_quiet();
    thread_->unwatch(*this);
    --(admission_ == Admission::Admitted ? server_->connections_open : server_->refusals_open);
    if (admission_ == Admission::Admitted) {
        server_->guests.leave(peer_.key);
    }
    if (server_->draining) {
        const std::scoped_lock lock(server_->mutex);
        server_->connection_closed.notify_all();
    }
}

// The transport has to go on this thread, when it has no operation left, while responders may keep
// the connection for longer and elsewhere. Not at once, because it may be what is calling.
void Connection::release_when_quiet() {
    if (operations_ == 0 && transport_ != nullptr) {
        thread_->post([transport = std::move(transport_)] {});
    }
}

}  // namespace standby::http::wire
