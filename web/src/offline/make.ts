/** An element with its properties and what stands in it; texts are texts, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Omit<Partial<HTMLElementTagNameMap[K]>, "className"> & {
    readonly className?: string | undefined;
  },
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
