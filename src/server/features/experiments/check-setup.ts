import { FanionError, type Problem } from '../../../shared/errors/fanion-error.ts'
import type { Holdout } from '../../../shared/features/experiments/rule-of-run.ts'
import { maturesAfterMs, type PlanMetric } from '../../../shared/features/experiments/run-plan.ts'
import type { ExperimentSetup } from '../../../shared/features/experiments/schemas/experiment.ts'
import { partsOf } from '../../../shared/features/metrics/schemas/metric.ts'
import { limits } from '../../../shared/limits.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { eventsOf } from '../events/queries.ts'
import { metricsOf } from '../metrics/queries.ts'
import { flagInEnvironment } from '../ramps/queries.ts'
import { findLayer } from './layers/queries.ts'

const dayMs = 24 * 3_600_000

type Refuse = (path: string, problem: string, expected: string) => void

/**
 * A validated setup: its metrics in their current definition, and its holdouts with the variants that let users
 * through.
 */
export type CheckedSetup = {
  /** Caps are numbers where already known. A percentile cap is null until it is computed from past data. */
  readonly metrics: readonly PlanMetric[]
  readonly holdouts: readonly Holdout[]
}

/**
 * Validates a setup against its flag and the project's metrics, layers and holdouts. Throws `experiment/invalid` with a
 * problem for each field.
 */
export async function checkSetup(
  ctx: EnvironmentCtx,
  setup: ExperimentSetup,
  document: FlagDocument,
): Promise<CheckedSetup> {
  const problems: Problem[] = []
  const refuse: Refuse = (path, problem, expected) => problems.push({ path: `setup.${path}`, problem, expected })
  const { arms, rule, layer: layerKey } = setup
  arms.forEach(({ variant }, at) => {
    if (!Object.hasOwn(document.variants, variant))
      refuse(`arms[${at}].variant`, `the flag has no variant ${variant}`, oneOf(Object.keys(document.variants)))
  })
  if (rule !== null && !document.rules.some(({ id }) => id === rule))
    refuse('rule', 'the flag has no such rule', 'the id of a rule, or null')
  if (layerKey !== undefined) {
    const layer = await findLayer(ctx.db, ctx.project, layerKey)
    if (!layer) refuse('layer', `there is no layer ${layerKey}`, 'one that is there')
    else if (layer.unitBy !== (setup.by ?? null))
      refuse('by', `layer ${layerKey} tells units apart by ${layer.unitBy ?? 'the targeting key'}`, 'the same')
  }
  const holdouts = await checkHoldouts(ctx, setup, document.key, refuse)
  const metrics = await pinMetrics(ctx, setup, refuse)
  return refusing(problems, { metrics, holdouts })
}

async function checkHoldouts(
  ctx: EnvironmentCtx,
  { holdouts }: ExperimentSetup,
  own: string,
  refuse: Refuse,
): Promise<Holdout[]> {
  const found: Holdout[] = []
  for (const [at, flag] of holdouts.entries()) {
    const open = await openOf(ctx, flag)
    if (flag === own) refuse(`holdouts[${at}]`, 'a flag can’t hold out its own experiment', 'another flag')
    else if (open.length === 0) refuse(`holdouts[${at}]`, `there is no boolean flag ${flag} here`, 'a boolean flag')
    else found.push({ flag, open })
  }
  return found
}

/** The holdouts of a setup that still exist, with the variants that let users through. */
export async function openHoldouts(ctx: EnvironmentCtx, { holdouts }: ExperimentSetup): Promise<Holdout[]> {
  const found: Holdout[] = []
  for (const flag of holdouts) found.push({ flag, open: await openOf(ctx, flag) })
  return found.filter(({ open }) => open.length > 0)
}

/** The variants by which a flag holds out no user. Empty if the flag is missing or not boolean. */
async function openOf({ db, environment }: EnvironmentCtx, flag: string): Promise<string[]> {
  const document = (await flagInEnvironment(db, environment.id, flag))?.document
  if (document?.type !== 'boolean') return []
  return Object.entries(document.variants).flatMap(([variant, value]) => (value === true ? [variant] : []))
}

