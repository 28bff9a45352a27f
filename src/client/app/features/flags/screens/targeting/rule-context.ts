import type { TargetingData } from './use-targeting-data.ts'

export type RuleContext = {
  variants: readonly string[]
  /** All current and former variants of the flag. Their order determines their colors. */
  known: readonly string[]
  attributes: readonly string[]
  segments: readonly string[]
  around: TargetingData
  project: string
  environment: string
  /** Name of the environment. */
  where: string
}
