import type { Profile } from "#contracts/member/api";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import frame from "#web/ui/section-frame.module.css";
import styles from "./profile.module.css";
import { Row, Rows } from "./rows.tsx";

/** Who I am to others, and the ways to change or end that. */
export const ProfileView = ({
  profile,
  onModify,
  onWithdraw,
}: {
  profile: Profile;
  onModify: () => void;
  onWithdraw: () => void;
}) => (
  <section aria-label="내 프로필">
    <div className={frame.head}>
      <SectionTitle>내 프로필</SectionTitle>
      <Button look="soft" size="small" onClick={onModify}>
        수정하기
      </Button>
    </div>
    <Rows>
      <Row label="이미지">
        <span role="img" aria-label={`${profile.memberName} 프로필 이미지`}>
          <Avatar name={profile.memberName} src={profile.imageUrl} size={96} />
        </span>
      </Row>
      <Row label="이름">{profile.memberName}</Row>
      <Row label="자기소개">{profile.memberExplain}</Row>
    </Rows>
    <div className={styles.end}>
      <button type="button" className={styles.leave} onClick={onWithdraw}>
        계정 탈퇴 &gt;
      </button>
    </div>
  </section>
);
