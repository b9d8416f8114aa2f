// A step of a handler that waits for an answer from elsewhere.
#pragma once

#include <coroutine>
#include <functional>
#include <utility>

namespace standby::http {

// Waits for something that is answered on another thread. The call goes on there.
template <class Value>
class WaitStep {
public:
    using Begin = std::function<void(std::function<void(Value)>)>;
    explicit WaitStep(Begin begin) : begin_(std::move(begin)) {}

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> waiting) {
        begin_([this, waiting](Value value) {
            value_ = std::move(value);
            waiting.resume();
        });
    }
    Value await_resume() { return std::move(value_); }

private:
    Begin begin_;
    Value value_{};
};

}  // namespace standby::http
