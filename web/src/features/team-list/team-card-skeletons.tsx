import { limits } from "#contracts/limits";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import cards from "./team-card.module.css";
import styles from "./team-list.module.css";

/** The shape of a page of team cards while it is being fetched. */
export const TeamCardSkeletons = () => (
  <div className={styles.grid} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {Array.from({ length: limits.teamPageSize }, (_, index) => (
      // A face fills the one cell of its card.
      <div key={index}>
        <div className={cards.face}>
          <Skeleton width={72} height={72} />
          <div className={cards.name}>
            <Skeleton width="56%" height={22} />
          </div>
          <div className={cards.text}>
            <Skeleton width="92%" />
          </div>
          <div className={cards.foot}>
            <Skeleton width={120} height={28} />
            <Skeleton width={52} />
          </div>
        </div>
      </div>
    ))}
  </div>
);
