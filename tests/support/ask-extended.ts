import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { explain } from '../../src/shared/engine/explain.ts'
import type { Outcome } from '../../src/shared/engine/outcome.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import { aFlag } from './builders.ts'
import { everyModule as profiles } from './every-module.ts'

/** The other documents of the datafile. */
export type OtherDocuments = { flags?: FlagDocument[]; segments?: SegmentDocument[]; nowMs?: number }

/** Evaluates a flag with the compiled engine. Throws if the interpreter's outcome differs. */
export const outcomeOf = (
  flag: FlagDocument,
  context: unknown,
  { flags = [], segments = [], nowMs = 0 }: OtherDocuments = {},
): Outcome => {
  const documents = {
    flags: Object.fromEntries([flag, ...flags].map((one) => [one.key, one])),
    segments: Object.fromEntries(segments.map((one) => [one.key, one])),
  }
  // Safe casts: only these documents are needed, and any context is allowed.
  const datafile = documents as unknown as Datafile
  const asked = context as Context
  const outcome = evaluate(compile(datafile, profiles), flag.key, asked, nowMs)
  const { outcome: told } = explain(datafile, flag.key, asked, nowMs, undefined, profiles)
  const facts = (one: Outcome) =>
    JSON.stringify([one.variant, one.reason, one.errorCode, one.detail, one.enabled, one.name])
  if (facts(outcome) !== facts(told)) throw new Error(`the interpreter says ${facts(told)}, not ${facts(outcome)}`)
  return outcome
}

/** The result of a condition: `true`, `false`, `unknown`, or the kind of error. */
export const truthOf = (condition: Condition, context: unknown, others: OtherDocuments = {}): string => {
  const rule = { id: 'r1', when: condition, serve: { variant: 'on' }, onUnknown: 'remember' as const }
  const { errorCode, detail, reason, variant } = outcomeOf(aFlag('asked').with({ rules: [rule] }), context, others)
  if (errorCode !== null) return detail ?? errorCode
  return reason === 'UNKNOWN' ? 'unknown' : String(variant === 'on')
}
