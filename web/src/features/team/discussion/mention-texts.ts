import type { MemberRef } from "#contracts/article/api";
import { mentionToken } from "#contracts/discussion/mentions";

type Named = Pick<MemberRef, "uuid" | "memberName">;

/** Name of a mentioned member who has withdrawn. */
export const formerMention = "@탈퇴한 회원";

/** The name by which a text mentions a member: followed by the start of the uuid if others have the same name. */
export function mentionName({ uuid, memberName }: Named, people: readonly Named[]): string {
  const isShared = people.some((one) => one.memberName === memberName && one.uuid !== uuid);
  return isShared ? `${memberName}#${uuid.slice(0, 4)}` : memberName;
}

/** A stored text as it is written: `@` and the name instead of the token of a known member. */
export const writtenText = (text: string, people: readonly Named[]): string =>
  text.replace(mentionToken, (token, uuid: string) => {
    const person = people.find((one) => one.uuid === uuid.toLowerCase());
    return person ? `@${mentionName(person, people)}` : token;
  });

/** Fenced blocks and code in a line, which have no mentions. */
const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;

/**
 * A written text as it is stored: the token of a member instead of `@` and the name, the longest name first. Code stays as it is,
 * and a Latin name ends where a word ends: a member called `O` is not named by `@Override`.
 */
export function storedText(text: string, people: readonly Named[]): string {
  const byLength = people
    .map((person) => ({ uuid: person.uuid, name: mentionName(person, people) }))
    .toSorted((a, b) => b.name.length - a.name.length);
  return text
    .split(code)
    .map((part, index) => (index % 2 === 0 ? withTokens(part, byLength) : part))
    .join("");
}

function withTokens(
  text: string,
  byLength: readonly { readonly uuid: string; readonly name: string }[],
): string {
  let stored = "";
  let rest = text;
  for (let sign = rest.indexOf("@"); sign >= 0; sign = rest.indexOf("@")) {
    stored += rest.slice(0, sign);
    rest = rest.slice(sign + 1);
    // A mail address has a name before the sign.
    const person = /[\w.-]$/.test(stored) ? undefined : byLength.find(({ name }) => beginsWith(rest, name));
    stored += person ? `@{${person.uuid}}` : "@";
    rest = rest.slice(person?.name.length ?? 0);
  }
  return stored + rest;
}

const beginsWith = (text: string, name: string) =>
  text.startsWith(name) && !(/\w$/.test(name) && /^\w/.test(text.slice(name.length)));

/** The parts of a stored text between its mentions, and the uuid of each mention. */
export function mentionParts(text: string): readonly (string | { readonly uuid: string })[] {
  const parts: (string | { uuid: string })[] = [];
  let end = 0;
  for (const match of text.matchAll(mentionToken)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ uuid: (match[1] ?? "").toLowerCase() });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
