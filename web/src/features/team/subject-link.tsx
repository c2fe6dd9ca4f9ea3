import { Button, ButtonLink, type ButtonLook } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./articles.module.css";

interface SubjectLinkProps {
  readonly teamId: number;
  readonly date: string;
  /** Undefined until it is loaded. */
  readonly hasSubject: boolean | undefined;
  readonly look?: ButtonLook["look"];
}

/** A manager's link to write or edit the problem of a day (spec/ui.md §11). */
export const SubjectLink = ({ teamId, date, hasSubject, look = "neutral" }: SubjectLinkProps) =>
  hasSubject === undefined ? (
    <Button look="neutral" size="small" className={styles.write} disabled>
      요청 대기
    </Button>
  ) : (
    <ButtonLink look={look} size="small" className={styles.write} to={`/team-subject/${teamId}/${date}`}>
      <Icon name="pencil" size="small" />
      {hasSubject ? "문제 수정" : "문제 작성"}
    </ButtonLink>
  );
