import type { ReactNode } from "react";
import type { Category } from "#contracts/subject/api";
import type { ApiError } from "../../lib/calls/api-error.ts";
import type { Question } from "../../ui/asked-dialog.tsx";
import type { SharedState, SharedText } from "../collaboration/shared-text.ts";
import type { Sending, Stored } from "./submit-machine.ts";

/** What the form holds apart from the text itself. */
export interface Glance {
  readonly title: string;
  readonly category: Category | null;
  readonly isEmpty: boolean;
  readonly contact: string;
}

/** A text that the screen keeps for a field of its caller. */
export interface Held {
  readonly value: string;
  /** It is being sent: nothing can be written meanwhile. */
  readonly busy: boolean;
  readonly onText: (text: string) => void;
}

export interface WriteScreenProps {
  readonly heading: string;
  /** Under which the text is kept while it is written (contracts/drafts/api.ts). */
  readonly draftKey?: string;
  /** Of the post that is edited, where the same key has had others before it. */
  readonly postId?: number | null;
  readonly titlePlaceholder: string;
  /** Written together with others: `initial` has been given to the shared text. Taken once. */
  readonly shared?: SharedText | undefined;
  readonly sharedState?: SharedState | undefined;
  /** Another member has saved the shared text: the post is to be read and the editor opened again. */
  readonly onReopen?: () => void;
  /** What is edited, without a revision the last writer wins; null starts blank. Taken once. */
  readonly initial: (Omit<Stored, "revision"> & { readonly revision: number | null }) | null;
  readonly withTags?: boolean;
  /** Why the server would refuse the text by now: said at once, while the words stay. */
  readonly barred?: string | undefined;
  /** Leads from there to where it can be mended. */
  readonly barredWay?: ReactNode;
  /** What the text belongs to is gone, and with it the page that would offer its draft again. */
  readonly isDraftLost?: boolean;
  /** Stands above the heading. */
  readonly above?: ReactNode;
  /** Field below the text that says how to reach the writer. */
  readonly contact?: (held: Held) => ReactNode;
  /** Least height of the editor on desktop in px. */
  readonly minHeight?: number;
  /** Default `작성 완료`. */
  readonly submitLabel?: string;
  /** While the form is faulty: a press tells why, or the button is disabled. */
  readonly whenFaulty?: "tell" | "disable";
  readonly fault: (glance: Glance) => string | undefined;
  /** What to ask before a text is sent that may not be meant so. */
  readonly doubt?: ((html: string) => Question | undefined) | undefined;
  readonly send: (sending: Sending) => Promise<void>;
  readonly storedOf: (refusal: ApiError) => Stored;
  /** The leave guard is off already. */
  readonly onSaved: () => void;
  /** `release` switches the leave guard off, for those who lead away. */
  readonly onFailed: (error: unknown, release: () => void) => void;
}
