import { z } from "zod";

const place = z.object({ client: z.int().nonnegative(), clock: z.int().nonnegative() });

/** Where a caret is, as JSON of a Yjs relative position. Of roots only those of the editor: others would be made. */
const position = z.object({
  type: place.nullable(),
  tname: z.enum(["root", "root-v2"]).nullable(),
  item: place.nullable(),
  assoc: z.int().min(-1).max(0),
});

/** The position that a client says, without what does not belong to it; null when it is none. */
export const positionOf = (said: unknown): z.infer<typeof position> | null =>
  position.safeParse(said).data ?? null;
