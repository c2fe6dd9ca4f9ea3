import "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css";
import "../ui/tokens.css";
import "../ui/base.css";
import { readLastTeam } from "../lib/storage/last-team.ts";
import styles from "./offline.module.css";
import { reconnect } from "./reconnect.ts";
import { make, teamView } from "./team-view.ts";

/** The page that the service worker gives out when the server cannot be reached: the last team page on this device, to read. */
async function show(): Promise<void> {
  const last = await readLastTeam().catch(() => undefined);
  const again = make("button", { className: styles.again, type: "button" }, "다시 연결");
  again.addEventListener("click", () => window.location.reload());
  const title = make("b", {});
  const tell = () => {
    title.textContent = navigator.onLine ? "서버에 연결하지 못했어요" : "인터넷에 연결되어 있지 않아요";
  };
  tell();
  for (const change of ["online", "offline"]) window.addEventListener(change, tell);
  const note = last
    ? `마지막으로 본 팀 페이지예요 (${seen.format(last.seenAt)}). 지금은 읽기만 할 수 있어요.`
    : "저장된 팀 페이지가 없어요. 연결되면 저절로 열려요.";
  document
    .getElementById("offline")
    ?.replaceChildren(
      make("div", { className: styles.note, role: "status" }, title, make("span", {}, note), again),
      ...(last ? [teamView(last)] : []),
    );
}

const seen = new Intl.DateTimeFormat("ko-KR", {
  timeZone: "Asia/Seoul",
  month: "long",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

reconnect({
  // The requested page is still the address; the service worker answers only navigations.
  isThere: async (signal) => (await fetch(window.location.href, { cache: "no-store", signal })).status < 500,
  onThere: () => window.location.reload(),
});
void show();
