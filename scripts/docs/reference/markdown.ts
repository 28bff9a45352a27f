/** Escapes a text for a table cell. */
export const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{', '&#123;').replaceAll('\n', ' ')

/** Formats text as code in a table cell. */
export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``
