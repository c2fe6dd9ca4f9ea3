import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { getContainerRuntimeClient } from "testcontainers";

const script = fileURLToPath(new URL("engine.sh", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

interface Engine {
  /** Why no container can be started here; undefined if one can. */
  readonly missing: string | undefined;
  /** Ends the engine if this call of `startEngine` started it. */
  stop(): Promise<void>;
}

/**
 * Starts an engine with the images of docker-compose.yml and Dockerfile, where that is possible (engine.sh), and prepares
 * this process for testcontainers. An engine that answers already is used with the images that it has or can pull.
 */
export async function startEngine(): Promise<Engine> {
  const wasRunning = spawnSync("docker", ["info"]).status === 0;
  const { said, reason } = await runScript("start", root);
  for (const [, name = "", value = ""] of said.matchAll(/^export (\w+)='?([^'\n]*)'?$/gm))
    process.env[name] ??= value;
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= "true";
  const missing = await missingEngine();
  return {
    missing: missing && reason ? reason : missing,
    stop: async () => void (wasRunning || (await runScript("stop"))),
  };
}

/** Its output; its messages are printed, and the last one is the reason of a failure. */
async function runScript(...args: string[]): Promise<{ said: string; reason: string | undefined }> {
  const child = spawn("bash", [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let messages = "";
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => {
    messages += text;
    process.stderr.write(text);
  });
  const [code] = await once(child, "close");
  return {
    said,
    reason: code === 0 ? undefined : messages.trim().split("\n").at(-1)?.replace("engine: ", ""),
  };
}

/** Why no container can be started here; undefined if one can. */
export async function missingEngine(): Promise<string | undefined> {
  try {
    await getContainerRuntimeClient();
    return undefined;
  } catch (error) {
    const { status, stderr } = spawnSync("docker", ["info"], { encoding: "utf8" });
    // An engine that responds must work; errors are failures.
    if (status === 0) throw error;
    const reason = stderr?.trim().split("\n")[0] || (error as Error).message.split("\n")[0];
    return `no container engine answers (${reason})`;
  }
}

/** Whether an image exists locally or can be pulled. */
export async function isObtainable(image: string): Promise<boolean> {
  const { ImageName } = await import("testcontainers");
  const { image: images } = await getContainerRuntimeClient();
  const name = ImageName.fromString(image);
  if (await images.exists(name)) return true;
  return images.pull(name).then(
    () => true,
    () => false,
  );
}
