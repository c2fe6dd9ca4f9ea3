import { limits } from "#contracts/limits";
import type { Profile } from "#contracts/member/api";
import { isBlank, multiLine, singleLine } from "#contracts/texts";
import { isLonger } from "#web/ui/counter.tsx";
import { missing, unchanged } from "#web/ui/wrong-fields.ts";

export interface ProfileForm {
  readonly name: string;
  readonly explain: string;
  /** A newly selected picture; null keeps the current one. */
  readonly picture: Blob | null;
}

/** Why the form cannot be saved: a text is blank or too long, or saving would change nothing (spec/ui.md §14.1). */
export function unsavableReason({ name, explain, picture }: ProfileForm, present: Profile) {
  const isChanged =
    picture !== null ||
    singleLine(name) !== singleLine(present.memberName) ||
    multiLine(explain) !== multiLine(present.memberExplain);
  const wrong = missing([
    (isBlank(name) || isLonger(name, limits.memberName)) && "이름",
    (isBlank(explain) || isLonger(explain, limits.memberExplain)) && "자기소개",
  ]);
  return wrong ?? (isChanged ? undefined : unchanged);
}
