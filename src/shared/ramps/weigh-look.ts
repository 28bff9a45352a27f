import type { Condition } from '../schemas/condition.ts'
import type { GuardSeen, LookBody, LookVerdict, RampGuard, ReportsSeen } from '../schemas/guard.ts'
import type { RampPlan } from '../schemas/ramp.ts'
import { guardEvents } from '../stats/guard.ts'
import { missingReports } from '../stats/missing-reports.ts'
import { countedText, reportsText, saidText, valueText } from '../text/verdict/guard-text.ts'
import { errorOf } from './measured-by.ts'

/** What a guard on users asks, as it was when the ramp was proposed. Times are from a user’s first exposure on. */
export type GuardQuestion = {
  readonly name: string
  readonly event: string
  readonly atLeast: number
  readonly worse: 'more' | 'less'
  readonly fromMs: number
  /** Null: until the ramp is over. */
  readonly lengthMs: number | null
  /** How late events arrive. */
  readonly lagMs: number
  /** Of the event: what it carries. */
  readonly where?: Condition
  /** Whether what pages say counts at all. */
  readonly serversOnly?: boolean
  /** How much worse still counts as no worse, where the guard does not say. */
  readonly margin?: number
}

export type ArmCounts = { readonly units: number; readonly did: number }
/** Of the new variant, and of the one before. */
export type ByArm = { readonly treatment: ArmCounts; readonly control: ArmCounts }

/** What was read for a guard. `alone`: nobody is left to compare with. */
export type Reading =
  | { readonly kind: 'counts'; readonly all: ByArm; readonly trusted: ByArm }
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'verdict'; readonly verdict: 'go' | 'wait' | 'stop'; readonly reason: string | null }
  | { readonly kind: 'alone' }
  | { readonly kind: 'unknown'; readonly problem: string }

type Units = { readonly treatment: number; readonly control: number }
/** Users who were reported, by arm; all, and those that servers told. */
export type People = { readonly all: Units; readonly trusted: Units; readonly lastAt: Date | null }

/** All that a look is weighed by. */
export type Looked = {
  readonly plan: RampPlan
  readonly before: string
  readonly step: number
  readonly enteredAt: Date
  readonly questions: readonly (GuardQuestion | null)[]
  readonly readings: readonly Reading[]
  /** Null where this step counts nobody. */
  readonly people: People | null
  readonly last: LookBody | undefined
  /** Places of guards, and `reports`: somebody resumed in spite of them. */
  readonly overruled: readonly string[]
}

const reportsAlpha = 0.001
/** Half of those whom the rule reaches. */
const share = 0.5

/** What a look comes to. Harm that undoes goes before harm that pauses, and both before whatever is not seen. */
export function weighLook(looked: Looked): LookBody {
  const { plan, step, overruled } = looked
  const guards = (plan.guards ?? []).map((guard, at) => seenBy(guard, at, looked))
  const reports = looked.people && reportsOf(looked.people)
  const body = (verdict: LookVerdict, why: string | null): LookBody => ({ step, verdict, why, reports, guards })
  const against = guards.filter(({ state }) => state === 'against')
  const fatal = against.find(({ then, trusted }) => then === 'roll-back' && trusted)
  if (fatal) return body('rolled-back', `${fatal.name}: ${fatal.text}`)
  const names = { to: plan.to, before: looked.before }
  const isOff = reports !== null && (reports.state === 'fewer' || reports.state === 'more')
  if (isOff && reports.state === 'fewer' && reports.trusted && plan.missing !== 'pause')
    return body('rolled-back', reportsText(reports, names))
  if (isOff && !overruled.includes('reports')) return body('paused', reportsText(reports, names))
  const stops = against.find((guard) => !overruled.includes(String(guards.indexOf(guard))))
  if (stops) return body('paused', `${stops.name}: ${stops.text}${stops.trusted ? '' : fromPages}`)
  const waits = waitsFor(looked, reports) ?? blindTo(guards, overruled)
  return body(waits === null ? 'ok' : 'watching', waits)
}

const fromPages = ' Pages said so, and anyone may speak for a page: it only pauses the ramp.'

/** The guards, and `reports`, that are against at a look. */
export const againstAt = ({ guards, reports }: LookBody): string[] => [
  ...guards.flatMap(({ state }, at) => (state === 'against' ? [String(at)] : [])),
  ...(reports?.state === 'fewer' || reports?.state === 'more' ? ['reports'] : []),
]