/**
 * The metrics of a setup in their current definition, independent of its flag. Throws `experiment/invalid` with a
 * problem for each field.
 */
export async function checkMetrics(ctx: ProjectCtx, setup: ExperimentSetup): Promise<readonly PlanMetric[]> {
  const problems: Problem[] = []
  const metrics = await pinMetrics(ctx, setup, (path, problem, expected) =>
    problems.push({ path: `setup.${path}`, problem, expected }),
  )
  return refusing(problems, metrics)
}

function refusing<Of>(problems: Problem[], otherwise: Of): Of {
  const [first] = problems
  if (!first) return otherwise
  const sentence = `This can’t be an experiment: ${first.problem}. Expected ${first.expected}.`
  throw new FanionError('experiment/invalid', { problems }, sentence)
}

/** One metric in its current definition, for a run of this setup. Throws `experiment/invalid`. */
export async function checkMetric(ctx: ProjectCtx, setup: ExperimentSetup, key: string): Promise<PlanMetric> {
  const problems: Problem[] = []
  const one = { ...setup, primary: [], secondary: [key], guards: [] }
  const [metric] = await pinMetrics(ctx, one, (_, problem, expected) =>
    problems.push({ path: 'metric', problem, expected }),
  )
  return refusing(problems, metric as PlanMetric)
}

async function pinMetrics(ctx: ProjectCtx, setup: ExperimentSetup, refuse: Refuse): Promise<PlanMetric[]> {
  const metrics = await metricsOf(ctx.db, ctx.project)
  const declared = (await eventsOf(ctx.db, ctx.project)).filter(({ archivedAt }) => archivedAt === null)
  const found: PlanMetric[] = []
  const pin = (key: string, role: PlanMetric['role'], path: string, margin?: number) => {
    const metric = metrics.find((one) => one.key === key && one.archivedAt === null)
    if (!metric) return refuse(path, `there is no metric ${key}`, oneOf(metrics.map((one) => one.key)))
    const { definition, version } = metric
    const { measure, unit, cap } = definition
    if (unit !== (setup.by ?? null)) {
      const right = `a metric of ${setup.by ?? 'the targeting key'}, as the experiment divides`
      return refuse(path, `${key} counts by ${unit ?? 'the targeting key'}`, right)
    }
    const missing = partsOf(measure).find(({ event }) => !declared.some((one) => one.key === event))
    if (missing) return refuse(path, `no event ${missing.event} is declared`, 'a metric of events that are')
    const room = limits.eventsKeptDays - Math.ceil(maturesAfterMs(definition) / dayMs)
    if (measure.kind === 'quantile' && setup.days > room) {
      const problem = `${key} is a percentile: each look reads all of its events, which are kept for ${limits.eventsKeptDays} days`
      return refuse(path, problem, `at most ${room} days with its window, or another kind of metric`)
    }
    found.push({
      ...{ key, version, role, definition, cap: cap !== null && 'at' in cap ? cap.at : null },
      margin: margin === undefined ? definition.margin : { relative: margin },
    })
  }
  setup.primary.forEach((key, at) => pin(key, 'primary', `primary[${at}]`))
  setup.secondary.forEach((key, at) => pin(key, 'secondary', `secondary[${at}]`))
  setup.guards.forEach(({ metric, margin, then }, at) => {
    pin(metric, 'guard', `guards[${at}].metric`, margin)
    const kind = metrics.find(({ key }) => key === metric)?.definition.measure.kind
    if (then === 'stop' && kind !== undefined && kind !== 'proportion' && kind !== 'ratio')
      refuse(`guards[${at}].then`, `${metric} is neither a share of users nor a ratio`, 'tell')
  })
  return found
}

const oneOf = (keys: readonly string[]): string =>
  keys.length === 0 ? 'one that is there' : `one of ${keys.slice(0, limits.variantsPerFlag).join(', ')}`
