import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createInvitation, revokeInvitation } from "#contracts/invitation/api";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useSession } from "#web/lib/session.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { todayKey } from "../queries.ts";
import styles from "./invite-dialog.module.css";
import { type InviteTerms, TermFields } from "./invite-fields.tsx";
import { InviteLink } from "./invite-link.tsx";
import { InviteList } from "./invite-list.tsx";
import { invitationsKey, invitationsQuery } from "./queries.ts";
import type { InvitingTeam } from "./texts.ts";

interface InviteDialogProps {
  readonly team: InvitingTeam;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Shows the links of a team and creates new ones (spec/daily-use.md §7.4). */
export function InviteDialog({ team, isOpen, onClose }: InviteDialogProps) {
  const { teamId } = team;
  const query = useQuery({ ...invitationsQuery(teamId), enabled: isOpen });
  const [chosenTerms, setChosenTerms] = useState<InviteTerms>({ days: 7, maxUses: 10 });
  const { isAsking, making, stopping } = useInviting(teamId, onClose);
  const isOnline = useOnline();
  const free = team.memberLimit - team.memberCount;
  const terms = { ...chosenTerms, maxUses: Math.min(chosenTerms.maxUses, free) };
  const usable = query.data?.find(({ state }) => state === "usable");
  const make = () => making.run({ params: { teamId }, body: terms });

  return (
    <Dialog
      open={isOpen && !isAsking}
      onClose={onClose}
      wide
      className={styles.box}
      title="팀원 초대하기"
      text="링크를 받은 사람은 비밀번호 없이 바로 들어와요."
      buttons={
        <Button look="neutral" onClick={onClose}>
          닫기
        </Button>
      }
    >
      <div className={styles.parts}>
        {usable?.link && <InviteLink team={team} invitation={usable} link={usable.link} />}
        {free > 0 ? (
          <>
            <TermFields terms={terms} free={free} onTerms={setChosenTerms} />
            <Button
              look={usable ? "soft" : "primary"}
              wide
              pending={making.isPending}
              disabled={!isOnline}
              onClick={() => void make()}
            >
              <Icon name="link" size="small" />
              {usable ? "새 링크 만들기" : "링크 만들기"}
            </Button>
            {!isOnline && <Hint>오프라인이라 지금은 할 수 없어요</Hint>}
          </>
        ) : (
          <p className={styles.full}>
            자리가 없어요
            <ButtonLink look="soft" size="small" to={`/team-setting/team/${teamId}`}>
              인원 제한 바꾸기
            </ButtonLink>
          </p>
        )}
        <Fetched query={query} failed="내용을 가져오지 못했어요" skeleton={<Skeleton height={58} />}>
          {(invitations) => (
            <InviteList
              invitations={invitations}
              isBusy={stopping.isPending || !isOnline}
              onStop={(invitationId) => stopping.run({ params: { teamId, invitationId } })}
            />
          )}
        </Fetched>
      </div>
    </Dialog>
  );
}

const stopQuestion = {
  title: "이 링크를 멈출까요?",
  text: "이미 가입한 사람은 그대로 남아요.",
  yes: "멈추기",
  no: "취소",
};

/** Creates and stops links. The dialog is hidden while a question or an alert is shown. */
function useInviting(teamId: number, onNoManager: () => void) {
  const client = useQueryClient();
  const { alert, confirm } = useDialogs();
  const [isAsking, setAsking] = useState(false);
  const alone = async <T,>(ask: () => Promise<T>): Promise<T> => {
    setAsking(true);
    try {
      return await ask();
    } finally {
      setAsking(false);
    }
  };
  const telling = (otherwise: string) => async (error: unknown) => {
    await alone(() => alert(serverMessage(error) ?? otherwise));
    return null;
  };
  const { uuid } = useSession();
  // The first link completes a step of `팀 시작하기`.
  const refresh = () =>
    Promise.all(
      [invitationsKey(teamId), todayKey(uuid)].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  const making = useCommand(createInvitation, {
    refresh,
    success: "초대 링크를 만들었어요",
    failure: telling("초대 링크를 만들지 못했어요"),
    onNoManager,
  });
  const revoking = useCommand(revokeInvitation, {
    refresh,
    success: "초대 링크를 멈췄어요",
    failure: telling("초대 링크를 멈추지 못했어요"),
    onNoManager,
  });
  const stop = async (options: Parameters<typeof revoking.run>[0]) => {
    if (await alone(() => confirm(stopQuestion))) await revoking.run(options);
  };
  return { isAsking, making, stopping: { run: stop, isPending: revoking.isPending } };
}
