/**
 * A pattern that finds any of the texts under Unicode simple case folding, between two pieces of syntax. The regular
 * expression flags `iu` are that folding by definition (ECMAScript, Canonicalize), so no table of ours can be out of date.
 */
export const foldedPattern = (before: string, texts: readonly string[], after: string): RegExp =>
  new RegExp(before + texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|') + after, 'iu')
