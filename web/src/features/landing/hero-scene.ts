import { useEffect, useRef, useState } from "react";
import { mobileWidth } from "#web/lib/mobile.ts";

export type Scene = "promise" | "code";

export interface HeroState {
  readonly scene: Scene;
  /** Time stamp in milliseconds at which the last cross-fade ends. */
  readonly fadesUntil: number;
}

interface WheelTurn {
  readonly deltaX: number;
  readonly deltaY: number;
  /** True while the wheel zooms. */
  readonly ctrlKey: boolean;
  /** In milliseconds since the page was opened. */
  readonly timeStamp: number;
}

/** spec/ui.md §21 */
export const heroFadeMs = 1000;

/**
 * Handles a wheel event over the hero. At the top of the page it switches to the code (down) or to the promise (up);
 * `isTaken` then prevents scrolling until the fade ends. All other wheel events scroll the page.
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

/** The media query of hero.module.css for overlapping scenes; otherwise one is below the other. */
const crossFades = `(min-width: ${mobileWidth + 1}px) and (prefers-reduced-motion: no-preference)`;

/** The current scene of the hero, changed by the wheel over `hero` or by `choose`. */
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
