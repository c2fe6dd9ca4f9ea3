import { type CSSProperties, type ReactNode, useState } from "react";
import { defaultMemberPicture, pictureOfWidth } from "#contracts/images/api";
import { limits } from "#contracts/limits";
import styles from "./avatar.module.css";
import { cx } from "./cx.ts";
import personStyles from "./person.module.css";

const tones = ["a", "b", "c", "d", "e", "f"] as const;

/** Pixels of the screen per pixel of the page. */
const sharpest = 2;

/** The same name has the same colour everywhere. */
function toneOf(name: string) {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return tones[sum % tones.length] as (typeof tones)[number];
}

interface AvatarProps {
  name: string;
  /** Path of the picture. Without one of the person's own the first letter of the name stands in. */
  src?: string | null | undefined;
  /** Width in pixels. */
  size?: 24 | 28 | 32 | 36 | 40 | 44 | 56 | 96;
  /** No name stands beside it. */
  isNamed?: boolean;
}

/** A person's picture; decoration, the name stands beside it. A broken picture becomes the fallback gradient. */
export function Avatar({ name, src, size = 36, isNamed = false }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const own = src !== defaultMemberPicture && src;
  const tone = toneOf(name);
  const broken = own && own === brokenSrc;
  return (
    <span
      className={cx(styles.avatar, broken && styles.broken)}
      style={
        {
          "--av": `${size}px`,
          "--av-bg": `var(--tone-${tone}-bg)`,
          "--av-ink": `var(--tone-${tone}-ink)`,
        } as CSSProperties
      }
      {...(isNamed ? { role: "img", "aria-label": name, title: name } : { "aria-hidden": true })}
    >
      {own
        ? !broken && (
            <img
              src={pictureOfWidth(own, size * sharpest)}
              alt=""
              loading="lazy"
              onError={() => setBrokenSrc(own)}
            />
          )
        : [...name.trim()][0]}
    </span>
  );
}

/** Up to six people overlapping, the rest as a number (spec/ui.md §21). `label` says who they are. */
export function Avatars({
  people,
  size = 28,
  max = limits.avatarsShown,
  total = people.length,
  label,
  isNamed = false,
}: {
  people: readonly { name: string; src?: string | null }[];
  size?: 24 | 28 | 32 | 36;
  max?: number;
  /** How many there are when `people` holds only the first. */
  total?: number;
  label?: string;
  /** Each of them has its name. */
  isNamed?: boolean;
}) {
  const shown = people.slice(0, max);
  return (
    <span className={styles.avatars} {...(label !== undefined && { role: "img", "aria-label": label })}>
      {shown.map((person, index) => (
        <Avatar key={index} name={person.name} src={person.src} size={size} isNamed={isNamed} />
      ))}
      {total > shown.length && (
        <span className={cx(styles.avatar, styles.more)} style={{ "--av": `${size}px` } as CSSProperties}>
          +{total - shown.length}
        </span>
      )}
    </span>
  );
}

/** Picture and name, with a quiet second line. */
export const Person = ({
  sub,
  children,
  ...avatar
}: AvatarProps & { sub?: ReactNode; children?: ReactNode }) => (
  <span className={personStyles.person}>
    <Avatar {...avatar} />
    <span className={personStyles.text}>
      <span className={personStyles.name}>{avatar.name}</span>
      {sub && <span className={personStyles.sub}>{sub}</span>}
    </span>
    {children}
  </span>
);
