import { guardEvents } from '../../statistics/guard.ts'
import { missingReports } from '../../statistics/missing-reports.ts'
import {
  countedText,
  immatureText,
  ratioText,
  reportsText,
  valueText,
  verdictServiceText,
} from '../../text/verdict/guard-text.ts'
import { evaluateRatioGuard } from './evaluate-ratio-guard.ts'
import type {
  ArmCounts,
  ArmRatio,
  ByArm,
  GuardData,
  GuardQuestion,
  RatioQuestion,
  ReportedUsers,
  ShareQuestion,
} from './guard-question.ts'
import { errorOf } from './measured-by.ts'
import type { GuardCheckResult, GuardResult, LookVerdict, RampGuard, ReportsResult } from './schemas/guard.ts'
import type { RampPlan } from './schemas/ramp.ts'
import { evaluateTrustedSource, hiddenHarmText } from './trusted-source.ts'

export type GuardCheckInput = {
  readonly plan: RampPlan
  readonly before: string
  readonly step: number
  readonly enteredAt: Date
  readonly questions: readonly (GuardQuestion | null)[]
  readonly readings: readonly GuardData[]
  /** Null if this step measures no one. */
  readonly people: ReportedUsers | null
  readonly last: GuardCheckResult | undefined
  /** Indexes of the guards, and `reports`, that a member overrode by resuming the ramp. */
  readonly overruled: readonly string[]
}

const reportsAlpha = 0.001
/** Half of the users that the rule reaches. */
const share = 0.5

/**
 * Evaluates a guard check. Harm that undoes the ramp takes precedence over harm that pauses it, and both over missing
 * data.
 */
export function evaluateGuards(looked: GuardCheckInput): GuardCheckResult {
  const { plan, step, overruled } = looked
  const guards = (plan.guards ?? []).map((guard, at) => evaluateRampGuard(guard, at, looked))
  const reports = looked.people && evaluateReports(looked.people)
  const body = (verdict: LookVerdict, why: string | null): GuardCheckResult => ({ step, verdict, why, reports, guards })
  const against = guards.filter(({ state }) => state === 'against')
  const fatal = against.find(({ then, trusted }) => then === 'roll-back' && trusted)
  if (fatal) return body('rolled-back', `${fatal.name}: ${fatal.text}`)
  const names = { to: plan.to, before: looked.before }
  const isOff = reports !== null && (reports.state === 'fewer' || reports.state === 'more')
  if (isOff && reports.state === 'fewer' && reports.trusted && plan.missing !== 'pause')
    return body('rolled-back', reportsText(reports, names))
  if (isOff && !overruled.includes('reports')) return body('paused', reportsText(reports, names))
  const stops = against.find((guard) => !overruled.includes(String(guards.indexOf(guard))))
  if (stops) return body('paused', `${stops.name}: ${stops.text}${stops.trusted ? '' : pageReportsNote}`)
  const waits = missingReportsReason(looked, reports) ?? noDataReason(guards, overruled)
  return body(waits === null ? 'ok' : 'watching', waits)
}

const pageReportsNote = ' Pages said so, and anyone may speak for a page: it only pauses the ramp.'

/** The indexes of harmful guards at a check, and `reports` if the reported users do not match. */
export const harmfulGuardsOf = ({ guards, reports }: GuardCheckResult): string[] => [
  ...guards.flatMap(({ state }, at) => (state === 'against' ? [String(at)] : [])),
  ...(reports?.state === 'fewer' || reports?.state === 'more' ? ['reports'] : []),
]

function missingReportsReason(
  { plan, step, people, enteredAt }: GuardCheckInput,
  reports: ReportsResult | null,
): string | null {
  if (people === null || reports === null) return null
  if (people.lastAt === null || people.lastAt < enteredAt)
    return 'no application has reported since this step began whom it gave what'
  const least = plan.steps[step]?.people ?? 0
  return reports.treatment < least ? `fewer than ${least} users were reported with ${plan.to}` : null
}

const noDataReason = (guards: readonly GuardResult[], overruled: readonly string[]): string | null => {
  const blind = guards.find(
    ({ state }, at) => state === 'blind' || (state === 'watching' && !overruled.includes(String(at))),
  )
  if (!blind) return null
  return blind.state === 'blind' ? noDataText(blind) : `${blind.name} is watched`
}

const noDataText = ({ name }: GuardResult): string => `${name} can’t be read`

/** Whether the ramp is held because a guard had no data. */
export const isHeldWithoutData = ({ verdict, why, guards }: GuardCheckResult): boolean =>
  verdict === 'watching' && guards.some((guard) => guard.state === 'blind' && why === noDataText(guard))

