import { normalise } from "#contracts/limits";
import type { Profile } from "#contracts/member/api";

export interface ProfileForm {
  readonly name: string;
  readonly explain: string;
  /** A newly chosen one; null keeps the present. */
  readonly picture: Blob | null;
}

const kept = (text: string) => normalise(text).trim();

/** Both texts are non-blank, and something would be other than it is (spec/ui.md §14.1). */
export function isSavable({ name, explain, picture }: ProfileForm, present: Profile): boolean {
  if (!kept(name) || !kept(explain)) return false;
  return (
    picture !== null ||
    kept(name) !== kept(present.memberName) ||
    kept(explain) !== kept(present.memberExplain)
  );
}
