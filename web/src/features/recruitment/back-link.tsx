import { Link, useLocation } from "react-router-dom";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./recruitment.module.css";

/** Links to the board, with the tab and page from which the recruitment was opened. */
export const BackLink = () => (
  <Link className={styles.back} to={`/team-recruit/list${useLocation().state?.board ?? ""}`}>
    <Icon name="left" />
    목록
  </Link>
);
