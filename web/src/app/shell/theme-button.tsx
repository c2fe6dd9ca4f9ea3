import { chooseTheme, themes, useTheme } from "#web/lib/theme.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./theme-button.module.css";
import { themeLooks } from "./theme-looks.ts";

/** For visitors: a press goes on to the next theme. Members choose theirs under 내정보. */
export function ThemeButton() {
  const theme = useTheme();
  const { label, word, icon } = themeLooks[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <button
      type="button"
      className={styles.theme}
      aria-label={`화면 테마: ${label}`}
      title={`화면 테마: ${label}`}
      onClick={() => chooseTheme(next)}
    >
      <Icon name={icon} />
      <span className={styles.word}>{word}</span>
    </button>
  );
}
