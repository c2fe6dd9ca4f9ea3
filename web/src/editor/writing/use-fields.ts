import { useState } from "react";
import type { Category } from "#contracts/subject/api";
import { singleLine } from "#contracts/texts";
import type { DraftForm, FurtherTexts } from "../../lib/unsent/found-draft.ts";
import { useSharedFields } from "../collaboration/use-shared-fields.ts";
import { furtherSent, isSameFurther } from "./further-fields.ts";
import type { StoredPost } from "./post.ts";
import type { WriteScreenProps } from "./write-props.ts";

export type Fields = ReturnType<typeof useFields>;

/** Title, tag and further fields of the form, local and, during co-editing, shared. */
export function useFields({
  initial,
  shared,
  further: declared = {},
  furtherAtFirst = {},
}: WriteScreenProps) {
  const names = Object.keys(declared);
  const [title, setTitle] = useState(shared ? "" : (initial?.title ?? ""));
  const [category, setCategory] = useState<Category | null>(shared ? null : (initial?.category ?? null));
  const [further, setFurther] = useState(() =>
    textsBy(names, (name) => (shared ? undefined : initial?.further[name])),
  );
  const putFurther = (name: string, text: string) =>
    setFurther((before) => (before[name] === text ? before : { ...before, [name]: text }));
  const { shareTitle, shareCategory, shareFurther, titleLimit } = useSharedFields(shared, names, {
    onTitle: setTitle,
    onCategory: setCategory,
    onFurther: putFurther,
  });
  const onTitle = (text: string, isFinished: boolean) => {
    setTitle(text);
    shareTitle(text, isFinished);
  };
  const onCategory = (next: Category | null) => {
    setCategory(next);
    shareCategory(next);
  };
  const onFurther = (name: string, text: string) => {
    putFurther(name, text);
    shareFurther(name, text);
  };
  const shown = textsBy(names, (name) => further[name] || furtherAtFirst[name]);
  const sent = furtherSent(declared, shown);
  return {
    title,
    category,
    /** As the member has written them. */
    further,
    shown,
    sent,
    titleLimit,
    onTitle,
    onCategory,
    onFurther,
    /** All that the member has written beside the text. */
    prose: [title, ...names.filter((name) => declared[name]?.isProse).map((name) => further[name] ?? "")],
    take(form: Pick<DraftForm, "title" | "category" | "further">) {
      onTitle(form.title, true);
      onCategory(form.category);
      for (const name of names) onFurther(name, form.further[name] ?? "");
    },
    /** Whether the fields of a post are those of the form. */
    areThoseOf: (post: Pick<StoredPost, "title" | "category" | "further">): boolean =>
      post.title === singleLine(title) &&
      post.category === category &&
      isSameFurther(declared, post.further, sent),
  };
}

const textsBy = (names: readonly string[], textOf: (name: string) => string | undefined): FurtherTexts =>
  Object.fromEntries(names.map((name) => [name, textOf(name) ?? ""]));
