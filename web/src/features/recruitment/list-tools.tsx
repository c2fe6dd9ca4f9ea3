import { useEffect, useState } from "react";
import type { ApplicationList, RecruitmentDetail } from "#contracts/recruitment/api";
import { singleLine } from "#contracts/texts";
import { announce, useAnnounced, useResult, withPage } from "#web/ui/announcer.tsx";
import { Button } from "#web/ui/button.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { seatsOf, useCreateTeam, useInviteApplicants } from "./author-tools.tsx";
import styles from "./recruitment.module.css";
import type { Choice, ShownList } from "./shown-list.ts";
import { Tool } from "./tool.tsx";

const pauseMs = 250;
/** A syllable that has only begun is not yet part of a name. */
const begunSyllable = /[\u3131-\u318e]$/u;

interface ToolProps {
  readonly recruitment: RecruitmentDetail;
  readonly list: ShownList;
}

/** Finds applicants by name, after a pause in typing; announces what a search or a page has led to. */
export function FindApplicant({ recruitment: { applicationList }, list }: ToolProps) {
  const { name, onName, isWaiting } = list;
  const { total = 0, page } = applicationList ?? {};
  const [text, setText] = useState(name);
  const next = singleLine(text.replace(begunSyllable, ""));
  useEffect(() => {
    if (next === name) return;
    const timer = setTimeout(() => onName(next), next === "" ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [next, name, onName]);
  const found = page?.totalElements ?? 0;
  const result = found === 0 ? "신청자 없음" : `신청자 ${found}명`;
  useResult(withPage(name ? `‘${name}’` : "모두", page?.number ?? 0), isWaiting ? undefined : result);

  if (!page || (total <= page.size && name === "" && text === "")) return null;
  return (
    <>
      <SearchInput
        className={styles.search}
        label="신청자 찾기"
        placeholder="이름으로 신청자 찾기"
        value={text}
        onText={setText}
      />
      {name !== "" && found === 0 && <p className={styles.none}>‘{name}’ 신청자를 찾지 못했어요</p>}
    </>
  );
}

/** The author's choice among the applicants, who are admitted by one command. */
export function ChoiceBar({ recruitment, choice, list: { name } }: ToolProps & { choice: Choice }) {
  const { teamRecruitId, teamId, teamMemberUuids, teamApplyResponses } = recruitment;
  const { chosen, set } = choice;
  const seats = seatsOf(recruitment);
  const count = `${chosen.size}명 선택 · 자리 ${seats}개`;
  useAnnounced(chosen.size > 0 && count);
  const shown = teamApplyResponses.flatMap(({ memberUuid }) => memberUuid ?? []);
  const missing = chosen.size - seats;
  const lacks =
    chosen.size === 0 ? "신청자를 골라 주세요" : missing > 0 ? `${missing}명을 빼야 해요` : undefined;
  const props = { recruitId: teamRecruitId, chosen: [...chosen], lacks };
  return (
    <section className={styles.listToolsBar} aria-label="신청자 선택">
      <p className={styles.listToolsCount}>
        <b>{count}</b>
        {missing > 0 && <span className={styles.missing}>{lacks}</span>}
      </p>
      <span className={styles.listTools}>
        {name === "" ? (
          <Tool onClick={() => set(teamMemberUuids, true)}>모두 선택</Tool>
        ) : (
          shown.length > 0 && <Tool onClick={() => set(shown, true)}>찾은 {shown.length}명 선택</Tool>
        )}
        <Tool onClick={() => set([...chosen], false)}>선택 해제</Tool>
      </span>
      {teamId === null ? <CreateTeam {...props} /> : <Invite {...props} teamId={teamId} />}
    </section>
  );
}

interface AdmitProps {
  readonly recruitId: number;
  readonly chosen: readonly string[];
  /** What a press tells instead, if no applicant is chosen, or more than there are seats. */
  readonly lacks: string | undefined;
}

function Invite({ recruitId, chosen, lacks, teamId }: AdmitProps & { teamId: number }) {
  const { run, isPending } = useInviteApplicants(recruitId, {
    confirm: { title: `선택한 ${chosen.length}명을 팀에 초대하시겠어요?`, yes: "초대하기" },
    success: `${chosen.length}명을 팀에 초대했어요`,
  });
  const invite = () => run({ body: { teamId, recruitId, memberUuids: [...chosen] } });
  return (
    <Button
      size="small"
      aria-disabled={lacks !== undefined}
      pending={isPending}
      onClick={() => (lacks === undefined ? void invite() : announce(lacks))}
    >
      선택한 사람 초대
    </Button>
  );
}

function CreateTeam({ recruitId, chosen, lacks }: AdmitProps) {
  const createTeam = useCreateTeam(recruitId);
  const title = `선택한 ${chosen.length}명과 함께 팀을 생성하시겠어요?`;
  return (
    <Button
      size="small"
      aria-disabled={lacks !== undefined}
      onClick={() => (lacks === undefined ? void createTeam(title, chosen) : announce(lacks))}
    >
      선택한 사람과 시작
    </Button>
  );
}

/** Pages of the applications. */
export const ListPages = ({ page, onPage }: ApplicationList & { onPage: (page: number) => void }) => (
  <Pagination label="신청자 페이지" page={page.number} totalPages={page.totalPages} onPage={onPage} />
);
