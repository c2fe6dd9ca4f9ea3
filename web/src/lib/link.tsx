import type { ComponentProps, ComponentType, MouseEvent } from "react";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly to: string;
  readonly state?: unknown;
  readonly replace?: boolean;
}

type Follow = (to: string, state: unknown) => void;

let RouterLink: ComponentType<LinkProps> | undefined;
let follow: Follow | undefined;

/** From now on links are the router's. */
export function linkThroughRouter(link: ComponentType<LinkProps>): void {
  RouterLink = link;
}

/** What following a link does on a page that stands without the router. */
export function linkThrough(next: Follow): void {
  follow = next;
}

/** Only a plain click changes the page here; new tabs and the like are the browser's. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;

function BareLink({ to, state, replace: _, onClick, ...rest }: LinkProps) {
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
 * A link inside the product for what also stands on the front page, which is shown before the router is loaded: a plain
 * link there, the router's everywhere else.
 */
export const Link = (props: LinkProps) => (RouterLink ? <RouterLink {...props} /> : <BareLink {...props} />);
