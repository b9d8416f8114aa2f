// What a mail server says: any bytes are read, in pieces of any size, and the pieces change
// nothing.
#include "intake/mail/imap_lines.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <string>
#include <vector>

namespace standby::fuzz {
namespace {

constexpr std::size_t literal_bytes_max = 4096;

std::vector<intake::ImapAnswer> answers_of(std::string_view text, std::size_t piece) {
    intake::ImapLines lines(literal_bytes_max);
    std::vector<intake::ImapAnswer> answers;
    for (std::size_t at = 0; at < text.size(); at += piece) {
        lines.put(text.substr(at, piece));
        for (;;) {
            auto answer = lines.take();
            if (!answer) {
                return answers;
            }
            if (!*answer) {
                break;
            }
            answers.push_back(**std::move(answer));
        }
    }
    return answers;
}

}  // namespace

// A byte for the size of the pieces, then what the server says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::size_t piece = input.take_byte() % 32U + 1U;
    const std::string text(input.text());
    const auto whole = answers_of(text, text.size() + 1);
    const auto pieces = answers_of(text, piece);
    expect(whole.size() == pieces.size(), "pieces change no answer");
    for (std::size_t index = 0; index < whole.size(); ++index) {
        const intake::ImapAnswer& answer = whole[index];
        expect(answer.line == pieces[index].line && answer.literals == pieces[index].literals,
               "pieces change no answer");
        expect(answer.line.size() <= intake::imap_line_bytes_max + 8 * intake::imap_literals_max,
               "lines are limited");
        static_cast<void>(intake::imap_status(answer, "s1"));
        static_cast<void>(intake::imap_number(answer, "EXISTS"));
        static_cast<void>(intake::imap_code_number(answer, "UIDVALIDITY"));
        static_cast<void>(intake::imap_search(answer));
        static_cast<void>(intake::imap_capabilities(answer));
        const auto fetched = intake::imap_fetched(answer);
        expect(!fetched || fetched->uid != 0, "a mail has a UID");
    }
    static_cast<void>(intake::imap_time(text));
    const auto quoted = intake::imap_quoted(text);
    expect(!quoted || quoted->find_first_of("\r\n") == std::string::npos,
           "a quoted text is one line");
    return 0;
}

}  // namespace standby::fuzz
