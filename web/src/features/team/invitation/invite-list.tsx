import type { Invitation } from "#contracts/invitation/api";
import { useToday } from "#web/features/team/use-today.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "./invite-dialog.module.css";
import { dayOf, usesOf } from "./texts.ts";

interface InviteListProps {
  readonly invitations: readonly Invitation[];
  readonly isBusy: boolean;
  readonly onStop: (invitationId: string) => unknown;
}

/** All links visible to managers, usable ones first. */
export function InviteList(props: InviteListProps) {
  const { invitations } = props;
  if (invitations.length === 0) return <p className={styles.none}>아직 초대 링크가 없어요</p>;
  const usable = invitations.filter(({ state }) => state === "usable");
  const ended = invitations.filter(({ state }) => state !== "usable");
  return (
    <section aria-label="초대 링크 목록">
      {usable.length > 0 && <Links {...props} label="쓰고 있는 링크" invitations={usable} />}
      {ended.length > 0 && <Links {...props} label="끝난 링크" invitations={ended} />}
    </section>
  );
}

function Links({ label, invitations, isBusy, onStop }: InviteListProps & { label: string }) {
  const today = useToday();
  return (
    <>
      <p className={styles.label}>{label}</p>
      <ul className={styles.rows}>
        {invitations.map((each) => {
          const isUsable = each.state === "usable";
          const day = dayOf(each.expiresAt, today);
          return (
            <li key={each.invitationId} className={styles.row}>
              <span className={styles.bar} aria-hidden="true">
                <i style={{ width: `${Math.min(100, (100 * each.uses) / each.maxUses)}%` }} />
              </span>
              <span className={styles.words}>
                <b>{usesOf(each)}</b>
                <small>
                  {isUsable ? `${day}까지` : day} · {each.createdBy.memberName}
                </small>
              </span>
              {isUsable ? (
                <Button
                  look="dangerSoft"
                  size="small"
                  disabled={isBusy}
                  aria-label={`${usesOf(each)}, ${day}까지인 링크 멈추기`}
                  onClick={() => void onStop(each.invitationId)}
                >
                  멈추기
                </Button>
              ) : (
                <span className={styles.ended}>끝남</span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
