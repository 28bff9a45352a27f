import { engineOf } from '../../src/shared/impact/compile.ts'
import { type Difference, differenceIn } from '../../src/shared/impact/difference.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'

/** Compares the answers of one flag between two datafiles. */
export const differenceOf = (
  before: Datafile,
  after: Datafile,
  flag: string,
  options: Parameters<typeof differenceIn>[3],
): Difference => differenceIn(engineOf(before), engineOf(after), flag, options)
