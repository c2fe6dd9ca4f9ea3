import type { ComponentType } from "react";
import { useParams } from "react-router-dom";
import { NotFound } from "#web/ui/not-found.tsx";

/** A page of the team of the address; an address without one is not found. */
export function TeamRoute({ page: Page }: { page: ComponentType<{ teamId: number }> }) {
  const { id = "", teamId = id } = useParams();
  const number = Number(teamId);
  if (!/^\d+$/.test(teamId) || !Number.isSafeInteger(number)) return <NotFound />;
  return <Page key={number} teamId={number} />;
}
