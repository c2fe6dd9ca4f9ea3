import { HiddenText } from "./hidden-text.tsx";

/** Tells politely what has just come in, for those who do not see the highlight. */
export const LiveNote = ({ text }: { text: string }) => (
  <div role="status" aria-live="polite">
    <HiddenText>{text}</HiddenText>
  </div>
);
