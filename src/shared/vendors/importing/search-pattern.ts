/**
 * Removes a leading `.*` from a pattern. A search for `x` matches the same texts as one for `.*x`, but the latter takes
 * quadratic time and could not be published.
 */
export const searchPattern = (pattern: string): string => pattern.replace(/^(?:\.\*\??)+/, '')
