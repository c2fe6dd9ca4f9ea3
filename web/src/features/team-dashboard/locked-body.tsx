import { PostBody } from "#web/features/team/post-body.tsx";
import { Button } from "#web/ui/button.tsx";
import { placeholderBody } from "./placeholder-bodies.ts";
import styles from "./team-dashboard.module.css";

/**
 * A blurred placeholder text with a button to join, for readers who are not in the team. It never contains real text.
 */
export const LockedBody = ({ articleId, onJoin }: { articleId: number; onJoin: () => void }) => (
  <div className={styles.locked}>
    <div className={styles.blurred} aria-hidden="true" inert>
      <PostBody html={placeholderBody(articleId)} imageUrl={null} />
    </div>
    <div className={styles.prompt}>
      <b>이 팀의 풀이가 궁금하다면?</b>
      <span>팀에 참가하고 매일의 풀이를 함께 나눠 보세요.</span>
      <Button look="action" size="large" onClick={onJoin}>
        팀 참가하기 -&gt;
      </Button>
    </div>
  </div>
);
