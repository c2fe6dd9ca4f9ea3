import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Profile } from "#contracts/member/api";
import { useSession } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { SectionHead } from "#web/ui/layout.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./my-page.module.css";
import { ProfileModify } from "./profile-modify.tsx";
import { ownProfileQuery } from "./queries.ts";
import { Row, Rows } from "./rows.tsx";
import { Withdraw } from "./withdraw.tsx";

/** The profile in one of its modes: view, edit, withdraw (spec/ui.md §14.1). */
export function ProfilePane({ isModification }: { isModification: boolean }) {
  const { uuid } = useSession();
  const navigate = useNavigate();
  const profile = useQuery(ownProfileQuery(uuid));
  const [mode, setMode] = useState<"view" | "modify" | "withdraw">(isModification ? "modify" : "view");

  return (
    <Fetched query={profile} failed="프로필을 불러오지 못했어요" skeleton={<ProfileSkeleton />}>
      {(profile) => {
        if (mode === "withdraw") return <Withdraw onBack={() => setMode("view")} />;
        if (mode === "view")
          return (
            <ProfileView
              profile={profile}
              onModify={() => setMode("modify")}
              onWithdraw={() => setMode("withdraw")}
            />
          );
        const onDone = () => {
          setMode("view");
          if (isModification) navigate("/my-dashboard/profile", { replace: true });
        };
        return <ProfileModify profile={profile} onDone={onDone} />;
      }}
    </Fetched>
  );
}

/** The profile as other members see it, with buttons to edit it and to withdraw. */
const ProfileView = ({
  profile,
  onModify,
  onWithdraw,
}: {
  profile: Profile;
  onModify: () => void;
  onWithdraw: () => void;
}) => (
  <section aria-label="내 프로필">
    <SectionHead>
      <SectionTitle>내 프로필</SectionTitle>
      <Button look="soft" size="small" onClick={onModify}>
        수정하기
      </Button>
    </SectionHead>
    <Rows>
      <Row label="이미지">
        <span role="img" aria-label={`${profile.memberName} 프로필 이미지`}>
          <Avatar name={profile.memberName} src={profile.imageUrl} size={96} />
        </span>
      </Row>
      <Row label="이름">{profile.memberName}</Row>
      <Row label="자기소개">{profile.memberExplain}</Row>
    </Rows>
    <div className={styles.profileEnd}>
      <button type="button" className={styles.leave} onClick={onWithdraw}>
        계정 탈퇴 &gt;
      </button>
    </div>
  </section>
);

/** Placeholder of the profile while its query is pending. */
const ProfileSkeleton = () => (
  <div aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    <SectionHead>
      <Skeleton width={104} height={26} />
    </SectionHead>
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
