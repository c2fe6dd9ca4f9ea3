import type { ComponentProps, ComponentType, MouseEvent } from "react";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly to: string;
  readonly state?: unknown;
  readonly replace?: boolean;
}

type Follow = (to: string, state: unknown) => void;

let RouterLink: ComponentType<LinkProps> | undefined;
let follow: Follow | undefined;

/** Makes links use the router from now on. */
export function linkThroughRouter(link: ComponentType<LinkProps>): void {
  RouterLink = link;
}

/** Sets what following a link does on a page that is shown without the router. */
export function linkThrough(next: Follow): void {
  follow = next;
}

/** Only a plain click navigates within the page; new tabs and the like are left to the browser. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;

function PlainLink({ to, state, replace: _, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!follow || !isPlain(event) || to.startsWith("#")) return;
        event.preventDefault();
        follow(to, state);
      }}
    />
  );
}

/**
 * A link inside the product for components that are also on the front page, which is shown before the router is loaded:
 * a plain link there, the router's everywhere else.
 */
export const Link = (props: LinkProps) => (RouterLink ? <RouterLink {...props} /> : <PlainLink {...props} />);
