/** How far a document has come. `seq` counts its updates over all generations. */
export interface Head {
  /** Tells it from a document of the same name that was dropped; 0 while nothing is kept. */
  readonly birth: number;
  readonly generation: number;
  readonly seq: number;
}

/**
 * What became of an update. `moved`: the document is of another generation, or dropped. `full`: it would be above the
 * limit even compacted. `too-many`: there is no place for another one of this member or team.
 */
export type Append = Pick<Head, "birth" | "seq"> | "moved" | "full" | "too-many";

/** A head in table `documents`. */
export interface HeadRow {
  readonly room: string;
  readonly birth: string;
  readonly generation: string;
  readonly last_seq: string;
}

export const headOf = (row: HeadRow): Head => ({
  birth: Number(row.birth),
  generation: Number(row.generation),
  seq: Number(row.last_seq),
});

/** Whether two heads are of one text; one of birth 0 is still to be kept. */
export const isSameText = (one: Head, other: Head): boolean =>
  one.generation === other.generation && (one.birth === other.birth || one.birth === 0 || other.birth === 0);
