import { lengthOf, limits } from "#contracts/limits";
import { isTopic, type Topic } from "#contracts/team/api";
import { singleLine } from "#contracts/texts";

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

/** Accepts the integers 1 to 50, otherwise keeps the previous value. */
export function takeMemberLimit(typed: string, before: string): string {
  if (typed === "") return "";
  if (!/^\d{1,2}$/.test(typed)) return before;
  const number = Number(typed);
  return number >= 1 && number <= limits.memberLimit ? String(number) : before;
}

/** Keeps only digits, at most four. */
export const takePassword = (typed: string): string =>
  typed.replaceAll(/\D/g, "").slice(0, limits.entryPasswordDigits);

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

/** Whether the form can be submitted. */
export const isComplete = (form: TeamForm): boolean => Object.values(fulfilled(form)).every(Boolean);
