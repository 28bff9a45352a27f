import { AnswerForms, type Documents } from '../../datafile/answer-forms.ts'
import { onlyTurnsOff } from '../../datafile/publish-effect.ts'
import type {
  LastActiveState,
  PromiseState,
  Statement,
  TouchedPromise,
} from '../../features/promises/schemas/promise.ts'
import type { Entry } from '../../features/publishing/schemas/revision.ts'
import type { Context } from '../../schemas/context.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'
import { fixOf, type InvariantFix } from './fix.ts'
import { type ProveOptions, proveChange, type Verdict } from './prove.ts'
import { proveChanges } from './prove-together.ts'

export type FlagFix = InvariantFix & { readonly flag: string }

/** Maximum number of fixes offered, each with a small step budget, because no one should wait for them. */
export const mostFixes = 3
const fixSteps = 60_000

/** Converts a verdict to the API's JSON form, with the instant as text. */
export const stateOf = (verdict: Verdict): PromiseState =>
  verdict.state === 'broken'
    ? { ...verdict, witness: asJson(verdict.witness), at: new Date(verdict.at).toISOString() }
    : verdict

type Witness = Extract<PromiseState, { state: 'broken' }>['witness']

const asJson = (context: Context): Witness =>
  // Safe cast: the parsed JSON of an object is a record.
  JSON.parse(JSON.stringify(context)) as Witness

/** Whether a publish removes the flag that an example belongs to. Such examples are dormant. */
export const isDormantAfter = (entries: readonly Entry[], { flag }: Pick<TouchedPromise, 'flag'>): boolean =>
  flag !== null && entries.some(({ kind, key, document }) => kind === 'flag' && key === flag && document === null)

/**
 * Returns whether a publish is accepted despite breaking a promise. Accepted are the first revision of an environment,
 * and turning flags off, as far as a promise loses a variant. If turning flags off serves a forbidden variant instead
 * (through another flag's condition, or the off variant), the usual rules apply.
 */
export const createAcceptedDespiteCheck = (
  { before, after, entries }: Omit<Publication, 'promises'>,
  headNumber: number,
): ((statement: Statement) => boolean) => {
  if (headNumber === 0) return () => true
  const [old, next] = [documentsOf(before), documentsOf(after)]
  if (!entries.every((entry) => onlyTurnsOff(old, entry))) return () => false
  const [was, becomes] = [new AnswerForms(old), new AnswerForms(next)]
  const switchedOff = new Set(entries.map(({ key }) => key))
  return ({ kind, flag }) => {
    if (was.of(flag) === becomes.of(flag)) return true
    return kind !== 'never' && kind !== 'atMost' && (switchedOff.has(flag) || becomes.isOff(flag))
  }
}

/** Returns a fix for a promise that a publish breaks, if it is a rule of its flag and that flag is published. */
export const fixFor = (
  after: Datafile,
  before: Datafile,
  entries: readonly Entry[],
  { statement }: Pick<TouchedPromise, 'statement'>,
  { nowMs, ruleId }: { readonly nowMs: number; readonly ruleId: string },
): FlagFix | undefined => {
  const entry = entries.find(({ kind, key }) => kind === 'flag' && key === statement.flag)
  if (entry === undefined || entry.document === null) return undefined
  const options: ProveOptions = { nowMs, steps: fixSteps }
  const fix = fixOf(after, statement, ruleId, (document) =>
    proveChange(before, { ...after, flags: { ...after.flags, [statement.flag]: document } }, statement, options),
  )
  return fix && { ...fix, flag: statement.flag }
}

/** The result of a promise for a publish. */
export interface CheckedInvariant extends TouchedPromise {
  readonly state: PromiseState
  /** Whether the publish is rejected because of it. */
  readonly refuses: boolean
  readonly fix?: FlagFix | undefined
}

/** Checks the effect of a publish on the promises it touches, exactly as the server does when publishing. */
export const checkAffectedInvariants = (
  { before, after, entries, promises, lastOn = [] }: Publication,
  { nowMs, headNumber, ruleId }: { nowMs: number; headNumber: number; ruleId: string },
): CheckedInvariant[] => {
  const isSafe = createAcceptedDespiteCheck({ before, after, entries }, headNumber)
  let fixes = 0
  const awake = promises.filter((promise) => !isDormantAfter(entries, promise))
  const statements = awake.map(({ statement }) => statement)
  const verdicts = [...proveChanges(before, after, statements, { nowMs })]
  // A flag that is turned on is also compared with its state when it was last on.
  for (const earlier of lastOn.filter(({ flags }) => flags.some((key) => turnsFlagOn(key, before, after)))) {
    const left = awake.flatMap(({ key }, at) =>
      verdicts[at]?.state === 'kept' && !earlier.knowingly.includes(key) ? [at] : [],
    )
    const asked = left.flatMap((at) => statements[at] ?? [])
    proveChanges(earlier.before, after, asked, { nowMs }).forEach((verdict, nth) => {
      verdicts[left[nth] ?? 0] = verdict
    })
  }
  return verdicts.flatMap((verdict, at): CheckedInvariant[] => {
    const promise = awake[at]
    if (promise === undefined) return []
    const state = stateOf(verdict)
    const refuses = state.state !== 'kept' && promise.force === 'refuses' && !isSafe(promise.statement)
    if (!refuses || state.state !== 'broken' || fixes === mostFixes) return [{ ...promise, state, refuses }]
    fixes += 1
    return [{ ...promise, state, refuses, fix: fixFor(after, before, entries, promise, { nowMs, ruleId }) }]
  })
}

const turnsFlagOn = (key: string, before: Datafile, after: Datafile): boolean =>
  after.flags[key]?.on === true && before.flags[key]?.on !== true

/** Two states, the entries that change one to the other, and the promises that they touch. */
export interface Publication {
  readonly before: Datafile
  readonly after: Datafile
  readonly entries: readonly Entry[]
  readonly promises: readonly TouchedPromise[]
  /** The states when flags that are now turned on were last on. Empty if none is turned on. */
  readonly lastOn?: readonly LastActiveState[]
}

const documentsOf = ({ flags, segments }: Datafile): Documents =>
  new Map<string, FlagDocument | SegmentDocument>([
    ...Object.entries(flags).map(([key, document]) => [`flag/${key}`, document] as const),
    ...Object.entries(segments).map(([key, document]) => [`segment/${key}`, document] as const),
  ])
