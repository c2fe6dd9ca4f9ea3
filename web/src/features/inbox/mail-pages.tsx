import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { confirmMailAddress, unsubscribeMail } from "#contracts/delivery/api";
import { refusals } from "#contracts/errors";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Page } from "#web/ui/page.tsx";
import styles from "./inbox.module.css";
import { settingsKey } from "./settings-query.ts";

/** Without the scripts of others: the address contains a token. */
export { withoutThirdParties as loader } from "#web/lib/third-parties.ts";

interface Words {
  readonly question: string;
  readonly text?: string;
  readonly action: string;
  readonly done: string;
  readonly failed: string;
}

/** Public pages of the links in mails (spec/notifications.md §7): opening one changes nothing. */
function MailPage({
  endpoint,
  words,
}: {
  endpoint: typeof confirmMailAddress | typeof unsubscribeMail;
  words: Words;
}) {
  const { token = "" } = useParams();
  const client = useQueryClient();
  const isOnline = useOnline();
  const isBad = (error: unknown) => isRefusal(error, "bad-mail-token");
  const { run, isPending, isSuccess, error } = useCommand(endpoint, {
    // The settings of a signed-in member have changed.
    onSuccess: () => client.invalidateQueries({ queryKey: settingsKey }),
    failure: (failed) => (isBad(failed) ? null : { title: words.failed, text: serverMessage(failed) }),
  });
  if (isBad(error)) return <MailCard title={refusals["bad-mail-token"].message} />;
  if (isSuccess) return <MailCard title={words.done} />;
  return (
    <MailCard title={words.question}>
      {words.text && <p className={styles.mailPagesText}>{words.text}</p>}
      <Button
        look="action"
        size="large"
        wide
        pending={isPending}
        disabled={!isOnline}
        onClick={() => void run({ params: { token } })}
      >
        {words.action}
      </Button>
      {!isOnline && <Hint>지금은 연결되어 있지 않아요.</Hint>}
    </MailCard>
  );
}

const settingsLink = (
  <ButtonLink look="soft" wide to="/my-dashboard/notifications">
    알림 설정
  </ButtonLink>
);

const MailCard = ({ title, children = settingsLink }: { title: string; children?: ReactNode }) => (
  <Page width="form" glow className={styles.page}>
    <Card className={styles.mailPagesBox}>
      <h1 className={styles.mailPagesTitle}>{title}</h1>
      {children}
    </Card>
  </Page>
);

export const MailConfirmationPage = () => (
  <MailPage
    endpoint={confirmMailAddress}
    words={{
      question: "메일 주소를 확인할까요?",
      action: "확인하기",
      done: "메일 주소를 확인했어요",
      failed: "메일 주소를 확인하지 못했어요",
    }}
  />
);

export const MailUnsubscriptionPage = () => (
  <MailPage
    endpoint={unsubscribeMail}
    words={{
      question: "메일 요약을 그만 받을까요?",
      text: "알림 센터와 푸시는 그대로예요. 마이페이지에서 다시 켤 수 있어요.",
      action: "그만 받기",
      done: "메일 요약을 더 보내지 않아요",
      failed: "메일 요약을 끄지 못했어요",
    }}
  />
);
