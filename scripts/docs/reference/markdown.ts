/** A text in a cell of a table: what would end the cell, or be read as HTML, is written so that it stands as it is. */
export const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{', '&#123;').replaceAll('\n', ' ')

/** The same as code. */
export const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``
