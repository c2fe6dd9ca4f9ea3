import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getArticle } from "#contracts/article/api";
import type { TeamToday } from "#contracts/today/api";
import { read } from "#web/lib/calls/api.ts";
import { serverNow } from "#web/lib/server-clock.ts";
import { useSession } from "#web/lib/session.ts";
import { outbox } from "#web/lib/unsent/device-outbox.ts";
import type { PostRecord, QueuedRecord } from "#web/lib/unsent/record.ts";
import type { ResumedState } from "#web/lib/unsent/resumed.ts";
import { useDrafts, useOutbox } from "#web/lib/unsent/use-unsent.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { relativeTime } from "#web/ui/date-texts.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { monthDay } from "#web/ui/month-calendar-days.ts";
import { linkClass } from "#web/ui/page.tsx";
import { stateText } from "../team/outbox/entry-texts.ts";
import { OutboxButton } from "../team/outbox/outbox-button.tsx";
import styles from "./home.module.css";

const shownAtFirst = 5;

/** Two editors of one text may have stored the same. */
const isFirst = ({ key, fields: { title, html } }: PostRecord, index: number, all: readonly PostRecord[]) =>
  all.findIndex(({ key: of, fields }) => of === key && fields.title === title && fields.html === html) ===
  index;

/** `이어서 쓰기`: unsent texts of the outbox, and drafts of this device. */
export function UnsentPanel({ teams }: { teams: readonly TeamToday[] }) {
  const { uuid } = useSession();
  const entries = useOutbox();
  const drafts = useDrafts(uuid).filter(isFirst);
  const [isWhole, setWhole] = useState(false);
  const count = entries.length + drafts.length;
  if (count === 0) return null;
  return (
    <Card card={false} className={styles.panel} role="region" aria-label="이어서 쓰기">
      <div className={styles.panelHead}>
        <h2>이어서 쓰기</h2>
        <span className={styles.count}>{count}</span>
        <HiddenText>개</HiddenText>
        {!isWhole && drafts.length > shownAtFirst && (
          <button type="button" className={cx(linkClass, styles.more)} onClick={() => setWhole(true)}>
            더 보기
          </button>
        )}
      </div>
      <ul>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
        {drafts.slice(0, isWhole ? undefined : shownAtFirst).map((draft) => (
          <DraftRow key={draft.id} draft={draft} teams={teams} />
        ))}
      </ul>
    </Card>
  );
}

const isIdle = ({ state, command }: QueuedRecord) => state === "waiting" && !command.isSending;

/** An entry of the outbox; decisions about it are made in the outbox list. */
const EntryRow = ({ entry }: { entry: QueuedRecord }) => (
  <li className={styles.row}>
    <span className={cx(styles.mark, isIdle(entry) ? styles.waiting : styles.stopped)}>
      <Icon name="arrow-up" size="small" />
    </span>
    <span className={styles.text}>
      <b>{entry.fields.title}</b>
      <small>{isIdle(entry) ? "연결되면 보내요" : stateText(entry, true)}</small>
    </span>
    {isIdle(entry) ? (
      <Button look="soft" size="small" onClick={() => void outbox.sendNow(entry)}>
        보내기
      </Button>
    ) : (
      <OutboxButton className={buttonClass({ look: "neutral", size: "small" })}>보기</OutboxButton>
    )}
  </li>
);

interface DraftRowProps {
  readonly draft: PostRecord;
  readonly teams: readonly TeamToday[];
}

function DraftRow({ draft: { id, key, fields, at }, teams }: DraftRowProps) {
  const target = useTarget(key);
  const team = teams.find(({ teamId }) => teamId === target?.teamId)?.teamName;
  const kind = target?.kind ?? team;
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon name="pencil" size="small" />
      </span>
      <span className={styles.text}>
        <b>{fields.title.trim() || "제목 없는 글"}</b>
        <small>{[kind, relativeTime(new Date(at), serverNow())].filter(Boolean).join(" · ")}</small>
      </span>
      {target && (
        <ButtonLink look="neutral" size="small" to={target.to} state={{ resumed: id } satisfies ResumedState}>
          이어쓰기
        </ButtonLink>
      )}
    </li>
  );
}

interface Target {
  readonly to: string;
  readonly teamId?: number;
  /** Shown instead of the team's name. */
  readonly kind?: string;
}

/** The address of a draft's editor; the team of an edited article is fetched. */
function useTarget(draftKey: string): Target | undefined {
  const [what = "", first = "", ...rest] = draftKey.split("-");
  const articleId = what === "article" && first !== "new" ? Number(first) : null;
  const { data } = useQuery({
    queryKey: ["team-of-article", articleId],
    queryFn: ({ signal }) => read(getArticle, { params: { articleId: articleId ?? 0 }, signal }),
    enabled: articleId !== null,
  });
  if (articleId !== null)
    return data && { to: `/posting/${data.teamId}?article=${articleId}`, teamId: data.teamId };
  if (what === "article") return { to: `/posting/${rest[0]}`, teamId: Number(rest[0]) };
  if (what === "subject") {
    const date = rest.join("-");
    const kind = `${monthDay(date, date)} 문제`;
    return { to: `/team-subject/${first}/${date}`, teamId: Number(first), kind };
  }
  const [teamId] = rest;
  const query = first !== "new" ? `?recruitId=${first}` : teamId === undefined ? "" : `?teamId=${teamId}`;
  return { to: `/team-recruit/posting${query}`, kind: "팀원 모집글" };
}
