import { Link, useNavigate } from "react-router-dom";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { useDeleteRecruitment, useSetRecruiting } from "./commands.ts";
import styles from "./detail.module.css";
import type { Permissions } from "./permissions.ts";

/** What authors do with their recruitment; each button only where the move is legal. */
export const AuthorTools = ({
  recruitment,
  may,
  onDeleting,
}: {
  recruitment: RecruitmentDetail;
  may: Permissions["may"];
  onDeleting: (isDeleting: boolean) => void;
}) => {
  const navigate = useNavigate();
  const { teamRecruitId: recruitId } = recruitment;
  const params = { recruitmentId: recruitId };
  const switching = useSetRecruiting(params.recruitmentId);
  const { run } = useDeleteRecruitment(onDeleting);
  const remove = async () => {
    if (await run({ params })) await navigate("/team-recruit/list", { replace: true });
    else onDeleting(false);
  };
  if (!may("EDIT")) return null;
  const isOpen = may("CLOSE");
  return (
    <span className={styles.tools}>
      {/* One button, so that the focus stays on it. */}
      <Button
        look={isOpen ? "dangerSoft" : "soft"}
        size="small"
        pending={switching.isPending}
        onClick={() => void switching.run({ params, body: { isRecruiting: !isOpen } })}
      >
        {isOpen ? "모집중단" : "모집재개"}
      </Button>
      <Link className={styles.tool} to={`/team-recruit/posting?recruitId=${recruitId}`} state={{ recruitId }}>
        수정
      </Link>
      {may("DELETE") && (
        <button type="button" className={cx(styles.tool, styles.danger)} onClick={() => void remove()}>
          삭제
        </button>
      )}
    </span>
  );
};
