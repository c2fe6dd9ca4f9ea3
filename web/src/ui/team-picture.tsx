import { useId } from "react";
import { defaultTeamPicture } from "#contracts/images/api";
import styles from "./cover.module.css";
import { Cover, type CoverLook } from "./cover.tsx";
import { emblemOf } from "./emblem.ts";

interface TeamPictureProps extends CoverLook {
  readonly teamId: number;
  /** Undefined while it is unknown. */
  readonly src: string | undefined;
}

/** A team's picture, or its emblem without one. Its name is shown beside it. */
export const TeamPicture = ({ teamId, src, ...look }: TeamPictureProps) => (
  <Cover src={src === defaultTeamPicture ? undefined : src} {...look}>
    {src !== undefined && <EmblemDrawing teamId={teamId} />}
  </Cover>
);

function EmblemDrawing({ teamId }: { teamId: number }) {
  const clip = useId();
  const { circle, square, isInside, palette } = emblemOf(teamId);
  const [cx, cy, r] = circle;
  const [x, y, side, rx] = square;
  const disc = <circle cx={cx} cy={cy} r={r} fill={palette.circle} />;
  const box = <rect x={x} y={y} width={side} height={side} rx={rx} fill={palette.square} />;
  return (
    <svg className={styles.emblem} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" fill={palette.ground} />
      {isInside ? box : disc}
      {isInside ? disc : box}
      {!isInside && (
        <>
          <clipPath id={clip}>
            <circle cx={cx} cy={cy} r={r} />
          </clipPath>
          <rect
            x={x}
            y={y}
            width={side}
            height={side}
            rx={rx}
            fill={palette.overlap}
            clipPath={`url(#${clip})`}
          />
        </>
      )}
      <rect className={styles.veil} width="64" height="64" />
    </svg>
  );
}
