/** A fault to plant: `search`, which occurs in the file exactly once, becomes `replacement`; a spec must then fail. */
export interface Fault {
  readonly file: string;
  readonly search: string;
  readonly replacement: string;
  readonly specs: readonly string[];
}

export const inFile =
  (file: string, ...specs: string[]) =>
  (search: string, replacement: string): Fault => ({ file, search, replacement, specs });
