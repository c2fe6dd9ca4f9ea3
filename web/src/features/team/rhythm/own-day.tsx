import { signNames } from "./day-texts.ts";
import { Sign, type SignKind } from "./sign.tsx";

/** The own state of today as a sign and its word; an open day has the sign of one without an article. */
export const OwnDay = ({
  state,
  off,
  className,
}: {
  state: SignKind | "off";
  /** The word for a day on which nothing is promised. */
  off: string;
  className?: string | undefined;
}) => (
  <span className={className}>
    {state === "off" ? (
      off
    ) : (
      <>
        <Sign kind={state === "open" ? "missed" : state} />
        {signNames[state]}
      </>
    )}
  </span>
);

/** `off` of a day without duty. */
export const noDuty = "약속 없는 날";
