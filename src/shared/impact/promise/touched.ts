import { AnswerForms, type Documents } from '../../datafile/answer-forms.ts'
import { onlyTurnsOff } from '../../datafile/effect-on-answers.ts'
import type { LastOn, PromiseState, Statement, TouchedPromise } from '../../features/promises/schemas/promise.ts'
import type { Entry } from '../../features/publishing/schemas/revision.ts'
import type { Context } from '../../schemas/context.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'
import { type Fix, fixOf } from './fix.ts'
import { type ProveOptions, proveChange, type Verdict } from './prove.ts'
import { proveChanges } from './prove-together.ts'

/** A fix, and the flag that it is of. */
export type FlagFix = Fix & { readonly flag: string }

/** So many promises are offered a fix, each within the steps of a proof that nobody waits for. */
export const mostFixes = 3
const fixSteps = 60_000

/** A verdict as the API tells it: what leaves here is JSON, an instant of an example is text. */
export const stateOf = (verdict: Verdict): PromiseState =>
  verdict.state === 'broken'
    ? { ...verdict, witness: asJson(verdict.witness), at: new Date(verdict.at).toISOString() }
    : verdict

type Witness = Extract<PromiseState, { state: 'broken' }>['witness']

const asJson = (context: Context): Witness =>
  // what JSON.parse makes of an object is a record of JSON
  JSON.parse(JSON.stringify(context)) as Witness

/** Whether a publication takes away the flag that a promise is an example of: the examples of a flag sleep with it. */
export const sleepsWith = (entries: readonly Entry[], { flag }: Pick<TouchedPromise, 'flag'>): boolean =>
  flag !== null && entries.some(({ kind, key, document }) => kind === 'flag' && key === flag && document === null)

/**
 * Says of a promise whether a publication is not refused for it, whatever it breaks: an environment begins with what it is
 * given, and turning flags off is not refused for what it takes away. Where it gives somebody something instead – its flag
 * asks whether another one is off, or what nobody should get is what it answers when it is off – it is as any publication.
 */
export const neverRefused = (
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

/** What would keep a promise that a publication breaks, where that is a rule of its flag and the flag is among what is published. */
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

/** How a promise comes out of a publication. */
export interface Checked extends TouchedPromise {
  readonly state: PromiseState
  /** Whether the publication is refused for it. */
  readonly refuses: boolean
  readonly fix?: FlagFix | undefined
}

/** Checks what a publication would do to the promises it touches, as the server will when it is asked to publish. */
export const checkTouched = (
  { before, after, entries, promises, lastOn = [] }: Publication,
  { nowMs, headNumber, ruleId }: { nowMs: number; headNumber: number; ruleId: string },
): Checked[] => {
  const isSafe = neverRefused({ before, after, entries }, headNumber)
  let fixes = 0
  const awake = promises.filter((promise) => !sleepsWith(entries, promise))
  const statements = awake.map(({ statement }) => statement)
  const verdicts = [...proveChanges(before, after, statements, { nowMs })]
  // what is turned on is compared with what it was when it was last on, too
  for (const earlier of lastOn.filter(({ flags }) => flags.some((key) => isTurnedOn(key, before, after)))) {
    const left = awake.flatMap(({ key }, at) =>
      verdicts[at]?.state === 'kept' && !earlier.knowingly.includes(key) ? [at] : [],
    )
    const asked = left.flatMap((at) => statements[at] ?? [])
    proveChanges(earlier.before, after, asked, { nowMs }).forEach((verdict, nth) => {
      verdicts[left[nth] ?? 0] = verdict
    })
  }
  return verdicts.flatMap((verdict, at): Checked[] => {
    const promise = awake[at]
    if (promise === undefined) return []
    const state = stateOf(verdict)
    const refuses = state.state !== 'kept' && promise.force === 'refuses' && !isSafe(promise.statement)
    if (!refuses || state.state !== 'broken' || fixes === mostFixes) return [{ ...promise, state, refuses }]
    fixes += 1
    return [{ ...promise, state, refuses, fix: fixFor(after, before, entries, promise, { nowMs, ruleId }) }]
  })
}

const isTurnedOn = (key: string, before: Datafile, after: Datafile): boolean =>
  after.flags[key]?.on === true && before.flags[key]?.on !== true

/** Two states, what leads from one to the other, and the promises that this touches. */
export interface Publication {
  readonly before: Datafile
  readonly after: Datafile
  readonly entries: readonly Entry[]
  readonly promises: readonly TouchedPromise[]
  /** What was there when flags that are off now were last on; nothing where none is turned on. */
  readonly lastOn?: readonly LastOn[]
}

const documentsOf = ({ flags, segments }: Datafile): Documents =>
  new Map<string, FlagDocument | SegmentDocument>([
    ...Object.entries(flags).map(([key, document]) => [`flag/${key}`, document] as const),
    ...Object.entries(segments).map(([key, document]) => [`segment/${key}`, document] as const),
  ])
