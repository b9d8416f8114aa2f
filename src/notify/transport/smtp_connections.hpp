// Mails on connections to mail servers. curl connects, encrypts and authenticates; the mails
// themselves go through SmtpDialogue on curl's connection, because curl waits for the reply to a
// message without letting anything else move, and one slow server would hold up everything.
#pragma once

#include "notify/transport/curl_handle.hpp"
#include "notify/transport/smtp_dialogue.hpp"
#include "notify/transport/transfer_end.hpp"

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace standby::notify {

using SteadyTime = std::chrono::steady_clock::time_point;

class SmtpConnections {
public:
    struct Socket {
        int descriptor = -1;
        bool wants_to_write = false;
    };

    // `multi` must outlive this.
    SmtpConnections(void* multi, const TransportOptions& options);
    ~SmtpConnections();
    SmtpConnections(const SmtpConnections&) = delete;
    SmtpConnections& operator=(const SmtpConnections&) = delete;

    void start(SmtpTransfer transfer, TransferDone done);
    // What curl says about a handle. False: it is none of these.
    bool on_connected(void* easy, int code, SteadyTime now);
    // Moves all dialogues on as far as they go without waiting. Those that ended are appended.
    void advance(SteadyTime now, TransferEnds& ends);

    // What to wait for, and until when at most.
    void append_sockets(std::vector<Socket>& sockets) const;
    SteadyTime next_deadline(SteadyTime latest) const;
    std::size_t active() const;

private:
    struct Job;
    struct Connection;

    void assign_jobs();
    // False: all connections to this server are busy; the job is still the caller's.
    bool assign(std::unique_ptr<Job>& job);
    void open(std::unique_ptr<Job> job);
    void begin_dialogue(Connection& connection);
    void rest(Connection& connection);
    void end_rest_in_time(Connection& connection);
    void move_on(Connection& connection);
    bool write_some(Connection& connection);
    bool read_some(Connection& connection);
    void fail(Connection& connection, std::string error);
    void finish(Connection& connection);
    void try_again(Connection& connection);
    void end_job(Connection& connection, TransferResult result);
    void remove_closed();

    void* multi_;
    const TransportOptions options_;
    SteadyTime now_{};                                                // of the current call
    std::map<std::string, std::deque<std::unique_ptr<Job>>> queues_;  // by URL of the server
    std::vector<std::unique_ptr<Job>> again_;  // go to the head of their queue
    std::vector<std::unique_ptr<Connection>> connections_;
    TransferEnds ended_;
};

}  // namespace standby::notify
