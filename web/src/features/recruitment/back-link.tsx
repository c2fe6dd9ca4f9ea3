import { Link, useLocation } from "react-router-dom";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./detail.module.css";

/** To the board, as the card that led here stood in it: the same tab and page. */
export const BackLink = () => (
  <Link className={styles.back} to={`/team-recruit/list${useLocation().state?.board ?? ""}`}>
    <Icon name="left" />
    목록
  </Link>
);
