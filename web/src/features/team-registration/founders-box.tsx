import { Avatars } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import type { useFoundingPeople } from "./founders.ts";
import styles from "./founders-box.module.css";

type People = NonNullable<ReturnType<typeof useFoundingPeople>>;

/** The applicants who become the first members of the team (spec/daily-use.md §7.9). */
export const FoundersBox = ({ people: { count, named } }: { people: People }) => (
  <Card card={false} className={styles.box} role="region" aria-label="함께 시작하는 사람">
    <h3 className={styles.title}>함께 시작하는 사람 {count}명</h3>
    <div className={styles.people}>
      <Avatars people={named} size={36} max={named.length} total={count} />
      <p>
        {named.map(({ name }) => name).join(", ") +
          (count > named.length ? ` 외 ${count - named.length}명` : "")}
      </p>
    </div>
  </Card>
);
