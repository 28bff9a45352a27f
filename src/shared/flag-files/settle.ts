import { isOfRun } from '../features/ramps/is-of-run.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import type { FiledDocument } from './documents.ts'

/** What an environment has of a flag, as far as its file leaves that open. */
export type Standing = {
  readonly live: FlagDocument | undefined
  readonly runs: ReadonlySet<number>
  /** What divides its users where neither the file nor the environment says it. */
  readonly salt: string
}

/**
 * The document that a file wants in an environment: what it leaves open stays, and so do the rules of runs, which move by
 * themselves; `values`, where the file names none for the variants, are those that are live.
 */
export function settled(wanted: FiledDocument, { live, runs, salt }: Standing): FlagDocument {
  return {
    ...wanted,
    variants: wanted.variants ?? live?.variants ?? {},
    salt: wanted.salt ?? live?.salt ?? salt,
    rules: withRules(wanted.rules, live?.rules ?? [], isOfRun(runs)),
  }
}

/** The rules of a file, and those of runs each before the rule that it stood before; the last where that is gone. */
function withRules(wanted: readonly Rule[], live: readonly Rule[], ofRun: (rule: Rule) => boolean): Rule[] {
  const rules = [...wanted]
  for (const [at, rule] of [...live.entries()].reverse()) {
    if (!ofRun(rule)) continue
    const next = live[at + 1]
    const before = next === undefined ? -1 : rules.findIndex(({ id }) => id === next.id)
    rules.splice(before < 0 ? rules.length : before, 0, rule)
  }
  return rules
}