function evaluateReports({ all, trusted, lastAt }: ReportedUsers): ReportsResult {
  const weigh = (units: ByArm<number>) => missingReports([{ share, ...units }], reportsAlpha)
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

/** The e-value for charts, capped at one billion: it grows without bound. */
const shownEvidence = (logEvidence: number): number => Math.min(1e9, Math.exp(Math.min(logEvidence, 50)))

const nothing = { evidence: null, limit: null, treatment: null, control: null, value: null, streak: 0 }

function evaluateRampGuard(guard: RampGuard, at: number, looked: GuardCheckInput): GuardResult {
  const reading = looked.readings[at] ?? { kind: 'unknown', problem: 'it was not read' }
  const question = looked.questions[at]
  const { then } = guard
  const base = { ...nothing, then, trusted: true, name: nameOf(guard, question) }
  const streakBefore = looked.last?.guards[at]?.streak ?? 0
  if (reading.kind === 'unknown') return { ...base, state: 'blind', text: reading.problem, streak: streakBefore + 1 }
  if (reading.kind === 'alone')
    return { ...base, state: 'collecting', text: 'Above 50% nobody is left to compare with.' }
  if (reading.kind === 'counts' && question && 'event' in question)
    return evaluateGuardCounts(base, reading, guard, question, looked)
  if (reading.kind === 'ratios' && question && 'over' in question)
    return evaluateGuardRatios(base, reading, guard, question, looked)
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
    return { ...base, state: states[reading.verdict], text: verdictServiceText(reading.verdict, reading.reason) }
  }
  return { ...base, state: 'blind', text: 'it was not read' }
}

type GuardResultBase = Omit<GuardResult, 'state' | 'text'>
type GuardDataOf<Kind extends GuardData['kind']> = Extract<GuardData, { kind: Kind }>

const states = {
  harm: 'against',
  safe: 'fine',
  'going-on': 'fine',
  collecting: 'collecting',
  silent: 'watching',
} as const
const trustsPages = (guard: RampGuard): boolean => 'trustClients' in guard && guard.trustClients === true
const marginIn = (guard: RampGuard): number | undefined => ('margin' in guard ? guard.margin : undefined)

function evaluateGuardCounts(
  base: GuardResultBase,
  { all, trusted: byServers }: GuardDataOf<'counts'>,
  guard: RampGuard,
  { name, worse, margin: usual = 0 }: ShareQuestion,
  { plan, before }: GuardCheckInput,
): GuardResult {
  const margin = marginIn(guard) ?? usual
  const weigh = ({ treatment, control }: ByArm<ArmCounts>) =>
    guardEvents([{ share, treatment: treatment.did, control: control.did }], {
      worse: worse === 'more' ? 'higher' : 'lower',
      margin,
      ...errorOf(plan),
    })
  const { read, found, trusted, hidden } = evaluateTrustedSource({ all, trusted: byServers }, weigh, {
    ...{ trustsPages: trustsPages(guard), share },
    unitsOf: ({ treatment, control }) => ({ treatment: treatment.units, control: control.units }),
  })
  const silent = worse === 'less' && read.treatment.did + read.control.did === 0
  const state = states[silent ? 'silent' : found.state]
  return {
    ...base,
    ...{ state, trusted, evidence: shownEvidence(found.logEvidence), limit: found.limit },
    ...read,
    text: countedText({ name, worse, state }, read, { to: plan.to, before }) + (hidden ? hiddenHarmText : ''),
  }
}

function evaluateGuardRatios(
  base: GuardResultBase,
  { all, trusted: byServers }: GuardDataOf<'ratios'>,
  guard: RampGuard,
  { worse, margin: usual, absoluteMargin, fromMs, lengthMs, lagMs }: RatioQuestion,
  { plan, before }: GuardCheckInput,
): GuardResult {
  const relative = marginIn(guard) ?? usual
  const weigh = (ratios: ByArm<ArmRatio>) =>
    evaluateRatioGuard(ratios, {
      worse: worse === 'more' ? 'higher' : 'lower',
      margin:
        relative === undefined && absoluteMargin !== undefined
          ? { absolute: absoluteMargin }
          : { relative: relative ?? 0 },
      ...errorOf(plan),
    })
  const { read, found, trusted, hidden } = evaluateTrustedSource({ all, trusted: byServers }, weigh, {
    ...{ trustsPages: trustsPages(guard), share },
    unitsOf: ({ treatment, control }) => ({ treatment: treatment.sums.over.n, control: control.sums.over.n }),
  })
  const state = states[found.state]
  const shown = { treatment: ratioSeen(read.treatment), control: ratioSeen(read.control) }
  const nobody = shown.treatment.units + shown.control.units === 0
  return {
    ...base,
    ...{ state, trusted, evidence: shownEvidence(found.logEvidence), limit: found.limit },
    ...shown,
    text: nobody
      ? immatureText(fromMs + lengthMs + lagMs)
      : ratioText({ worse, state }, shown, { to: plan.to, before }) + (hidden ? hiddenHarmText : ''),
  }
}

const ratioSeen = ({ sums, robots }: ArmRatio) => ({
  units: sums.over.n,
  over: sums.over.sum,
  under: sums.under.sum,
  robots,
})

const nameOf = (guard: RampGuard, question: GuardQuestion | null | undefined): string =>
  question?.name ??
  ('prometheus' in guard
    ? `Query of ${guard.prometheus}`
    : 'verdict' in guard
      ? `Verdict of ${guard.verdict}`
      : 'Guard')
