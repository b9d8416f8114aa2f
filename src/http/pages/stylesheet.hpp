// The look of the server-rendered pages: one column made for a phone, light and dark, with a ticket
// at its centre, because a place in line is something one holds.
#pragma once

#include <string_view>

namespace standby::http {

inline constexpr std::string_view stylesheet = R"css(:root {
  color-scheme: light dark;
  --back: #f4f1ea; --card: #fffdf8; --text: #1d2321; --soft: #57605b; --line: #dcd5c6;
  --accent: #0b5c4d; --accent-back: #e2efe9; --on-accent: #ffffff; --alarm: #9c2219;
  --shade: 0 1px 2px rgb(40 30 10 / .06), 0 6px 20px rgb(40 30 10 / .06);
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101614; --card: #19211e; --text: #e8ece9; --soft: #a5b2ac; --line: #37453f;
    --accent: #74d7c0; --accent-back: #17322b; --on-accent: #06211b; --alarm: #ffa195;
    --shade: none;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0; background: var(--back); color: var(--text);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  max-width: 34rem; margin: 0 auto; padding: 1.75rem 1.25rem 1rem;
  overflow-wrap: anywhere;
}
main.wide { max-width: 60rem; }
.framed main { padding: 1rem 1rem .5rem; }
h1, .rank, .clock {
  font-family: ui-serif, "Iowan Old Style", Palatino, Georgia, "Times New Roman", serif;
}
h1 {
  font-size: clamp(1.7rem, 6.5vw, 2.2rem); line-height: 1.15; margin: .35rem 0 .9rem;
  font-weight: 650; letter-spacing: -.01em; text-wrap: balance;
}
h2 { font-size: 1.15rem; line-height: 1.3; margin: 1.9rem 0 .5rem; }
h3 { font-size: 1rem; margin: .25rem 0; }
.ticket > h2:first-child, .card > h2:first-child { margin-top: 0; }
p { margin: .6rem 0; }
a { color: var(--accent); text-underline-offset: .15em; }
.lead { font-size: 1.125rem; }
.soft, .hint, footer { color: var(--soft); }
.hint { font-size: .925rem; margin: .25rem 0; }
.centre { text-align: center; }
.centre a { display: inline-block; padding: .5rem 1rem; }
footer { text-align: center; font-size: .875rem; padding: 1.5rem 1rem 2.5rem; }
.framed footer { padding: .5rem 1rem 1rem; }
.languages {
  display: flex; flex-wrap: wrap; justify-content: center; gap: 0 .25rem;
  list-style: none; margin: 0; padding: 0;
}
.languages a, .languages span { display: inline-block; padding: .5rem .6rem; }
.languages span { font-weight: 650; color: var(--text); }
.eyebrow {
  margin: 0; color: var(--accent); font-weight: 650; font-size: .9rem; letter-spacing: .02em;
}
.card, .ticket {
  background: var(--card); border: 1px solid var(--line); border-radius: 1.1rem;
  padding: 1.2rem 1.25rem; margin: 1.1rem 0; box-shadow: var(--shade);
}
.ticket { position: relative; overflow: hidden; border-top: .35rem solid var(--accent); }
.ticket > :first-child, .card > :first-child { margin-top: 0; }
.ticket > :last-child, .card > :last-child { margin-bottom: 0; }
.tear { position: relative; margin: 1.15rem -1.25rem; border-top: 2px dashed var(--line); }
.tear::before, .tear::after {
  content: ""; position: absolute; top: -.7rem; width: 1.3rem; height: 1.3rem;
  border: 1px solid var(--line); border-radius: 50%; background: var(--back);
}
.tear::before { left: -.75rem; }
.tear::after { right: -.75rem; }
.standing { text-align: center; }
.standing dl {
  grid-template-columns: max-content max-content; justify-content: center; text-align: left;
  font-size: .925rem;
}
.rank {
  font-size: clamp(3.2rem, 18vw, 4.6rem); font-weight: 650; line-height: 1.05; margin: 0;
  color: var(--accent); font-variant-numeric: tabular-nums;
}
.countdown { text-align: center; margin-bottom: 1.1rem; }
.countdown p { margin: 0; }
.clock {
  font-size: clamp(2.2rem, 11vw, 3.2rem); font-weight: 650; line-height: 1.25;
  min-height: 1.25em; font-variant-numeric: tabular-nums;
}
.clock.soon { color: var(--alarm); }
.until { color: var(--soft); font-size: .925rem; min-height: 1.55em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.1rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; text-wrap: balance; }
.field { margin: .9rem 0; }
label, legend { display: block; margin: 0 0 .25rem; padding: 0; font-weight: 600; }
fieldset { border: 0; margin: 1.2rem 0; padding: 0; min-width: 0; }
fieldset .field label { font-weight: 500; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .9rem; }
.pair .field { margin: .25rem 0; min-width: 0; }
input, select {
  width: 100%; min-height: 3rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--soft); border-radius: .7rem;
}
[aria-invalid="true"] { border: 2px solid var(--alarm); }
input[type="checkbox"] {
  width: 1.5rem; height: 1.5rem; min-height: 0; margin: 0; accent-color: var(--accent);
}
label.check { display: flex; gap: .7rem; align-items: flex-start; margin: .9rem 0 .25rem; }
label.check input { flex: none; }
.check span { font-weight: 500; }
.choice .field label { font-weight: 500; font-size: .925rem; }
.days { display: flex; flex-wrap: wrap; gap: .25rem .9rem; }
.days label {
  display: flex; align-items: center; gap: .45rem; min-height: 2.75rem; margin: 0;
  font-weight: 500; cursor: pointer;
}
.choice {
  border: 1px solid var(--line); border-radius: .9rem; padding: .25rem 1rem .6rem;
  margin: 1.1rem 0; background: var(--card);
}
table { border-collapse: collapse; width: 100%; font-size: .95rem; overflow-wrap: normal; }
th, td { text-align: left; vertical-align: top; padding: .45rem .8rem .45rem 0; }
tr { border-bottom: 1px solid var(--line); }
.week { width: 100%; border-collapse: collapse; table-layout: fixed; }
.week th {
  font-weight: 500; font-size: .8125rem; padding: .2rem .1rem; text-align: center; hyphens: auto;
  vertical-align: middle;
}
.week th[scope="row"], .week thead td { width: 2.6rem; text-align: left; }
.week abbr { text-decoration: none; }
.week td { padding: 0; text-align: center; }
.week tr { border-bottom: 1px solid var(--line); }
.week label { display: grid; place-items: center; min-height: 2.75rem; margin: 0; cursor: pointer; }
button, .button {
  display: block; width: 100%; min-height: 3rem; margin: .75rem 0; padding: .7rem 1rem;
  font: inherit; font-weight: 650; text-align: center; text-decoration: none; cursor: pointer;
  color: var(--on-accent); background: var(--accent);
  border: 2px solid var(--accent); border-radius: .9rem;
}
button.main { min-height: 3.75rem; font-size: 1.25rem; }
button.quiet { color: var(--text); background: transparent; border-color: var(--soft); }
button.alarm { color: var(--alarm); background: transparent; border-color: var(--alarm); }
.leave { margin: 2.5rem 0 0; padding-top: 1rem; border-top: 1px solid var(--line); }
.leave .hint { text-align: center; }
summary {
  cursor: pointer; padding: .7rem 0; font-weight: 600; color: var(--accent); min-height: 2.75rem;
}
details.card { padding-top: .4rem; padding-bottom: .4rem; }
details.card[open] { padding-bottom: 1.2rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { color: var(--alarm); font-weight: 600; margin: .25rem 0; }
.notice {
  border: 1px solid var(--line); border-left: .35rem solid var(--accent); border-radius: .7rem;
  padding: .7rem 1rem; background: var(--accent-back);
}
.notice p { margin: .2rem 0; }
.rules { margin: .4rem 0; padding-left: 1.2rem; }
.rules li { margin: .35rem 0; }
.rules li::marker { color: var(--accent); }
.links { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
.links a { display: inline-block; padding: .5rem 0; }
.qr { display: block; width: 12.5rem; height: 12.5rem; margin: .5rem auto; border-radius: .7rem; }
/* What the script will show keeps its room, so that nothing moves when it does. */
@media (scripting: enabled) {
  [data-share][hidden], [data-live-note][hidden] { display: block !important; visibility: hidden; }
}
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}
.scroll { overflow-x: auto; }
code { font-family: ui-monospace, "Cascadia Mono", Menlo, monospace; font-size: .92em; }
.long { overflow-wrap: anywhere; font-weight: 400; }
@media (prefers-reduced-motion: no-preference) {
  button, .button { transition: filter .15s; }
  button:hover, .button:hover { filter: brightness(1.08); }
}
@media (max-width: 23rem) {
  main { padding-left: 1rem; padding-right: 1rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .5rem; }
  .standing dl { gap: 0 1rem; }
  .week th { font-size: .72rem; }
  .pair { grid-template-columns: 1fr; }
}
)css";

}  // namespace standby::http
