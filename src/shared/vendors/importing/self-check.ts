import type { Outcome } from '../../engine/outcome.ts'
import type { Context } from '../../schemas/context.ts'
import type { Json } from '../../schemas/keys.ts'
import { blockedIn } from './blocked.ts'
import type { Imported } from './imported.ts'
import { createImportedEvaluator } from './imported-evaluator.ts'

/** A context for which the imported flag and the vendor's algorithm differ. */
type Mismatch = { flag: string; context: Json; theirs: Json; ours: Json }

export type SelfCheck = {
  /** The number of compared values. */
  compared: number
  /** The vendor's keys of the flags with at least one compared value. */
  asked: string[]
  /** The number of skipped values: the vendor decides at random there, or cannot be queried. */
  random: number
  mismatches: number
  /** The vendor's keys of the flags that differed. */
  different: string[]
  /** The first mismatches. */
  examples: Mismatch[]
}

export type Check = {
  imported: Imported
  /** The vendor's keys of the flags to compare. */
  flags: readonly string[]
  contexts: Iterable<Record<string, Json>>
  nowMs: number
  /** Evaluates the vendor's original document with its algorithm. Null if the vendor decides at random. */
  theirs: (flag: string, context: Record<string, Json>) => Json | null | Promise<Json | null>
  /** Converts a vendor context to Fanion's form. By default it is used as it is. */
  contextOf?: ((context: Record<string, Json>) => Record<string, Json>) | undefined
  /** Converts Fanion's outcome to the vendor's form. */
  inTheirText: (outcome: Outcome, flag: string) => Json
}

const examplesKept = 20

/** Compares imported flags with the vendor's algorithm, context by context. There must be no mismatches. */
export const selfCheck = async (check: Check): Promise<SelfCheck> => {
  const { imported, contexts, nowMs, theirs, inTheirText, contextOf } = check
  // Flags that are left out are not imported, so they are not compared.
  const blocked = blockedIn(imported)
  const flags = check.flags.filter((flag) => !blocked.has(`flag/${imported.keys.flags.get(flag) ?? flag}`))
  const ask = await createImportedEvaluator(imported, nowMs)
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
      // Safe cast: a JSON object is a context.
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
