import { bamtol, dotori } from "#tests/examples/people";
import { completed, profileChanged, signedUp, withdrawn } from "#tests/examples/posts";
import { itProjects, itTouches } from "#tests/support/projected";
import { memberCard } from "./member-card.ts";

const picture = "/images/a1/a1f0.jpg";
const empty = { uuid: dotori, name: null, explain: null, image_url: null, state: "signed-up" };
const complete = {
  uuid: dotori,
  name: "도토리",
  explain: "그래프 공부 중",
  image_url: picture,
  state: "complete",
};
const other = { ...empty, uuid: bamtol };

itProjects(memberCard, [
  ["has no texts before the profile", [signedUp()], [empty]],
  [
    "shows the profile of its member, and of no other",
    [signedUp(), signedUp(bamtol), completed(dotori, "도토리", picture)],
    [complete, other],
  ],
  [
    "shows the last of several profiles",
    [
      signedUp(),
      completed(dotori, "도토리", picture),
      profileChanged,
      completed(dotori, "도토리", picture),
      profileChanged,
    ],
    [{ ...complete, explain: "최단 경로 공부 중", image_url: null }],
  ],
  [
    "has no texts whose key is destroyed",
    [signedUp(), completed(dotori, null)],
    [{ ...empty, state: "complete" }],
  ],
  [
    "loses its texts with the withdrawal of its member",
    [signedUp(), signedUp(bamtol), completed(dotori, "도토리", picture), withdrawn()],
    [{ ...empty, state: "withdrawn" }, other],
  ],
]);
itTouches(memberCard, [[[dotori], signedUp(), completed(), profileChanged, withdrawn()]]);
