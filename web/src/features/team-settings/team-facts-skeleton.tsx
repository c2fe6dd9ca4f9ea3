import { Card } from "#web/ui/card.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { SectionHead } from "#web/ui/layout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./team-settings.module.css";

/** Width and height of each value. */
const values = [
  ["96px", 18],
  ["220px", 18],
  ["96px", 96],
  ["84px", 18],
  ["48px", 18],
  ["56px", 18],
] as const;

/** Skeleton of heading and rows. */
export const TeamFactsSkeleton = () => (
  <div aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    <SectionHead>
      <Skeleton width={88} height={26} />
    </SectionHead>
    <Card>
      {values.map(([width, height], row) => (
        <div key={row} className={styles.fact}>
          <Skeleton width={72} />
          <Skeleton width={`min(${width}, 100%)`} height={height} />
        </div>
      ))}
    </Card>
  </div>
);
