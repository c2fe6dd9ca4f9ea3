import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { toast } from "#web/ui/toast.tsx";
import { setPaletteOpen, usePaletteOpen } from "./palette-state.ts";

const searchModule = lazyModule(() => import("./search.tsx"));

/** Leaves time to render the first page. */
const calmMs = 1000;

/** Loads palette and feed early, so that the palette opens without a connection. */
export function loadSearchSoon(): void {
  setTimeout(() => searchModule.load().catch(() => undefined), calmMs);
}

/** The palette and the feed of its index. Rendered once in the app. */
export function PaletteWindow({ logOut }: { logOut: () => void }) {
  const isOpen = usePaletteOpen();
  const search = useLazyModule(searchModule, isOpen, () => {
    setPaletteOpen(false);
    toast.error("찾기를 열지 못했어요");
  });
  return search && <search.Search isOpen={isOpen} logOut={logOut} />;
}
