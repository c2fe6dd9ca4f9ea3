import { expect, it } from "vitest";
import { fileNameOf } from "./download.ts";

it("names a file after the team, its content and the day, without characters that a file system refuses", () => {
  const names = (team: string) => fileNameOf(team, "역할변경이력", "2025-09-03", "csv");
  expect(names("새벽네시반")).toBe("새벽네시반-역할변경이력-2025-09-03.csv");
  expect(names("../a:b\u202e *")).toBe("a-b-역할변경이력-2025-09-03.csv");
  expect(names("///")).toBe("팀-역할변경이력-2025-09-03.csv");
});
