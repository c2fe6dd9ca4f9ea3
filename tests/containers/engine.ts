import { spawnSync } from "node:child_process";
import { getContainerRuntimeClient } from "testcontainers";

/** Call before using testcontainers: disables its helper containers and sets the host of published ports. */
export function prepareForEngine(): void {
  process.env.TESTCONTAINERS_RYUK_DISABLED ??= "true";
  const isHere = !process.env.DOCKER_HOST || process.env.DOCKER_HOST.startsWith("unix:");
  if (isHere) process.env.TESTCONTAINERS_HOST_OVERRIDE ??= "127.0.0.1";
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
