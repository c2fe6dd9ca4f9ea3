import type { ReactNode } from "react";

/** One place on the page `/dev/ui`. */
export interface Specimen {
  readonly title: string;
  /** Files of web/src/ui whose components are to be seen here. */
  readonly files: readonly string[];
  readonly Show: () => ReactNode;
}
