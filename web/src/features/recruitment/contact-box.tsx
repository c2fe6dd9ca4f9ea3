import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./aside.module.css";

/** `연락 방법`: addresses open in a new tab, anything else is plain text. */
export const ContactBox = ({ contact }: { contact: string }) => (
  <section className={styles.box} aria-label="연락 방법">
    <h3>연락 방법</h3>
    {contactParts(contact).map(({ text, href }, index) =>
      href === undefined ? (
        <p key={index} className={styles.contactText}>
          {text}
        </p>
      ) : (
        <a key={index} className={styles.contact} href={href} target="_blank" rel="noopener noreferrer">
          <Icon name="chat" />
          <span>{text}</span>
          <HiddenText>(새 탭)</HiddenText>
        </a>
      ),
    )}
  </section>
);

interface ContactPart {
  readonly text: string;
  /** Address to open, only of http and https. */
  readonly href?: string;
}

const address = /https?:\/\/[^\s<>"']+/gi;
/** Punctuation and brackets after an address that are not part of it. */
const trailing = /[.,!?;:)\]}]+$/;

/** Splits the contact of a recruitment into text and links (spec/ui.md §13.2). */
export function contactParts(contact: string): readonly ContactPart[] {
  const parts: ContactPart[] = [];
  const say = (text: string) => {
    const shown = text.trim();
    if (shown !== "") parts.push({ text: shown });
  };
  let end = 0;
  for (const match of contact.matchAll(address)) {
    const text = match[0].replace(trailing, "");
    if (!URL.canParse(text)) continue;
    say(contact.slice(end, match.index));
    parts.push({ text, href: new URL(text).href });
    end = match.index + text.length;
  }
  say(contact.slice(end));
  return parts;
}
