import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSession } from "#web/lib/session.ts";
import { FailedState } from "#web/ui/failed-state.tsx";
import { ProfileModify } from "./profile-modify.tsx";
import { ProfileSkeleton } from "./profile-skeleton.tsx";
import { ProfileView } from "./profile-view.tsx";
import { ownProfileQuery } from "./queries.ts";
import { Withdraw } from "./withdraw.tsx";

/** The profile in one of its modes: view, modify, withdraw (spec/ui.md §14.1). */
export function ProfilePane({ isModification }: { isModification: boolean }) {
  const { uuid } = useSession();
  const navigate = useNavigate();
  const profile = useQuery(ownProfileQuery(uuid));
  const [mode, setMode] = useState<"view" | "modify" | "withdraw">(isModification ? "modify" : "view");

  if (!profile.data)
    return profile.error ? (
      <FailedState
        title="프로필을 불러오지 못했어요"
        error={profile.error}
        onRetry={() => void profile.refetch()}
      />
    ) : (
      <ProfileSkeleton />
    );
  if (mode === "withdraw") return <Withdraw onBack={() => setMode("view")} />;
  if (mode === "modify")
    return (
      <ProfileModify
        profile={profile.data}
        onDone={() => {
          setMode("view");
          if (isModification) navigate("/my-dashboard/profile", { replace: true });
        }}
      />
    );
  return (
    <ProfileView
      profile={profile.data}
      onModify={() => setMode("modify")}
      onWithdraw={() => setMode("withdraw")}
    />
  );
}
