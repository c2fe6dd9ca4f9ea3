import { useEffect, useRef, useState } from "react";
import { mobileWidth } from "#web/lib/mobile.ts";
import { type HeroState, type Scene, turnWheel } from "./hero-turn.ts";

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
