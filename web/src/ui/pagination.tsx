import { useEffect } from "react";
import { useMobile } from "#web/lib/mobile.ts";
import { Icon } from "./icon.tsx";
import styles from "./pagination.module.css";

/**
 * The first and the last page, those around the current one, and the one in the middle of each gap between them.
 * `slots` is odd and at least 5.
 */
export function offeredPages(page: number, totalPages: number, slots: number) {
  if (totalPages <= slots) return Array.from({ length: totalPages }, (_, page) => ({ page, isGap: false }));
  const around = slots - 4;
  const last = totalPages - 1;
  const first = Math.min(Math.max(page - (around - 1) / 2, 2), last - 1 - around);
  const after = first + around;
  return [
    { page: 0, isGap: false },
    { page: first >> 1, isGap: first > 2 },
    ...Array.from({ length: around }, (_, index) => ({ page: first + index, isGap: false })),
    { page: (after + last) >> 1, isGap: after < last - 1 },
    { page: last, isGap: false },
  ];
}

/** Numbers of pages, at most nine, on narrow screens five. `page` counts from zero; hidden for a single page. */
export function Pagination({
  page,
  totalPages,
  onPage,
  label = "페이지",
}: {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
  label?: string;
}) {
  const slots = useMobile() ? 5 : 9;
  if (totalPages < 2) return null;
  return (
    <nav className={styles.pagination} aria-label={label}>
      <Step icon="left" label="이전" isAtEnd={page <= 0} onStep={() => onPage(page - 1)} />
      {offeredPages(page, totalPages, slots).map(({ page: number, isGap }) => (
        <button
          key={number}
          type="button"
          aria-label={`${number + 1}쪽`}
          aria-current={number === page ? "page" : undefined}
          onClick={() => number !== page && onPage(number)}
        >
          {isGap ? "…" : number + 1}
        </button>
      ))}
      <Step icon="right" label="다음" isAtEnd={page >= totalPages - 1} onStep={() => onPage(page + 1)} />
    </nav>
  );
}

/** At the end it ignores clicks, but keeps the focus. */
const Step = ({
  icon,
  label,
  isAtEnd,
  onStep,
}: {
  icon: "left" | "right";
  label: string;
  isAtEnd: boolean;
  onStep: () => void;
}) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isAtEnd || undefined}
    onClick={isAtEnd ? undefined : onStep}
  >
    <Icon name={icon} />
  </button>
);

/** Navigates to the last page if the requested page no longer exists. `totalPages` is undefined while it is unknown. */
export function useExistingPage(
  page: number,
  totalPages: number | undefined,
  correct: (part: { readonly page: number }) => void,
) {
  const last = totalPages === undefined ? page : Math.max(0, totalPages - 1);
  useEffect(() => {
    if (page > last) correct({ page: last });
  }, [page, last, correct]);
}
