import { lengthOf, limits } from "#contracts/limits";
import { isTopic, type Topic } from "#contracts/team/api";
import { isBlank, singleLine } from "#contracts/texts";

/** The values of the team form as typed. */
export interface TeamForm {
  readonly teamName: string;
  readonly teamExplain: string;
  readonly topic: Topic | null;
  readonly memberLimit: string;
  readonly password: string;
}

export const emptyTeamForm: TeamForm = {
  teamName: "",
  teamExplain: "",
  topic: null,
  memberLimit: "",
  password: "",
};

/** The fields stored in the draft, which excludes the entry password. */
export const draftFields = ({ teamName, teamExplain, topic, memberLimit }: TeamForm) => ({
  teamName,
  teamExplain,
  topic: topic ?? "",
  memberLimit,
});

/** The form with the fields of a draft. */
export const withDraft = (form: TeamForm, draft: ReturnType<typeof draftFields> | undefined): TeamForm =>
  draft ? { ...form, ...draft, topic: isTopic(draft.topic) ? draft.topic : form.topic } : form;

const isFilled = (text: string, max: number) => {
  const stored = singleLine(text);
  return stored !== "" && lengthOf(stored) <= max;
};

/** Which fields satisfy spec/ui.md §9.2. */
export function fulfilled(form: TeamForm) {
  const limit = Number(form.memberLimit);
  return {
    teamName: isFilled(form.teamName, limits.teamName),
    teamExplain: isFilled(form.teamExplain, limits.teamExplain),
    topic: form.topic !== null && isTopic(form.topic),
    memberLimit: /^\d+$/.test(form.memberLimit) && limit >= 1 && limit <= limits.memberLimit,
    password: /^[0-9]{4}$/.test(form.password),
  };
}

const labels: Readonly<Record<keyof TeamForm, string>> = {
  teamName: "팀 이름",
  teamExplain: "팀 설명",
  topic: "주제",
  memberLimit: "인원 제한",
  password: "입장 비밀번호",
};

/** The fields that are missing or wrong. A stored team keeps what is left blank, except the limit. */
export function lacksOf(form: TeamForm, isStored = false): string[] {
  const holds = fulfilled(form);
  const keeps = (field: keyof TeamForm) => isStored && field !== "memberLimit" && isBlank(form[field] ?? "");
  const fields = Object.keys(labels) as (keyof TeamForm)[];
  return fields.filter((field) => !holds[field] && !keeps(field)).map((field) => labels[field]);
}
