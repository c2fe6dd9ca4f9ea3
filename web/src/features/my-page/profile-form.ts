import type { Profile } from "#contracts/member/api";
import { multiLine, singleLine } from "#contracts/texts";

export interface ProfileForm {
  readonly name: string;
  readonly explain: string;
  /** A newly selected picture; null keeps the current one. */
  readonly picture: Blob | null;
}

/** Whether both texts are non-blank and saving would change anything (spec/ui.md §14.1). */
export function isSavable({ name, explain, picture }: ProfileForm, present: Profile): boolean {
  if (!singleLine(name) || !multiLine(explain)) return false;
  return (
    picture !== null ||
    singleLine(name) !== singleLine(present.memberName) ||
    multiLine(explain) !== multiLine(present.memberExplain)
  );
}
