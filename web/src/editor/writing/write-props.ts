import type { ReactElement, ReactNode } from "react";
import type { Category } from "#contracts/subject/api";
import type { Command } from "../../lib/calls/command.ts";
import type { CommandAbout } from "../../lib/unsent/command.ts";
import type { FurtherTexts } from "../../lib/unsent/found-draft.ts";
import type { SharedState, SharedText } from "../collaboration/shared-text.ts";
import type { FurtherFields } from "./further-fields.ts";
import type { StoredPost, WrittenPost } from "./post.ts";

/** The fields of the form beside the text. */
export interface FormFields {
  readonly title: string;
  readonly category: Category | null;
  readonly isEmpty: boolean;
  readonly further: FurtherTexts;
}

export interface WriteScreenProps {
  readonly heading: string;
  /** Beside the heading, such as the day and a link to the team. */
  readonly headingNote?: ReactNode;
  /** Key under which the draft is stored (contracts/drafts/api.ts). */
  readonly draftKey?: string;
  /** Id of the edited post, if the same key has had other posts before. */
  readonly postId?: number | null;
  readonly titlePlaceholder: string;
  /** Set for co-editing: `initial` is then already in the shared text. Read once. */
  readonly shared?: SharedText | undefined;
  readonly sharedState?: SharedState | undefined;
  /** Called when another member has saved the shared text: the post must be loaded and the editor reopened. */
  readonly onReopen?: () => void;
  /** Fetches the post that another member has saved; null without one. */
  readonly latest?: () => Promise<StoredPost | null>;
  /** The edited post; without a revision the last writer wins. Null starts blank. Read once. */
  readonly initial: (Omit<StoredPost, "revision"> & { readonly revision: number | null }) | null;
  readonly withTags?: boolean;
  /** Why the server would currently refuse the text: shown immediately, while the text stays. */
  readonly blockedReason?: string | undefined;
  /** Link to where the reason can be resolved. */
  readonly blockedLink?: ReactElement | undefined;
  /** The text's subject was deleted, and with it the page that would offer its draft again. */
  readonly isDraftLost?: boolean;
  /** Content above the heading. */
  readonly above?: ReactNode;
  /** The fields beside title, tag and text. */
  readonly further?: FurtherFields;
  /** Values that such fields show, and send, as long as they are blank. */
  readonly furtherAtFirst?: FurtherTexts | undefined;
  /** Minimum height of the editor on desktop in px. */
  readonly minHeight?: number;
  /** Default `작성 완료`. */
  readonly submitLabel?: string;
  /** For an invalid form: a submit explains the reason, or the button is disabled with the reason below it. */
  readonly whenInvalid?: "explain" | "disable";
  readonly validate: (fields: FormFields) => string | undefined;
  /** Lines of a template, which do not count as text. */
  readonly template?: readonly string[];
  /** The command that posts it, or edits it at this revision. */
  readonly command: (post: WrittenPost, revision: number | null) => Command;
  /** What it belongs to, for a text that may wait in the outbox. */
  readonly about?: CommandAbout;
  /** Reads the post from a 412 response. */
  readonly storedOf: (data: unknown) => StoredPost;
  /** Gets the response's data; the leave guard is off already. */
  readonly onSaved: (data: unknown) => void;
  /** Called when the outbox keeps it; the leave guard is off already. */
  readonly onQueued?: () => void;
  /** `release` switches the leave guard off, for pages that navigate away. */
  readonly onFailed: (error: unknown, release: () => void) => void;
}
