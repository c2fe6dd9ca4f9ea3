import { mobileWidth } from "#web/lib/mobile.ts";
import { useTheme } from "#web/lib/theme.ts";
import styles from "./usage.module.css";
import type { UsageSlide as Slide } from "./usage-slides.ts";

const phone = `(max-width: ${mobileWidth}px)`;
const dark = "(prefers-color-scheme: dark)";
/** Pixels of the files, as `npm run screenshots` writes them. */
const wide = { width: 1252, height: 792 };
const narrow = { width: 688, height: 659 };

export const UsageSlide = ({ slide, place, count }: { slide: Slide; place: number; count: number }) => {
  const { title, text, shot } = slide;
  const theme = useTheme();
  /** Both themes where the system decides, else twice the one that was chosen. */
  const shown = (pair: Slide["shot"]["wide"]) =>
    theme === "system" ? pair : { light: pair[theme], dark: pair[theme] };
  const [onPhone, onDesk] = [shown(shot.narrow), shown(shot.wide)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide of the ARIA carousel pattern is a group
    <div className={styles.slide} role="group" aria-roledescription="슬라이드" aria-label={title}>
      <div className={styles.text}>
        <span className={styles.number}>
          {place} / {count}
        </span>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      <div className={styles.shot}>
        <picture>
          <source media={`${phone} and ${dark}`} srcSet={onPhone.dark} {...narrow} />
          <source media={phone} srcSet={onPhone.light} {...narrow} />
          <source media={dark} srcSet={onDesk.dark} {...wide} />
          <img src={onDesk.light} {...wide} alt={shot.alt} loading="lazy" decoding="async" />
        </picture>
      </div>
    </div>
  );
};
