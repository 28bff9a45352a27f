import { limits } from '../limits.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { affectedFlags } from './affected.ts'
import { engineOf } from './compile.ts'
import { type Difference, differenceIn, type Options } from './difference.ts'

/** The effect of a change on one flag. */
export interface FlagImpact {
  readonly flag: string
  /** Whether the flag's own document differs, or only something it depends on. */
  readonly own: boolean
  readonly difference: Difference
}

/** The effect of a change on all users. */
export interface Impact {
  /** The changed flags and their dependents, as far as they were analyzed, including those without moves. */
  readonly flags: readonly FlagImpact[]
  /** Affected flags that were not analyzed, because there are too many. */
  readonly rest: readonly string[]
}

/**
 * Computes which users get another value of which flag, also through segments and prerequisites. `nowMs` is epoch ms.
 * `flags` restricts the result to these flags.
 */
export const impactOf = (
  before: Datafile,
  after: Datafile,
  options: Options & { readonly flags?: readonly string[] | undefined },
): Impact => {
  const { changed, through } = affectedFlags(before, after)
  const [old, next] = [engineOf(before), engineOf(after)]
  const told = [...changed, ...through].filter((key) => options.flags?.includes(key) ?? true)
  const changedOnes = new Set(changed)
  return {
    flags: told.slice(0, limits.impactFlags).map((flag) => ({
      flag,
      own: changedOnes.has(flag),
      difference: differenceIn(old, next, flag, options),
    })),
    rest: told.slice(limits.impactFlags),
  }
}
