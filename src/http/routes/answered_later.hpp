// A step that waits for something that is answered on another thread. The call goes on there.
#pragma once

#include <coroutine>
#include <functional>
#include <utility>

namespace standby::http {

template <class Value>
class [[nodiscard]] AnsweredLater {
public:
    using Begin = std::function<void(std::function<void(Value)>)>;
    // `begin` calls what it is given exactly once, inside the call or later.
    explicit AnsweredLater(Begin begin) : begin_(std::move(begin)) {}

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
