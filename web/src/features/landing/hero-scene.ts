import { useEffect, useRef, useState } from "react";
import { mobileWidth } from "#web/lib/mobile.ts";

export type Scene = "promise" | "code";

export interface HeroState {
  readonly scene: Scene;
  /** Until when the last cross-fade runs, in milliseconds of the page's clock. */
  readonly fadesUntil: number;
}

interface WheelTurn {
  readonly deltaX: number;
  readonly deltaY: number;
  /** With this key down the wheel zooms. */
  readonly ctrlKey: boolean;
  /** Milliseconds of the page's clock. */
  readonly timeStamp: number;
}

/** spec/ui.md §21 */
export const heroFadeMs = 1000;

/**
 * What a turn of the wheel over the hero does. At the top of the page it moves down to the code or up to the promise;
 * `isTaken` then keeps the page from scrolling, until the fade is over. Everything else scrolls the page.
 */
export function turnWheel(
  state: HeroState,
  wheel: WheelTurn,
  isAtTop: boolean,
): { readonly state: HeroState; readonly isTaken: boolean } {
  const { deltaX, deltaY, ctrlKey, timeStamp } = wheel;
  const stays = { state, isTaken: false };
  if (ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY)) return stays;
  if (timeStamp < state.fadesUntil) return { state, isTaken: true };
  const scene = deltaY > 0 ? "code" : "promise";
  if (!isAtTop || scene === state.scene) return stays;
  return { state: { scene, fadesUntil: timeStamp + heroFadeMs }, isTaken: true };
}

/** Where the two scenes share one place; hero.module.css asks the same. Elsewhere they stand below one another. */
const crossFades = `(min-width: ${mobileWidth + 1}px) and (prefers-reduced-motion: no-preference)`;

/** The scene of the hero, turned by the wheel over `hero` or chosen. */
export function useHeroScene() {
  const hero = useRef<HTMLElement>(null);
  const [state, setState] = useState<HeroState>({ scene: "promise", fadesUntil: 0 });

  useEffect(() => {
    const element = hero.current;
    const turn = (event: WheelEvent) => {
      if (!window.matchMedia(crossFades).matches) return;
      const turned = turnWheel(state, event, window.scrollY < 1);
      if (turned.isTaken) event.preventDefault();
      if (turned.state !== state) setState(turned.state);
    };
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, [state]);

  const choose = (scene: Scene) => setState({ scene, fadesUntil: 0 });
  return { hero, scene: state.scene, choose };
}
