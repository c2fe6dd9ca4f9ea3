import type pg from "pg";
import { picturesIn } from "../platform/html/picture-of-body.ts";
import type { Reactor } from "../platform/reactors/reactor.ts";
import { forgetFormer } from "./picture-uses.ts";

/** Deletes pictures that a post, a profile or a team no longer shows, unless they have another use. */
export const imageReactors = (pool: pg.Pool): Reactor[] => [
  {
    name: "former-pictures",
    to: [
      "ArticleEdited",
      "SubjectEdited",
      "RecruitmentEdited",
      "TeamInfoChanged",
      "ProfileChanged",
      "ArticleDeleted",
      "SubjectDeleted",
      "RecruitmentDeleted",
    ],
    async on({ type, stream, revision, data }) {
      // Its writer has withdrawn, which deletes the pictures anyway.
      const isUnreadable = data["title"] === null || data["name"] === null;
      if (isUnreadable) return;
      const shown = picturesIn(Object.values(data));
      await forgetFormer(pool, stream, { revision, shown, isDeleted: type.endsWith("Deleted") });
    },
  },
];
