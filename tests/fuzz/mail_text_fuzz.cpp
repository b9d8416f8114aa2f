// Mails as they come over the wire, and HTML within them: anything is read, what comes out is text
// of a limited length, and text that was made of HTML is text when it is read again.
#include "base/utf8.hpp"
#include "intake/reading/html_text.hpp"
#include "intake/reading/mail_text.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

namespace standby::fuzz {

// A byte that chooses, then a mail or HTML.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    if (input.take_byte() % 2 == 0) {
        const std::string text = intake::html_to_text(input.text());
        expect(text.size() <= intake::html_text_bytes_max, "text of HTML is limited");
        expect(!is_utf8(input.text()) || is_utf8(text), "text of valid HTML is valid", text);
        return 0;
    }
    const intake::MailText mail = intake::read_mail(input.text());
    expect(mail.text.size() <= intake::mail_text_bytes_max, "a mail's text is limited");
    expect(is_utf8(mail.text) && is_utf8(mail.subject) && is_utf8(mail.sender_name),
           "what is read of a mail is valid text");
    expect(mail.subject.find('\n') == std::string::npos, "a subject is one line");
    return 0;
}

}  // namespace standby::fuzz
