import { spawn } from "node:child_process";

const env = { PUBLIC_URL: "http://localhost:5173", ...process.env };

/** `npm run dev`: the server on 3000, restarted on change, and Vite in front of it. */
const children = [
  spawn("tsx", ["watch", "services/app/run.ts", ...process.argv.slice(2)], { stdio: "inherit", env }),
  spawn("vite", ["--config", "web/vite.config.ts"], { stdio: "inherit" }),
];
for (const child of children) child.once("exit", (code) => process.exit(code ?? 0));
const stop = () => {
  for (const child of children) child.kill("SIGTERM");
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
