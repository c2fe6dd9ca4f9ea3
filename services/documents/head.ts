/** How far a document has come. `seq` counts its updates over all generations. */
export interface Head {
  /** Tells it from a document of the same name that was dropped; 0 while nothing is kept. */
  readonly birth: number;
  readonly generation: number;
  readonly seq: number;
}

/** The same in table `documents`. */
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
