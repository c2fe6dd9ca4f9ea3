import { linkParts } from "#contracts/links";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./recruitment.module.css";

/** `연락 방법`: addresses open in a new tab, anything else is plain text. */
export const ContactBox = ({ contact }: { contact: string }) => (
  <section className={styles.asideBox} aria-label="연락 방법">
    <h3>연락 방법</h3>
    {linkParts(contact).map(({ text, href }, index) =>
      href === undefined ? (
        text.trim() !== "" && (
          <p key={index} className={styles.contactText}>
            {text.trim()}
          </p>
        )
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
