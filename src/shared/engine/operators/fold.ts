/**
 * Creates a pattern that finds any of the texts under Unicode simple case folding, between two pieces of syntax. The
 * regular expression flags `iu` are defined as that folding (ECMAScript, Canonicalize), so no table of ours can become
 * outdated.
 */
export const foldedPattern = (before: string, texts: readonly string[], after: string): RegExp =>
  new RegExp(before + texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|') + after, 'iu')
