import { writeFileSync } from "node:fs";
import { openApi } from "./openapi.ts";

const text = `${JSON.stringify(openApi(), null, 2)}\n`;
if (process.argv.includes("--write")) writeFileSync(new URL("./openapi.json", import.meta.url), text);
else process.stdout.write(text);
