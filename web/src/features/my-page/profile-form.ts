import { normalise } from "#contracts/limits";
import type { Profile } from "#contracts/member/api";

export interface ProfileForm {
  readonly name: string;
  readonly explain: string;
  /** A newly selected picture; null keeps the current one. */
  readonly picture: Blob | null;
}

const trimmed = (text: string) => normalise(text).trim();

/** Whether both texts are non-blank and saving would change anything (spec/ui.md §14.1). */
export function isSavable({ name, explain, picture }: ProfileForm, present: Profile): boolean {
  if (!trimmed(name) || !trimmed(explain)) return false;
  return (
    picture !== null ||
    trimmed(name) !== trimmed(present.memberName) ||
    trimmed(explain) !== trimmed(present.memberExplain)
  );
}
