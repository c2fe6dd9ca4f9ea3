import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createElement,
  type ReactElement,
  type ReactNode,
  useState,
} from "react";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { toast } from "./toast.tsx";

/** The dropdown's module is loaded on first use. */
export const menuModule = lazyModule(() => import("./menu-parts.tsx"));

interface TriggerProps {
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
}

/**
 * A dropdown: opens on click, closes on any other click or Escape; arrow keys move the focus. At most 500 px high, with
 * a sign if it can scroll further.
 */
export function Menu({
  trigger,
  panel = false,
  align = "end",
  onOpenChange,
  children,
}: {
  /** The button; receives the handlers and aria attributes. */
  trigger: ReactElement<TriggerProps>;
  /** The larger variant of the header. */
  panel?: boolean;
  align?: "start" | "center" | "end";
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) {
  // Once rendered as a plain button it stays one until it is pressed, because replacing it would lose its focus.
  const [isUnloaded, setUnloaded] = useState(() => menuModule.now() === undefined);
  const [isPressed, setPressed] = useState(false);
  const loaded = useLazyModule(menuModule, isPressed, () => {
    setPressed(false);
    toast.error("불러오지 못했어요. 다시 눌러 주세요.");
  });
  if (isUnloaded && isPressed && loaded) setUnloaded(false);

  if (isUnloaded || !loaded) {
    const prepare = () => void menuModule.load().catch(() => undefined);
    return cloneElement(trigger, {
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => setPressed(true),
    });
  }
  return (
    <loaded.MenuRoot
      trigger={trigger}
      panel={panel}
      align={align}
      opensAtOnce={isPressed}
      onOpenChange={onOpenChange}
    >
      {children}
    </loaded.MenuRoot>
  );
}

type MenuComponents = Pick<
  typeof import("./menu-parts.tsx"),
  "Item" | "ItemLink" | "Radio" | "Rule" | "Group"
>;

/** The content of an open menu is rendered by the module that rendered the menu. */
const part =
  <Name extends keyof MenuComponents>(name: Name) =>
  (props: ComponentProps<MenuComponents[Name]> & object) => {
    const loaded = menuModule.now();
    if (!loaded) throw new Error(`${name} is outside a menu`);
    return createElement(loaded[name] as ComponentType<object>, props);
  };
export const MenuItem = part("Item");
/** An entry that links to another page of the product. */
export const MenuLink = part("ItemLink");
/** One of several mutually exclusive options. */
export const MenuRadio = part("Radio");
export const MenuRule = part("Rule");
/** Entries under a small heading, or in a row. */
export const MenuGroup = part("Group");
