import type { Around } from './use-around.ts'

/** What the parts of a rule suggest and check against. */
export type RuleContext = {
  variants: readonly string[]
  /** Every variant that the flag has or had: its place gives it its colour. */
  known: readonly string[]
  attributes: readonly string[]
  segments: readonly string[]
  around: Around
  /** Keys of where the rule is. */
  project: string
  environment: string
  /** The name of the environment. */
  where: string
}
