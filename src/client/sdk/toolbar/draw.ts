export function draw<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes?: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag]
export function draw(
  tag: string,
  attributes?: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement
export function draw(
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** Updates a text only if it changed, because screen readers announce rewritten text again. */
export const write = (element: Element, text: string): void => {
  if (element.textContent !== text) element.textContent = text
}
