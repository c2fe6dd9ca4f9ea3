import type { Reactor } from "../platform/reactors/reactor.ts";
import type { UpdateLog } from "./update-log.ts";

interface DocumentReactorParts extends Pick<UpdateLog, "clear" | "remove"> {
  /** Tells all processes that rooms have been cleared or removed. */
  readonly tellWritten: () => void;
}

/** Texts in the making end with what they were made for. Repeating any of it changes nothing. */
export const documentReactors = ({ clear, remove, tellWritten }: DocumentReactorParts): Reactor[] => [
  {
    name: "documents-of-problems",
    to: ["SubjectPosted", "SubjectEdited", "SubjectDeleted"],
    async on({ data, revision }) {
      await clear(`subject/${Number(data["teamId"])}/${String(data["date"])}`, revision);
      tellWritten();
    },
  },
  {
    name: "documents-of-teams",
    to: ["TeamDeleted"],
    async on({ data }) {
      await remove(`subject/${Number(data["teamId"])}/`);
      tellWritten();
    },
  },
  {
    name: "drafts-of-the-withdrawn",
    to: ["MemberWithdrawn"],
    async on({ data }) {
      await remove(`draft/${String(data["memberId"])}/`);
      tellWritten();
    },
  },
];
