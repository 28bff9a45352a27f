import { reader } from '../../../../shared/engine/attribute.ts'
import { readsBehind } from '../../../../shared/impact/reads-behind.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'

/** An attribute that flags read, and how many contexts do not have it. */
export type Untold = { name: string; missing: number }

/** Contexts may lack an attribute: below this share it is worth saying. */
const most = 0.05

/** The attributes behind some flags that many contexts do not have, those that most lack first; without those kept out. */
export const untoldIn = (
  states: readonly Datafile[],
  flags: readonly string[],
  contexts: readonly Context[],
  keptOut: readonly string[],
): Untold[] => {
  const names = new Set(states.flatMap((state) => flags.flatMap((flag) => readsBehind(state, flag))))
  return [...names]
    .filter((name) => !keptOut.includes(name))
    .map((name) => {
      const read = reader(name)
      return { name, missing: contexts.filter((context) => read(context) === undefined).length }
    })
    .filter(({ missing }) => missing > contexts.length * most)
    .sort((a, b) => b.missing - a.missing)
}
