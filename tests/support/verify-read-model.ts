import type { BuildTools } from "#projections/building/build";
import { verifyReadModels } from "#projections/verify";

/** Compares one read model with a rebuilt one. */
export async function verifyReadModel({ projection, ...tools }: BuildTools) {
  for await (const verification of verifyReadModels(tools, [projection])) return verification;
  throw new Error(`${projection.name} was not verified`);
}
