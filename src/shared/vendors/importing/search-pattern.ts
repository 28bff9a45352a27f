/**
 * The same pattern for a search that only asks whether there is a match, without a `.*` at its beginning. A search for `.*x`
 * finds what one for `x` does, but takes time that grows with the square of the text's length, so it cannot be published.
 */
export const searchPattern = (pattern: string): string => pattern.replace(/^(?:\.\*\??)+/, '')
