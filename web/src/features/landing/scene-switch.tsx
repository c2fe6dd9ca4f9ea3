import { HiddenText } from "#web/ui/hidden-text.tsx";
import type { Scene } from "./hero-turn.ts";
import styles from "./scene-switch.module.css";

const scenes: readonly { readonly scene: Scene; readonly label: string }[] = [
  { scene: "promise", label: "소개" },
  { scene: "code", label: "코드" },
];

/** What the wheel does, for everybody without one: two dots that say which scene is shown and change it. */
export const SceneSwitch = ({ scene, onChoose }: { scene: Scene; onChoose: (scene: Scene) => void }) => (
  <fieldset className={styles.switch}>
    <legend>
      <HiddenText>첫 화면 장면</HiddenText>
    </legend>
    {scenes.map((choice) => (
      <label key={choice.scene}>
        <input
          type="radio"
          name="hero-scene"
          checked={choice.scene === scene}
          onChange={() => onChoose(choice.scene)}
        />
        <HiddenText>{choice.label}</HiddenText>
      </label>
    ))}
  </fieldset>
);
