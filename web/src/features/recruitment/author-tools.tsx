import { Link, useNavigate } from "react-router-dom";
import { deleteRecruitment, type RecruitmentDetail } from "#contracts/recruitment/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { useCommandOptions, useSetRecruiting } from "./commands.ts";
import type { Permissions } from "./permissions.ts";
import styles from "./recruitment.module.css";

/** The author's buttons of a recruitment; each is shown only if its transition is allowed. */
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
  const touched = useCommandOptions(recruitId);
  const { run } = useCommand(deleteRecruitment, {
    ...touched,
    confirm: { title: "정말로 삭제하시겠습니까?", yes: "삭제하기", danger: true },
    // The page does not fetch a recruitment that is being deleted.
    optimistic: () => {
      onDeleting(true);
      return () => {};
    },
    success: "팀 모집글이 삭제되었어요",
    failure: "팀 모집글 삭제 중 오류가 발생했어요",
  });
  const remove = async () => {
    if (await run({ params })) await navigate("/team-recruit/list", { replace: true });
    else onDeleting(false);
  };
  if (!may("EDIT")) return null;
  const isOpen = may("CLOSE");
  return (
    <span className={styles.detailTools}>
      {/* A single button for both actions, so that it keeps the focus. */}
      <Button
        look={isOpen ? "dangerSoft" : "soft"}
        size="small"
        pending={switching.isPending}
        onClick={() => void switching.run({ params, body: { isRecruiting: !isOpen } })}
      >
        {isOpen ? "모집중단" : "모집재개"}
      </Button>
      <Link
        className={styles.detailTool}
        to={`/team-recruit/posting?recruitId=${recruitId}`}
        state={{ recruitId }}
      >
        수정
      </Link>
      {may("DELETE") && (
        <button
          type="button"
          className={cx(styles.detailTool, styles.detailDanger)}
          onClick={() => void remove()}
        >
          삭제
        </button>
      )}
    </span>
  );
};
