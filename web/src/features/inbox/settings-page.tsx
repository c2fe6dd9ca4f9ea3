import { useQuery } from "@tanstack/react-query";
import { useFailureToast } from "#web/features/team/use-failure-toast.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { currentToken, memberOf, useSession } from "#web/lib/session.ts";
import { ToLogin } from "#web/lib/to-login.tsx";
import { useOnline } from "#web/lib/use-online.ts";
import { AccountPage } from "#web/ui/account-page.tsx";
import { cardClass } from "#web/ui/card.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import styles from "./inbox.module.css";
import { InboxFailed, inboxFailed, OfflineNote, RowSkeletons } from "./inbox-states.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { settingsQuery } from "./settings-query.ts";

export const prefetch: PagePrefetch = (client) => {
  const uuid = memberOf(currentToken());
  if (uuid !== null) void client.prefetchQuery(settingsQuery(uuid));
};

/** `/my-dashboard/notifications`: channels of kinds, quiet hours, devices and mail (spec/notifications.md §7). */
export function NotificationSettingsPage() {
  const { uuid } = useSession();
  const query = useQuery(settingsQuery(uuid));
  const isOnline = useOnline();
  useFailureToast(query.data && query, inboxFailed);
  if (uuid === null) return <ToLogin />;
  return (
    <AccountPage part="notifications" title="마이페이지">
      <SectionTitle className={styles.settingsPageTitle}>알림</SectionTitle>
      {!isOnline && <OfflineNote />}
      {query.data ? (
        <SettingsForm key={uuid} uuid={uuid} settings={query.data} />
      ) : (
        <div className={cardClass({ card: true })}>
          {query.isError ? <InboxFailed onRetry={() => void query.refetch()} /> : <RowSkeletons />}
        </div>
      )}
    </AccountPage>
  );
}
