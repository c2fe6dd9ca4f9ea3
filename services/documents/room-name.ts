import { isRealDate } from "#contracts/dates";
import { draftKeyPattern } from "#contracts/documents/api";

export type RoomName =
  | { readonly kind: "draft"; readonly id: string; readonly owner: string }
  | { readonly kind: "subject"; readonly id: string; readonly teamId: number; readonly date: string }
  | { readonly kind: "team"; readonly id: string; readonly teamId: number };

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** What a room's name says; undefined when it is not one (contracts/documents/api.ts). */
export function roomNamed(id: string): RoomName | undefined {
  const draft = new RegExp(`^draft/(${uuid})/(.*)$`).exec(id);
  if (draft?.[1] && draftKeyPattern.test(draft[2] ?? "")) return { kind: "draft", id, owner: draft[1] };
  const subject = /^subject\/([1-9]\d{0,14})\/(.*)$/.exec(id);
  if (subject?.[2] && isRealDate(subject[2]))
    return { kind: "subject", id, teamId: Number(subject[1]), date: subject[2] };
  const team = /^team\/([1-9]\d{0,14})$/.exec(id);
  return team ? { kind: "team", id, teamId: Number(team[1]) } : undefined;
}
