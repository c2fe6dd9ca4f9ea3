import { useState } from "react";
import type { Invitation } from "#contracts/invitation/api";
import { useToday } from "#web/features/team/use-today.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { isMobile } from "#web/lib/mobile.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Row } from "#web/ui/layout.tsx";
import { toast } from "#web/ui/toast.tsx";
import styles from "./invite-dialog.module.css";
import { dayOf, usesOf } from "./texts.ts";

const qrCode = lazyModule(() => import("./qr-code.tsx"));

/** The latest usable link, with buttons to copy it, to show its QR code and, on phones, to share it. */
export function InviteLink({
  team: { teamName },
  invitation,
  link,
}: {
  team: { readonly teamName: string };
  invitation: Invitation;
  link: string;
}) {
  const today = useToday();
  const [isQrOpen, setQrOpen] = useState(false);
  const qr = useLazyModule(qrCode, isQrOpen, () => setQrOpen(false));
  const copy = () =>
    // The clipboard is unavailable over plain HTTP.
    (navigator.clipboard?.writeText(link) ?? Promise.reject()).then(
      () => toast.success("초대 링크를 복사했어요"),
      () => toast.error("복사하지 못했어요"),
    );
  // Closing the system's share dialog rejects and is not an error.
  const share = () => navigator.share({ title: `${teamName} 초대`, url: link }).catch(() => undefined);
  return (
    <section className={styles.link} aria-label="초대 링크">
      <p className={styles.terms}>
        <span>{usesOf(invitation)}</span>
        <span>{dayOf(invitation.expiresAt, today)}까지</span>
      </p>
      <div className={styles.address}>
        <span>{link}</span>
        <Button size="small" onClick={() => void copy()}>
          <Icon name="copy" size="small" />
          복사
        </Button>
      </div>
      <Row gap={8} wrap>
        <Button look="neutral" size="small" aria-expanded={isQrOpen} onClick={() => setQrOpen(!isQrOpen)}>
          {isQrOpen ? "QR 닫기" : "QR 보기"}
        </Button>
        {isMobile() && "share" in navigator && (
          <Button look="neutral" size="small" onClick={() => void share()}>
            공유하기
          </Button>
        )}
      </Row>
      {isQrOpen && qr && <qr.QrCode text={link} label={`${teamName} 초대 QR 코드`} />}
      <p className={styles.warning}>
        이 링크를 가진 사람은 누구나 들어올 수 있어요. 필요 없어지면 멈춰 주세요.
      </p>
    </section>
  );
}
