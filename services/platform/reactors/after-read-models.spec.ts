import { expect, it } from "vitest";
import type { EventStore, RecordedEvent } from "../../event-store/event-store.ts";
import { afterReadModels } from "./after-read-models.ts";

const event = (checkpoint: string) => ({ checkpoint }) as RecordedEvent;
const store = {} as EventStore;

it("reacts once the read models are there, and without waiting while they are far behind", async () => {
  const said: string[] = [];
  const answers = [true, false, false, true, true];
  const reactor = afterReadModels(
    { name: "any", to: [], on: async ({ checkpoint }) => void said.push(`on ${checkpoint}`) },
    {
      async waitFor(checkpoint, ms) {
        said.push(`${ms > 0 ? "waits for" : "looks at"} ${checkpoint}`);
        return answers.shift() ?? true;
      },
    },
  );
  for (const place of ["1", "2", "3", "4", "5"]) await reactor.on(event(place), store);
  expect(said).toEqual([
    ...["waits for 1", "on 1", "waits for 2", "on 2", "looks at 3", "on 3"],
    ...["looks at 4", "on 4", "waits for 5", "on 5"],
  ]);
});
