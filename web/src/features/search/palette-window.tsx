import { useEffect, useState } from "react";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { toast } from "#web/ui/toast.tsx";
import { setPaletteOpen, usePaletteOpen } from "./palette-state.ts";

/** Loaded with the first touch of the page, so that it opens without a connection. */
export const searchModule = lazyModule(() => import("./search.tsx"));

/** Long enough for the first page to be shown. */
const calmMs = 1000;

/** The palette, and what feeds its index. Stands once in the app. */
export function PaletteWindow({ logOut }: { logOut: () => void }) {
  const isOpen = usePaletteOpen();
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), calmMs);
    return () => clearTimeout(timer);
  }, []);
  const search = useLazyModule(searchModule, isOpen || isCalm, () => {
    if (isOpen) toast.error("찾기를 열지 못했어요");
    setPaletteOpen(false);
  });
  return search && <search.Search isOpen={isOpen} logOut={logOut} />;
}
