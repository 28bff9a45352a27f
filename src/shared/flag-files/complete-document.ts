import { isOfRun } from '../features/ramps/is-of-run.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import type { FiledDocument } from './documents.ts'

/** The current state of an environment, for everything that the file omits. */
export type LiveFlagState = {
  readonly live: FlagDocument | undefined
  readonly runs: ReadonlySet<number>
  /** The salt if neither file nor environment has one. */
  readonly salt: string
}

/**
 * Completes a document from a file: omitted fields and rules of runs keep their current state, because runs change
 * their own rules. Variants without values keep their current values.
 */
export function completeDocument(wanted: FiledDocument, { live, runs, salt }: LiveFlagState): FlagDocument {
  return {
    ...wanted,
    variants: wanted.variants ?? live?.variants ?? {},
    salt: wanted.salt ?? live?.salt ?? salt,
    rules: mergeRunRules(wanted.rules, live?.rules ?? [], isOfRun(runs)),
  }
}

/**
 * Merges the rules of the file with the rules of runs. Each run rule keeps the rule that follows it, or goes last if
 * that rule was removed.
 */
function mergeRunRules(wanted: readonly Rule[], live: readonly Rule[], ofRun: (rule: Rule) => boolean): Rule[] {
  const rules = [...wanted]
  for (const [at, rule] of [...live.entries()].reverse()) {
    if (!ofRun(rule)) continue
    const next = live[at + 1]
    const before = next === undefined ? -1 : rules.findIndex(({ id }) => id === next.id)
    rules.splice(before < 0 ? rules.length : before, 0, rule)
  }
  return rules
}
