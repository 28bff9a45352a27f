import { FanionError, type Problem } from '../../../shared/errors/fanion-error.ts'
import { partsOf } from '../../../shared/features/metrics/schemas/metric.ts'
import type { GuardQuestion } from '../../../shared/features/ramps/guard-question.ts'
import { comparedMs, hasComparisonGroup, isMeasured } from '../../../shared/features/ramps/measured-by.ts'
import type { RampGuard } from '../../../shared/features/ramps/schemas/guard.ts'
import type { RampPlan } from '../../../shared/features/ramps/schemas/ramp.ts'
import { durationMs } from '../../../shared/schemas/duration.ts'
import { lengthText } from '../../../shared/text/time/hold-text.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { eventsOf } from '../events/queries.ts'
import { metricsOf } from '../metrics/queries.ts'
import { guardSourcesIn } from './queries.ts'

/**
 * The pinned questions of a plan's guards (null for guards that count no users), and the versions of the metrics used.
 */
export type PinnedGuards = {
  readonly questions: readonly (GuardQuestion | null)[]
  readonly versions: Readonly<Record<string, number>>
}

/** Pins the questions of a plan's guards. Throws `ramp/invalid` with a problem for each field that does not work. */
export async function pinGuards(ctx: ProjectCtx, plan: RampPlan): Promise<PinnedGuards> {
  const problems: Problem[] = []
  const refuse = (path: string, problem: string, expected: string) => {
    problems.push({ path: `plan.${path}`, problem, expected })
    return null
  }
  const events = (await eventsOf(ctx.db, ctx.project)).filter(({ archivedAt }) => archivedAt === null)
  const sources = plan.guards === undefined ? [] : await guardSourcesIn(ctx.db, ctx.project)
  const metrics = plan.guards === undefined ? [] : await metricsOf(ctx.db, ctx.project)
  const versions: Record<string, number> = {}

  const ofEvent = (key: string, path: string) => {
    const declared = events.map((event) => event.key)
    if (declared.includes(key)) return true
    refuse(path, `no event ${key} is declared`, declared.length === 0 ? 'a declared event' : oneOf(declared))
    return false
  }
  const ofMetric = (key: string, path: string): GuardQuestion | null => {
    const found = metrics.find((metric) => metric.key === key && metric.archivedAt === null)
    if (!found) return refuse(path, `there is no metric ${key}`, oneOf(metrics.map((metric) => metric.key)))
    const { name, measure, unit, better, from, window, lag, margin } = found.definition
    if (measure.kind !== 'proportion' && measure.kind !== 'ratio')
      return refuse(path, `${key} is neither a share of users nor a ratio`, 'a share of users or a ratio')
    if (unit !== (plan.by ?? null)) {
      const right = `a metric of ${plan.by ?? 'the targeting key'}, as the ramp divides`
      return refuse(path, `${key} counts by ${unit ?? 'the targeting key'}`, right)
    }
    if (!partsOf(measure).every(({ event }) => ofEvent(event, path))) return null
    const [fromMs, lengthMs, lagMs] = [window.from, window.length, lag].map((text) => durationMs(text) ?? 0) as [
      number,
      number,
      number,
    ]
    const asked = {
      ...{ name, worse: better === 'more' ? ('less' as const) : ('more' as const) },
      ...{ fromMs, lengthMs, lagMs, serversOnly: from === 'servers' },
      ...(margin !== null && 'relative' in margin && { margin: margin.relative }),
    }
    versions[key] = found.version
    if (measure.kind === 'proportion') {
      const { event, where } = measure.of
      return { ...asked, event, atLeast: measure.atLeast, ...(where !== undefined && { where }) }
    }
    const takesMs = fromMs + lengthMs + lagMs
    if (takesMs >= comparedMs(plan)) {
      const problem = `${key} counts a user after ${inWords(takesMs)}, and this ramp compares for ${inWords(comparedMs(plan))}`
      return refuse(path, problem, 'a metric with a shorter window, or longer steps up to 50%')
    }
    const absolute = margin !== null && 'absolute' in margin && { absoluteMargin: margin.absolute }
    return { ...asked, over: measure.over, under: measure.under, ...absolute }
  }
  const pin = (guard: RampGuard, at: number): GuardQuestion | null => {
    const path = `guards[${at}]`
    if ('event' in guard) {
      if (!ofEvent(guard.event, `${path}.event`)) return null
      const { event, worse } = guard
      return { name: event, event, atLeast: 1, worse, fromMs: 0, lengthMs: null, lagMs: 0 }
    }
    if ('metric' in guard) return ofMetric(guard.metric, `${path}.metric`)
    const [kind, key] =
      'prometheus' in guard ? (['prometheus', guard.prometheus] as const) : (['verdict', guard.verdict] as const)
    const keys = sources.filter((source) => source.kind === kind).map((source) => source.key)
    if (keys.includes(key)) return null
    return refuse(`${path}.${kind}`, `there is no such source`, keys.length === 0 ? 'a saved source' : oneOf(keys))
  }
  const questions: (GuardQuestion | null)[] = []
  for (const [at, guard] of (plan.guards ?? []).entries()) questions.push(pin(guard, at))
  checkPeople(plan, refuse)
  const [first] = problems
  if (first) {
    const sentence = `This can’t be ramped: ${first.problem}. Expected ${first.expected}.`
    throw new FanionError('ramp/invalid', { problems }, sentence)
  }
  return { questions, versions }
}

/** Users are counted only if a guard compares them, and only while enough users remain for comparison (up to 50 %). */
function checkPeople(plan: RampPlan, refuse: (path: string, problem: string, expected: string) => null): void {
  plan.steps.forEach(({ people, share }, at) => {
    if (people === undefined) return
    const path = `steps[${at}].people`
    if (!isMeasured(plan)) refuse(path, 'no guard counts users', 'none, or a guard on an event or metric')
    else if (!hasComparisonGroup(share)) refuse(path, 'nobody is counted above 50%', 'none')
  })
}

const inWords = (ms: number): string => lengthText(ms) || '0 minutes'

const oneOf = (keys: readonly string[]): string =>
  keys.length === 0 ? 'one that is there' : `one of ${keys.join(', ')}`
