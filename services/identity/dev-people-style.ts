/** Style sheet of the development provider's page. */
export const peopleStyle = `:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #1a1a26);
  --soft: light-dark(#5f5f6b, #a4a4b6);
  --line: light-dark(#e5e6ed, #2a2a39);
  --solid: light-dark(#5b60ea, #5f64ec);
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; padding: 24px 16px; display: grid; place-items: center;
  background: light-dark(#fbfbff, #0f0f17); color: light-dark(#111111, #f5f5fb);
  font: 1rem/1.5 Pretendard, "Pretendard Variable", "Noto Sans KR", "Malgun Gothic", sans-serif; word-break: keep-all;
}
.card {
  width: min(100%, 460px); padding: 32px 24px; border-radius: 28px; text-align: center;
  background: var(--surface); border: 1px solid var(--line);
}
.mark { width: 72px; overflow: visible; }
h1 { margin: 8px 0 0; font-size: 1.75rem; letter-spacing: -.035em; }
.lead, .hint, .who span { margin: 8px 0; font-size: .875rem; color: var(--soft); }
.people { list-style: none; margin: 16px 0; padding: 0; display: grid; gap: 8px; }
button, input { font: inherit; color: inherit; padding: 10px 16px; border: 1px solid var(--line); border-radius: 16px; background: none; }
button { cursor: pointer; }
.person { width: 100%; display: flex; align-items: center; gap: 14px; text-align: left; }
.face { flex: none; width: 42px; line-height: 42px; border-radius: 50%; text-align: center; background: var(--line); }
.who { display: grid; min-width: 0; }
.new { text-align: left; }
.row { display: flex; gap: 8px; }
input { flex: 1; min-width: 0; }
.start { background: var(--solid); color: #fff; }
.cancel { border: 0; color: var(--soft); }
:focus-visible { outline: 2.5px solid var(--solid); outline-offset: 2px; }
`;