function waitsFor({ plan, step, people, enteredAt }: Looked, reports: ReportsSeen | null): string | null {
  if (people === null || reports === null) return null
  if (people.lastAt === null || people.lastAt < enteredAt)
    return 'no application has reported since this step began whom it gave what'
  const least = plan.steps[step]?.people ?? 0
  return reports.treatment < least ? `fewer than ${least} users were reported with ${plan.to}` : null
}

const blindTo = (guards: readonly GuardSeen[], overruled: readonly string[]): string | null => {
  const blind = guards.find(
    ({ state }, at) => state === 'blind' || (state === 'watching' && !overruled.includes(String(at))),
  )
  return blind ? `${blind.name} ${blind.state === 'blind' ? 'can’t be read' : 'is watched'}` : null
}

function reportsOf({ all, trusted, lastAt }: People): ReportsSeen {
  const weigh = (units: Units) => missingReports([{ share, ...units }], reportsAlpha)
  const { state, logEvidence } = weigh(all)
  return {
    state: all.treatment + all.control === 0 ? 'none' : state,
    trusted: weigh(trusted).state === state,
    ...all,
    evidence: shownEvidence(logEvidence),
    limit: 1 / reportsAlpha,
    lastAt: lastAt?.toISOString() ?? null,
  }
}

/** E for a picture: it grows without end, and nothing is told beyond a billion. */
const shownEvidence = (logEvidence: number): number => Math.min(1e9, Math.exp(Math.min(logEvidence, 50)))

const nothing = { evidence: null, limit: null, treatment: null, control: null, value: null, streak: 0 }

function seenBy(guard: RampGuard, at: number, looked: Looked): GuardSeen {
  const reading = looked.readings[at] ?? { kind: 'unknown', problem: 'it was not read' }
  const question = looked.questions[at]
  const { then } = guard
  const base = { ...nothing, then, trusted: true, name: nameOf(guard, question) }
  const streakBefore = looked.last?.guards[at]?.streak ?? 0
  if (reading.kind === 'unknown') return { ...base, state: 'blind', text: reading.problem, streak: streakBefore + 1 }
  if (reading.kind === 'alone')
    return { ...base, state: 'collecting', text: 'Above 50% nobody is left to compare with.' }
  if (reading.kind === 'counts' && question) return seenCounts(base, reading, guard, question, looked)
  if (reading.kind === 'value' && 'prometheus' in guard) {
    const { value } = reading
    const isOver = guard.is === 'above' ? value > guard.limit : value < guard.limit
    const wasOver = looked.last?.guards[at]?.state !== 'blind'
    const streak = isOver ? (wasOver ? streakBefore : 0) + 1 : 0
    const state = !isOver ? 'fine' : streak >= (guard.times ?? 3) ? 'against' : 'watching'
    return { ...base, state, value, streak, text: valueText(value, guard, streak) }
  }
  if (reading.kind === 'verdict') {
    const states = { go: 'fine', wait: 'watching', stop: 'against' } as const
    return { ...base, state: states[reading.verdict], text: saidText(reading.verdict, reading.reason) }
  }
  return { ...base, state: 'blind', text: 'it was not read' }
}

function seenCounts(
  base: Omit<GuardSeen, 'state' | 'text'>,
  { all, trusted: byServers }: Extract<Reading, { kind: 'counts' }>,
  guard: RampGuard,
  { name, worse, margin: usual = 0 }: GuardQuestion,
  { plan, before }: Looked,
): GuardSeen {
  const margin = ('margin' in guard ? guard.margin : undefined) ?? usual
  const weigh = ({ treatment, control }: ByArm) =>
    guardEvents([{ share, treatment: treatment.did, control: control.did }], {
      worse: worse === 'more' ? 'higher' : 'lower',
      margin,
      ...errorOf(plan),
    })
  const found = weigh(all)
  const silent = worse === 'less' && all.treatment.did + all.control.did === 0
  const states = { harm: 'against', safe: 'fine', 'going-on': 'fine', collecting: 'collecting' } as const
  const state = silent ? 'watching' : states[found.state]
  const trusts = 'trustClients' in guard && guard.trustClients === true
  return {
    ...base,
    state,
    trusted: trusts || weigh(byServers).state === found.state,
    evidence: shownEvidence(found.logEvidence),
    limit: found.limit,
    ...all,
    text: countedText({ name, worse, state }, all, { to: plan.to, before }),
  }
}

const nameOf = (guard: RampGuard, question: GuardQuestion | null | undefined): string =>
  question?.name ??
  ('prometheus' in guard
    ? `Query of ${guard.prometheus}`
    : 'verdict' in guard
      ? `Verdict of ${guard.verdict}`
      : 'Guard')
