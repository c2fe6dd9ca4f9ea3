import { Card } from "#web/ui/card.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import facts from "./team-facts.module.css";

/** The shape of the rows while they are being fetched. */
export const TeamFactsSkeleton = () => (
  <Card role="status">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {[96, 220, 64, 84, 48, 56].map((width) => (
      <div key={width} className={facts.fact}>
        <Skeleton width={72} />
        <Skeleton width={width} height={18} />
      </div>
    ))}
  </Card>
);
