import type { ComponentType } from "react";
import { useParams } from "react-router-dom";
import { NotFound } from "#web/ui/not-found.tsx";

/** Renders a page for the team id in the address, or the not-found page without a valid id. */
export function TeamRoute({ page: Page }: { page: ComponentType<{ teamId: number }> }) {
  const { id = "", teamId = id } = useParams();
  const number = Number(teamId);
  if (!/^\d+$/.test(teamId) || !Number.isSafeInteger(number)) return <NotFound />;
  return <Page key={number} teamId={number} />;
}
