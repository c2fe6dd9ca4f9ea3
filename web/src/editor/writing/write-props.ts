import type { ReactNode } from "react";
import type { Category } from "#contracts/subject/api";
import type { Command } from "../../lib/calls/command.ts";
import type { EntryAbout } from "../../lib/outbox/entry.ts";
import type { Question } from "../../ui/asked-dialog.tsx";
import type { SharedState, SharedText } from "../collaboration/shared-text.ts";
import type { StoredPost, WrittenPost } from "./post.ts";

/** What the form holds apart from the text itself. */
export interface FormFields {
  readonly title: string;
  readonly category: Category | null;
  readonly isEmpty: boolean;
  readonly contact: string;
}

/** A field whose text the screen holds for its caller. */
export interface FieldProps {
  readonly value: string;
  /** It is being sent: nothing can be written meanwhile. */
  readonly busy: boolean;
  readonly onText: (text: string) => void;
}

export interface WriteScreenProps {
  readonly heading: string;
  /** Beside the heading: whose day it is. */
  readonly headingNote?: string | undefined;
  /** Under which the text is stored while it is written (contracts/drafts/api.ts). */
  readonly draftKey?: string;
  /** Of the post that is edited, where the same key has had others before it. */
  readonly postId?: number | null;
  readonly titlePlaceholder: string;
  /** Co-edited: `initial` has been given to the shared text. Taken once. */
  readonly shared?: SharedText | undefined;
  readonly sharedState?: SharedState | undefined;
  /** Another member has saved the shared text: the post is to be read and the editor opened again. */
  readonly onReopen?: () => void;
  /** What is edited, without a revision the last writer wins; null starts blank. Taken once. */
  readonly initial: (Omit<StoredPost, "revision"> & { readonly revision: number | null }) | null;
  readonly withTags?: boolean;
  /** Why the server would refuse the text by now: shown at once, while the text stays. */
  readonly barred?: string | undefined;
  /** Leads from there to where that can be changed. */
  readonly barredWay?: ReactNode;
  /** What the text belongs to is gone, and with it the page that would offer its draft again. */
  readonly isDraftLost?: boolean;
  /** Stands above the heading. */
  readonly above?: ReactNode;
  /** Field below the text that says how to reach the writer. */
  readonly contact?: (field: FieldProps) => ReactNode;
  /** Field above the text for references to problems. Its text is the part `problems`. */
  readonly problems?: (field: FieldProps) => ReactNode;
  /** Such a part as it is read. */
  readonly problemsShown?: (part: string) => ReactNode;
  /** What that field holds until it is touched. */
  readonly problemsAtFirst?: string | undefined;
  /** Minimum height of the editor on desktop in px. */
  readonly minHeight?: number;
  /** Default `작성 완료`. */
  readonly submitLabel?: string;
  /** While the form is faulty: a press shows why, or the button is disabled and a line below it says why. */
  readonly whenFaulty?: "explain" | "disable";
  readonly fault: (fields: FormFields) => string | undefined;
  /** What to ask before a text is sent that may not be meant so. */
  readonly doubt?: ((html: string) => Question | undefined) | undefined;
  /** Posts it, or edits it at this revision. */
  readonly command: (post: WrittenPost, revision: number | null) => Command;
  /** Where it belongs, for a text that may wait on this device until it can be sent. */
  readonly about?: EntryAbout;
  /** Reads the post that an answer 412 carries. */
  readonly storedOf: (data: unknown) => StoredPost;
  /** Gets the answer's data; the leave guard is off already. */
  readonly onSaved: (data: unknown) => void;
  /** It waits to be sent; the leave guard is off already. */
  readonly onKept?: () => void;
  /** `release` switches the leave guard off, for pages that lead away. */
  readonly onFailed: (error: unknown, release: () => void) => void;
}
