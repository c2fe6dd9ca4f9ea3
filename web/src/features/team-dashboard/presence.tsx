import type { PresentPerson } from "#contracts/live";
import { Avatar } from "#web/ui/avatar.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import styles from "./team-dashboard.module.css";

const maxAvatars = 5;

/** Shows a member the other members who have the page open now. */
export const Presence = ({ here }: { here: readonly PresentPerson[] }) =>
  here.length > 0 && (
    <span className={styles.presence}>
      <span className={styles.dot} />
      <span>지금 {here.length}명이 함께 보고 있어요</span>
      <span className={styles.avatars}>
        <HiddenText>{here.map(({ name }) => name).join(", ")}</HiddenText>
        {here.slice(0, maxAvatars).map(({ uuid, name, imageUrl }) => (
          <Avatar key={uuid} name={name} src={imageUrl || null} size={24} />
        ))}
      </span>
    </span>
  );
