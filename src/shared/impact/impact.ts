import { limits } from '../limits.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { affectedFlags } from './affected.ts'
import { engineOf } from './compile.ts'
import { type Difference, differenceIn, type Options } from './difference.ts'

/** What one state in place of another does to one flag. */
export interface FlagImpact {
  readonly flag: string
  /** Whether the flag's own document differs, or only what it asks. */
  readonly own: boolean
  readonly difference: Difference
}

/** What one state in place of another does to everybody. */
export interface Impact {
  /** The flags that differ and those that ask them, as far as they were analysed; those without a move too. */
  readonly flags: readonly FlagImpact[]
  /** Flags that may answer otherwise and were not analysed: there are more of them than are looked at. */
  readonly rest: readonly string[]
}

/**
 * Who gets another answer of which flag, through segments and prerequisites. `nowMs` is epoch ms; `flags`, where given,
 * are the only ones that are told.
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
