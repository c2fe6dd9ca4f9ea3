import MarkdownIt, { type Token } from "markdown-it";
import { type ReactNode, useMemo } from "react";
import type { MemberRef } from "#contracts/article/api";
import { linkParts } from "#contracts/links";
import styles from "./discussion.module.css";
import { formerMention, mentionParts } from "./mention-texts.ts";

/** The part of Markdown that comments have (spec/discussion.md rule 4). */
const markdown = new MarkdownIt("zero").enable(["fence", "backticks", "escape", "newline", "link"]);
/** Without user info, as in other texts: `https://site@evil.example` looks like an address of the first. */
markdown.validateLink = (address) => {
  if (!/^(https?:|mailto:)/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === "" && password === "";
};

/** As the browser writes it, with the host in ASCII. */
markdown.normalizeLink = (address) => (URL.canParse(address) ? new URL(address).href : address);

const Outward = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
);

type Name = (uuid: string) => string;

/** Addresses in a text become links, tokens of members their names. */
const PlainText = ({ text, nameOf, isInLink }: { text: string; nameOf: Name; isInLink: boolean }) =>
  mentionParts(text).map((part, index) =>
    typeof part === "string" ? (
      <span key={index}>{isInLink ? part : <Linked text={part} />}</span>
    ) : (
      <span key={index} className={styles.mention}>
        {nameOf(part.uuid)}
      </span>
    ),
  );

const Linked = ({ text: whole }: { text: string }) =>
  linkParts(whole).map(({ text, href }, index) =>
    href === undefined ? (
      <span key={index}>{text}</span>
    ) : (
      <Outward key={index} href={href}>
        {text}
      </Outward>
    ),
  );

/** The elements of a line: texts, code, line breaks and links. */
function inline(tokens: readonly Token[], nameOf: Name): ReactNode[] {
  const nodes: ReactNode[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.type === "code_inline") nodes.push(<code key={at}>{token.content}</code>);
    else if (token.type === "softbreak" || token.type === "hardbreak") nodes.push(<br key={at} />);
    else if (token.type === "link_open") {
      const end = tokens.findIndex((one, index) => index > at && one.type === "link_close");
      const href = String(token.attrGet("href") ?? "");
      const inside = tokens
        .slice(at + 1, end)
        .map((one, index) => <PlainText key={index} text={one.content} nameOf={nameOf} isInLink />);
      nodes.push(
        <Outward key={at} href={href}>
          {inside}
        </Outward>,
      );
      at = end;
    } else nodes.push(<PlainText key={at} text={token.content} nameOf={nameOf} isInLink={false} />);
  }
  return nodes;
}

/** The text of a comment as elements, never as HTML. */
export function CommentText({ text, mentions }: { text: string; mentions: readonly MemberRef[] }) {
  const blocks = useMemo(() => markdown.parse(text, {}), [text]);
  const nameOf = (uuid: string) => {
    const person = mentions.find((one) => one.uuid === uuid);
    return person ? `@${person.memberName}` : formerMention;
  };
  return (
    <div className={styles.text}>
      {blocks.map((block, index) => {
        if (block.type === "fence")
          return (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide code block scrolls with the keyboard
            <pre key={index} tabIndex={0}>
              <code>{block.content.replace(/\n$/, "")}</code>
            </pre>
          );
        return block.type === "inline" ? <p key={index}>{inline(block.children ?? [], nameOf)}</p> : null;
      })}
    </div>
  );
}
