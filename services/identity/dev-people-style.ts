/** Style sheet of the development provider's page: the login card of the product. */
export const peopleStyle = `:root {
  color-scheme: light dark;
  --bg: light-dark(#fbfbff, #0f0f17);
  --surface: light-dark(#ffffff, #1a1a26);
  --hover: light-dark(#f6f6fd, #232331);
  --strong: light-dark(#111111, #f5f5fb);
  --text: light-dark(#333333, #d7d7e3);
  --soft: light-dark(#5f5f6b, #a4a4b6);
  --placeholder: light-dark(#6b6b78, #8f8fa3);
  --line: light-dark(#e5e6ed, #2a2a39);
  --line-field: light-dark(#898dc6, #6b6ea6);
  --solid: light-dark(#5b60ea, #5f64ec);
  --solid-hover: light-dark(#4a4fda, #5257e0);
  --focus: light-dark(#474cdd, #aaaeff);
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; padding: 40px 16px 64px; display: grid; place-items: center; overflow-x: clip;
  grid-template-columns: minmax(0, 1fr); position: relative; background: var(--bg); color: var(--text); word-break: keep-all; line-height: 1.5;
  font-family: Pretendard, "Pretendard Variable", -apple-system, BlinkMacSystemFont, "Apple SD Gothic Neo",
    "Noto Sans KR", "Malgun Gothic", sans-serif;
}
.glow {
  position: absolute; inset: 50% auto auto 50%; width: min(980px, 100vw); height: 720px; translate: -50% -54%;
  opacity: .3; filter: blur(50px);
  background: radial-gradient(closest-side, light-dark(#c2c5fb, #34387e) 8%, light-dark(#fda2d0, #4c2765) 54%, transparent);
}
.card {
  position: relative; width: min(100%, 460px); padding: 44px 36px 24px; border-radius: 28px; text-align: center;
  background: color-mix(in srgb, var(--surface) 92%, transparent); border: 1px solid var(--line);
  box-shadow: 0 12px 36px -6px light-dark(rgb(58 56 120 / .18), rgb(0 0 0 / .6));
}
.mark { width: 72px; margin-bottom: 14px; overflow: visible; }
h1 { margin: 0; font-size: 1.75rem; font-weight: 800; letter-spacing: -.035em; line-height: 1.28; color: var(--strong); }
.lead { margin: 10px 0 26px; color: var(--soft); text-wrap: balance; }
.people { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; transition: background-color 120ms, border-color 120ms; }
.person {
  width: 100%; display: flex; align-items: center; gap: 14px; padding: 10px 14px; text-align: left;
  background: var(--surface); border: 1px solid var(--line); border-radius: 16px;
}
.person:hover { background: var(--hover); border-color: var(--line-field); }
.face { flex: none; display: grid; place-items: center; width: 42px; height: 42px; border-radius: 50%; font-weight: 700; }
.face-0 { background: light-dark(#ecedff, #24254d); color: light-dark(#4146d0, #b4b8ff); }
.face-1 { background: light-dark(#fff0e8, #392116); color: light-dark(#9a4112, #ffbf9d); }
.face-2 { background: light-dark(#ffedf1, #3b1722); color: light-dark(#b5163e, #ff9fb5); }
.face-3 { background: light-dark(#f3f3fc, #25253a); color: light-dark(#54568f, #c9cbfb); }
.face-4 { background: light-dark(#fff6e2, #33270f); color: light-dark(#7b4f00, #ffd482); }
.face-5 { background: light-dark(#fff0f7, #3a1a2c); color: light-dark(#bd176b, #ff9fcd); }
.who { display: grid; min-width: 0; }
.who strong { font-weight: 600; color: var(--strong); }
.who span { font-size: .875rem; color: var(--soft); }
.new { margin-top: 26px; padding-top: 22px; border-top: 1px solid var(--line); text-align: left; }
.new label { display: block; margin-bottom: 8px; font-size: .875rem; font-weight: 600; color: var(--strong); }
.row { display: flex; gap: 8px; }
input {
  flex: 1; min-width: 0; padding: 11px 14px; background: var(--surface); border: 1px solid var(--line-field);
  border-radius: 14px;
}
input::placeholder { color: var(--placeholder); opacity: 1; }
.start {
  padding: 11px 20px; border: 0; border-radius: 40px; background: var(--solid); color: #fff; font-weight: 600;
  white-space: nowrap;
}
.start:hover { background: var(--solid-hover); }
.hint { margin: 8px 0 0; font-size: .8125rem; color: var(--soft); }
.cancel { margin-top: 16px; padding: 10px 20px; border: 0; border-radius: 40px; background: none; color: var(--soft); }
.cancel:hover { background: var(--hover); color: var(--text); }
:focus-visible { outline: 2.5px solid var(--focus); outline-offset: 2px; }
@media (max-width: 480px) {
  body { padding-top: 24px; place-items: start center; }
  .card { padding: 32px 18px 18px; }
}
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
`;
