import type { PresentPerson } from "#contracts/live";
import { Avatar } from "#web/ui/avatar.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import styles from "./presence.module.css";
import { useWriters } from "./use-writers.ts";

const mostAvatars = 5;

interface PresenceProps {
  readonly teamId: number;
  readonly today: string;
  /** The other members who look at the page now. */
  readonly here: readonly PresentPerson[];
}

interface Face {
  readonly name: string;
  readonly imageUrl: string;
}

/** Who looks at the page along with a member, and who has written today. */
export function Presence({ teamId, today, here }: PresenceProps) {
  const writers = useWriters(teamId, today);
  if (here.length === 0 && writers.length === 0) return null;
  return (
    <span className={styles.presence}>
      {here.length > 0 && (
        <>
          <span className={styles.dot} />
          <span>지금 {here.length}명이 함께 보고 있어요</span>
          <Faces of={here} />
        </>
      )}
      {writers.length > 0 && (
        <>
          <span>오늘 {writers.length}명이 썼어요</span>
          <Faces of={writers} />
        </>
      )}
    </span>
  );
}

const Faces = ({ of: faces }: { of: readonly Face[] }) => (
  <span className={styles.avatars}>
    <HiddenText>{faces.map(({ name }) => name).join(", ")}</HiddenText>
    {faces.slice(0, mostAvatars).map(({ name, imageUrl }) => (
      <Avatar key={`${name} ${imageUrl}`} name={name} src={imageUrl || null} size={24} />
    ))}
  </span>
);
