import { HiddenText } from "#web/ui/hidden-text.tsx";
import frame from "#web/ui/section-frame.module.css";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Row, Rows } from "./rows.tsx";

/** The shape of the profile while it is being fetched. */
export const ProfileSkeleton = () => (
  <div aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    <div className={frame.head}>
      <Skeleton width={104} height={26} />
    </div>
    <Rows>
      <Row label="이미지">
        <Skeleton width={96} height={96} round />
      </Row>
      <Row label="이름">
        <Skeleton width={120} height={20} />
      </Row>
      <Row label="자기소개">
        <Skeleton width="70%" height={20} />
      </Row>
    </Rows>
  </div>
);
