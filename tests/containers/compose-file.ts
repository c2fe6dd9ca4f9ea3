import { readFileSync } from "node:fs";
import { parse } from "yaml";

interface ComposedService {
  readonly image: string;
  readonly env_file?: string;
  readonly profiles?: readonly string[];
}

/** The services of docker-compose.yml. */
export const { services } = parse(
  readFileSync(new URL("../../docker-compose.yml", import.meta.url), "utf8"),
  { merge: true },
) as { services: Readonly<Record<string, ComposedService>> };

/** @throws if there is no such service */
export function imageOf(name: string): string {
  const image = services[name]?.image;
  if (!image) throw new Error(`docker-compose.yml has no service ${name}`);
  return image;
}
