import type { ReactNode } from "react";
import { PostBody } from "#web/features/team/post-body.tsx";
import { placeholderBody } from "./placeholder-bodies.ts";
import styles from "./team-dashboard.module.css";

/** A blurred placeholder text, which never contains real text, with what opens the article. */
export const LockedBody = ({ articleId, children }: { articleId: number; children: ReactNode }) => (
  <div className={styles.locked}>
    <div className={styles.blurred} aria-hidden="true" inert>
      <PostBody html={placeholderBody(articleId)} imageUrl={null} />
    </div>
    <div className={styles.prompt}>{children}</div>
  </div>
);
