import { reader } from '../../../../shared/engine/attribute.ts'
import { transitiveReadsOf } from '../../../../shared/impact/transitive-reads.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'

/** An attribute that flags read but `missing` contexts lack. */
export type MissingAttribute = { name: string; missing: number }

/** Share of contexts that may lack an attribute before it is reported. */
const most = 0.05

/**
 * Attributes that flags depend on but many contexts lack, most missing first. Excludes `keptOut`, which is never
 * stored.
 */
export const missingAttributesIn = (
  states: readonly Datafile[],
  flags: readonly string[],
  contexts: readonly Context[],
  keptOut: readonly string[],
): MissingAttribute[] => {
  const names = new Set(states.flatMap((state) => flags.flatMap((flag) => transitiveReadsOf(state, flag))))
  return [...names]
    .filter((name) => !keptOut.includes(name))
    .map((name) => {
      const read = reader(name)
      return { name, missing: contexts.filter((context) => read(context) === undefined).length }
    })
    .filter(({ missing }) => missing > contexts.length * most)
    .sort((a, b) => b.missing - a.missing)
}
