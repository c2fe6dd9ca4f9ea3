import { normalise } from "#contracts/limits";
import type { Profile } from "#contracts/member/api";

export interface ProfileForm {
  readonly name: string;
  readonly explain: string;
  /** A newly selected picture; null keeps the current one. */
  readonly picture: Blob | null;
}

const kept = (text: string) => normalise(text).trim();

/** Whether both texts are non-blank and saving would change anything (spec/ui.md §14.1). */
export function isSavable({ name, explain, picture }: ProfileForm, present: Profile): boolean {
  if (!kept(name) || !kept(explain)) return false;
  return (
    picture !== null ||
    kept(name) !== kept(present.memberName) ||
    kept(explain) !== kept(present.memberExplain)
  );
}
