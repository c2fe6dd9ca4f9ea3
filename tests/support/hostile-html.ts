import { addresses } from "../hostile/addresses.ts";
import { characters } from "../hostile/characters.ts";
import { containers } from "../hostile/containers.ts";
import { depths } from "../hostile/depths.ts";
import { handlers } from "../hostile/handlers.ts";
import { mutations } from "../hostile/mutations.ts";
import { names } from "../hostile/names.ts";
import { styles } from "../hostile/styles.ts";

/**
 * Attacks on HTML filters, written for this editor's markup after the classes of public collections. Each tries to run
 * `x()` (or a similar function), to load or send something (`evil.test`), or to disguise its content.
 */
export const hostileHtml: readonly string[] = [
  ...handlers,
  ...addresses,
  ...styles,
  ...mutations,
  ...containers,
  ...names,
  ...characters,
  ...depths,
];
