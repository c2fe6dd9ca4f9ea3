import { type CSSProperties, type ReactNode, useState } from "react";
import { defaultMemberPicture, pictureOfWidth } from "#contracts/images/api";
import { limits } from "#contracts/limits";
import styles from "./avatar.module.css";
import { cx } from "./cx.ts";

const tones = ["a", "b", "c", "d", "e", "f"] as const;

/** Highest device pixel ratio for which pictures are requested. */
const sharpest = 2;

/** A name has the same colour everywhere. */
function toneOf(name: string) {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return tones[sum % tones.length] as (typeof tones)[number];
}

interface AvatarProps {
  name: string;
  /** Path of the picture. Without a picture of the member's own, the first letter of the name is shown. */
  src?: string | null | undefined;
  /** Width in pixels. */
  size?: 24 | 28 | 32 | 36 | 40 | 44 | 56 | 96;
  /** Set if no name is shown beside it. */
  isNamed?: boolean;
}

/**
 * A member's picture, decorative because the name is shown beside it. A broken picture becomes the fallback gradient.
 */
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

/** Up to six members overlapping, the rest as a number (spec/ui.md §21). `label` names the group. */
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
  /** Total number, if `people` contains only the first ones. */
  total?: number;
  label?: string;
  /** Gives each of them its name. */
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

/** Picture and name with a second line in a lighter colour. */
export const Person = ({
  sub,
  children,
  ...avatar
}: AvatarProps & { sub?: ReactNode; children?: ReactNode }) => (
  <span className={styles.person}>
    <Avatar {...avatar} />
    <span className={styles.text}>
      <span className={styles.name}>{avatar.name}</span>
      {sub && <span className={styles.sub}>{sub}</span>}
    </span>
    {children}
  </span>
);
