import type { ReactNode } from "react";
import type { FurtherTexts } from "../../lib/unsent/found-draft.ts";

export interface FieldProps {
  readonly value: string;
  /** Whether the form is being sent and must not be edited. */
  readonly busy: boolean;
  readonly onText: (text: string) => void;
}

/**
 * A field of a post's form beside title, tag and text. Its value is a text, which the screen holds; `""` and `[]` are blank, so a
 * box that is not checked is `""` and its `sent` says `false`.
 */
export interface FurtherField {
  /** Where the form, and the dialog of a conflict, show it: above or below the text. */
  readonly place: "above" | "below";
  readonly Input: (props: FieldProps) => ReactNode;
  /** Renders a value read-only, in the dialog of a conflict. */
  readonly shown: (value: string) => ReactNode;
  /** Whether the member writes it, so that it is copied together with the text. */
  readonly isProse?: boolean;
  /** How a value is sent. By default as it is; then a blank one is not sent, which leaves that of the post unchanged. */
  readonly sent?: (value: string) => string;
}

/** The further fields of a form by their names in drafts and shared texts. */
export type FurtherFields = Readonly<Record<string, FurtherField>>;

/** Those of a form for `Post`, from which `of` reads the stored value; undefined if it is unknown. */
export type FurtherFieldsOf<Post> = Readonly<
  Record<string, FurtherField & { readonly of: (post: Post) => string | undefined }>
>;

/** The values that a post has. */
export const furtherOf = <Post>(fields: FurtherFieldsOf<Post>, post: Post): FurtherTexts =>
  given(fields, ({ of }) => of(post));

/** The values to send. */
export const furtherSent = (fields: FurtherFields, values: FurtherTexts): FurtherTexts =>
  given(fields, ({ sent }, name) => {
    const value = values[name] ?? "";
    return sent ? sent(value) : value || undefined;
  });

export const isSameFurther = (fields: FurtherFields, one: FurtherTexts, other: FurtherTexts): boolean =>
  Object.keys(fields).every((name) => (one[name] ?? "") === (other[name] ?? ""));

const given = <Field>(
  fields: Readonly<Record<string, Field>>,
  textOf: (field: Field, name: string) => string | undefined,
): FurtherTexts =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const text = textOf(field, name);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
