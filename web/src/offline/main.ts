import "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css";
import "../ui/tokens.css";
import "../ui/base.css";
import { readLastTeam } from "../lib/last-team.ts";
import { make } from "./make.ts";
import styles from "./offline.module.css";
import { teamView } from "./team-view.ts";

/** The page that the service worker gives out without a network: the last team page on this device, to read. */
async function show(): Promise<void> {
  const last = await readLastTeam().catch(() => undefined);
  const again = make("button", { className: styles.again, type: "button" }, "다시 연결");
  again.addEventListener("click", () => window.location.reload());
  const note = last
    ? `마지막으로 본 팀 페이지예요 (${seen.format(last.seenAt)}). 지금은 읽기만 할 수 있어요.`
    : "저장된 팀 페이지가 없어요. 인터넷에 연결되면 다시 열어 주세요.";
  document
    .getElementById("offline")
    ?.replaceChildren(
      make(
        "div",
        { className: styles.note, role: "status" },
        make("b", {}, "인터넷에 연결되어 있지 않아요"),
        make("span", {}, note),
        again,
      ),
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

// The page that was wanted is still the address.
window.addEventListener("online", () => window.location.reload());
void show();
