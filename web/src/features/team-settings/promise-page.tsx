import { rhythmQuery } from "#web/features/team/rhythm/queries.ts";
import { TeamRoute } from "#web/features/team/team-route.tsx";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { Card } from "#web/ui/card.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DiscordBox } from "./discord-box.tsx";
import styles from "./promise.module.css";
import { PromiseForm } from "./promise-form.tsx";
import { PromiseView } from "./promise-view.tsx";
import { RhythmFrame } from "./settings-frame.tsx";

export const prefetch: PagePrefetch = (client, { teamId = "" }) => {
  if (/^\d+$/.test(teamId)) void client.prefetchQuery(rhythmQuery(Number(teamId)));
};

/** The end of a team's day and its promise: managers change them, members read them (spec/rhythm.md §5). */
export const PromisePage = () => <TeamRoute page={PromiseScreen} />;

const PromiseScreen = ({ teamId }: { teamId: number }) => (
  <RhythmFrame teamId={teamId} skeleton={<PromiseSkeleton />}>
    {(rhythm, isManager) => (
      <>
        <SectionTitle className={styles.title}>약속과 하루</SectionTitle>
        {isManager ? <PromiseForm teamId={teamId} rhythm={rhythm} /> : <PromiseView rhythm={rhythm} />}
        {rhythm.discord && <DiscordBox teamId={teamId} discord={rhythm.discord} />}
      </>
    )}
  </RhythmFrame>
);

const PromiseSkeleton = () => (
  <>
    <SectionTitle className={styles.title}>약속과 하루</SectionTitle>
    <Card className={styles.setting} aria-busy="true">
      <HiddenText>정보를 가져오는 중…</HiddenText>
      <Skeleton width={120} height={20} />
      <Skeleton height={120} className={styles.skeleton} />
    </Card>
  </>
);
