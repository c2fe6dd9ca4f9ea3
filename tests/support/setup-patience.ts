import { expect } from "vitest";
import { limitTests } from "./patience.ts";

/** 20 s beside the source, 60 s with servers (`tests/`), 180 s in `tests/faults`. */
const file = expect.getState().testPath ?? "";
limitTests(file.includes("/tests/faults/") ? 180_000 : file.includes("/tests/") ? 60_000 : 20_000);
