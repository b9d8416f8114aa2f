// The look of the server-rendered pages: one column made for a phone, light and dark.
#pragma once

#include <string_view>

namespace standby::http {

inline constexpr std::string_view stylesheet = R"css(:root {
  color-scheme: light dark;
  --back: #f6f5f2; --card: #ffffff; --text: #1c2024; --soft: #5a626a; --line: #d9d6cf;
  --accent: #0b5c4d; --on-accent: #ffffff; --alarm: #a3231a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171a; --card: #1e2327; --text: #e9ebed; --soft: #a4adb5; --line: #3a4248;
    --accent: #6fd3bd; --on-accent: #0c2420; --alarm: #ff9d92;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--back); color: var(--text);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  max-width: 34rem; margin: 0 auto; padding: 1.5rem 1.25rem 1rem;
  overflow-wrap: anywhere;
}
main.wide { max-width: 60rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 1rem; text-wrap: balance; }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
p { margin: .6rem 0; }
a { color: var(--accent); }
.soft, footer { color: var(--soft); }
footer { text-align: center; font-size: .85rem; padding: 1rem 0 2rem; }
.eyebrow { margin: 0; color: var(--soft); font-weight: 600; }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: .9rem;
  padding: 1.1rem 1.25rem; margin: 1rem 0;
}
.rank { font-size: 3.2rem; font-weight: 700; line-height: 1.1; margin: 0; color: var(--accent); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; }
label { display: block; margin: .9rem 0 .25rem; font-weight: 600; }
input, select {
  width: 100%; min-height: 2.9rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--soft); border-radius: .6rem;
}
label.check { font-weight: 400; }
label.check input { width: auto; min-height: 0; margin: 0 .4rem 0 0; }
button, .button {
  display: block; width: 100%; min-height: 3rem; margin: .75rem 0; padding: .7rem 1rem;
  font: inherit; font-weight: 700; text-align: center; text-decoration: none; cursor: pointer;
  color: var(--on-accent); background: var(--accent);
  border: 2px solid var(--accent); border-radius: .75rem;
}
button.quiet { color: var(--text); background: transparent; border-color: var(--soft); }
button.alarm { color: var(--alarm); background: transparent; border-color: var(--alarm); }
summary { cursor: pointer; padding: .6rem 0; color: var(--soft); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { color: var(--alarm); font-weight: 600; margin: .25rem 0; }
.notice { border-left: .3rem solid var(--accent); padding: .5rem .9rem; background: var(--card); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; overflow-wrap: normal; }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem .45rem 0; }
tr { border-bottom: 1px solid var(--line); }
code { font-family: ui-monospace, "Cascadia Mono", Menlo, monospace; font-size: .92em; }
)css";

}  // namespace standby::http
