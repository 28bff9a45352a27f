/** What the parts of a rule suggest and check against. */
export type RuleSurroundings = {
  variants: readonly string[]
  attributes: readonly string[]
  segments: readonly string[]
}
