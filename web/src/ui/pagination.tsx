import { useEffect } from "react";
import { Icon } from "./icon.tsx";
import styles from "./pagination.module.css";

const shown = 5;

/** Up to five page numbers around the current one. `page` counts from zero; hidden for a single page. */
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
  if (totalPages < 2) return null;
  const first = Math.max(0, Math.min(page - Math.floor(shown / 2), totalPages - shown));
  const numbers = Array.from({ length: Math.min(shown, totalPages) }, (_, index) => first + index);
  return (
    <nav className={styles.pagination} aria-label={label}>
      <Step icon="left" label="이전" isAtEnd={page <= 0} onStep={() => onPage(page - 1)} />
      {numbers.map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`${number + 1}쪽`}
          aria-current={number === page ? "page" : undefined}
          onClick={() => number !== page && onPage(number)}
        >
          {number + 1}
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
  toPage: (page: number) => void,
) {
  const last = totalPages === undefined ? page : Math.max(0, totalPages - 1);
  useEffect(() => {
    if (page > last) toPage(last);
  }, [page, last, toPage]);
}
