import type { Outcome } from '../../engine/outcome.ts'
import type { Context } from '../../schemas/context.ts'
import type { Json } from '../../schemas/keys.ts'
import { askImported } from './ask-imported.ts'
import { blockedIn } from './blocked.ts'
import type { Imported } from './imported.ts'

/** One unit for which the imported flag and the vendor's own formula differ. */
type Mismatch = { flag: string; context: Json; theirs: Json; ours: Json }

export type SelfCheck = {
  /** How many answers were compared. */
  compared: number
  /** The vendor's keys of the flags of which at least one answer was compared. */
  asked: string[]
  /** How many were left out because the vendor throws dice there, or cannot be asked. */
  random: number
  mismatches: number
  /** The vendor's keys of the flags that differed. */
  different: string[]
  /** The first of them. */
  examples: Mismatch[]
}

/** A vendor's side of the comparison. */
export type Check = {
  imported: Imported
  /** The vendor's keys of the flags to compare. */
  flags: readonly string[]
  contexts: Iterable<Record<string, Json>>
  nowMs: number
  /** The vendor's formula on its original document; null where it throws dice. */
  theirs: (flag: string, context: Record<string, Json>) => Json | null | Promise<Json | null>
  /** The same context as we are asked; by default as it is. */
  contextOf?: ((context: Record<string, Json>) => Record<string, Json>) | undefined
  /** Our outcome in the same words. */
  inTheirText: (outcome: Outcome, flag: string) => Json
}

const examplesKept = 20

/** Compares the answers of imported flags with the vendor's own formula, context by context. Mismatches must be 0. */
export const selfCheck = async (check: Check): Promise<SelfCheck> => {
  const { imported, contexts, nowMs, theirs, inTheirText, contextOf } = check
  // a flag that is left out is not compared: whatever it would answer is not imported
  const blocked = blockedIn(imported)
  const flags = check.flags.filter((flag) => !blocked.has(`flag/${imported.keys.flags.get(flag) ?? flag}`))
  const ask = await askImported(imported, nowMs)
  const result: SelfCheck = { compared: 0, asked: [], random: 0, mismatches: 0, different: [], examples: [] }
  const asked = new Set<string>()
  for (const context of contexts) {
    const ours = contextOf?.(context) ?? context
    for (const flag of flags) {
      const answer = theirs(flag, context)
      const wanted = answer instanceof Promise ? await answer : answer
      if (wanted === null) {
        result.random += 1
        continue
      }
      // A JSON object is a context.
      const got = inTheirText(ask(flag, ours as Context), flag)
      result.compared += 1
      asked.add(flag)
      if (JSON.stringify(got) === JSON.stringify(wanted)) continue
      result.mismatches += 1
      if (!result.different.includes(flag)) result.different.push(flag)
      if (result.examples.length < examplesKept) result.examples.push({ flag, context, theirs: wanted, ours: got })
    }
  }
  result.asked = [...asked]
  return result
}
