import { Link } from "react-router-dom";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./detail.module.css";

export const BackLink = () => (
  <Link className={styles.back} to="/team-recruit/list">
    <Icon name="left" />
    목록
  </Link>
);
