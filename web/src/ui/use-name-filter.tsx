import { useState } from "react";
import { singleLine } from "#contracts/texts";
import { EmptyState } from "./empty-state.tsx";
import { SearchInput } from "./search-input.tsx";

/** Shorter lists are seen at a glance. */
const fewest = 10;

const comparable = (text: string) => singleLine(text).toLowerCase();

/** The members whose names contain the text of a field, which long lists have. */
export function useNameFilter<T extends { readonly memberName: string }>(
  all: readonly T[],
  className?: string,
) {
  const [text, setText] = useState("");
  if (all.length < fewest) return { shown: all, field: null, noMatch: null };
  const wanted = comparable(text);
  const shown = all.filter(({ memberName }) => comparable(memberName).includes(wanted));
  return {
    shown,
    field: (
      <SearchInput
        className={className}
        label="멤버 찾기"
        placeholder="이름으로 찾기"
        value={text}
        onText={setText}
      />
    ),
    noMatch: shown.length === 0 && <EmptyState title="그런 이름의 멤버가 없어요" />,
  };
}
