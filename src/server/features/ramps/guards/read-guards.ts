import { holdEndMs } from '../../../../shared/features/ramps/due.ts'
import type { GuardCheckInput } from '../../../../shared/features/ramps/evaluate-guards.ts'
import type { GuardData, GuardQuestion } from '../../../../shared/features/ramps/guard-question.ts'
import { hasComparisonGroup, isMeasured } from '../../../../shared/features/ramps/measured-by.ts'
import type { RampGuard } from '../../../../shared/features/ramps/schemas/guard.ts'
import type { EventStoreCtx, ProjectCtx, SecretCtx } from '../../../platform/kernel/ctx.ts'
import type { PrivateAddressAllowance } from '../../../platform/outbound/allowance.ts'
import { environmentNoOf, lastExposureReportOf } from '../../metrics/event-store-queries.ts'
import { findRun, type RunRow } from '../../runs/queries.ts'
import { freshness } from '../../sources/freshness.ts'
import type { RampRow } from '../queries.ts'
import { ratiosOf } from './count-ratios.ts'
import { countRampUsers, countUsersWithEvent, type RampQuestion } from './count-users.ts'
import { guardSecretPurpose } from './guard-sources.ts'
import { guardSourcesOf } from './queries.ts'
import {
  fillPlaceholders,
  type GuardSourceAccess,
  type Placeholders,
  queryPrometheus,
  queryVerdictService,
} from './query-guard-source.ts'

type GuardCtx = ProjectCtx & SecretCtx & EventStoreCtx
type GuardReadings = Pick<GuardCheckInput, 'questions' | 'readings' | 'people'>

/** The questions pinned when the run was proposed. Runs from before guards existed have none. */
const questionsIn = (plan: unknown): readonly (GuardQuestion | null)[] =>
  // Safe cast: `runPlanOf` wrote it.
  (plan as { questions?: (GuardQuestion | null)[] }).questions ?? []

/** Reads everything that a ramp's guards watch, without a lock: first the database, then other systems in parallel. */
export async function readGuards(
  ctx: GuardCtx,
  row: RampRow,
  allowPrivate: PrivateAddressAllowance,
): Promise<GuardReadings> {
  const { guards = [], steps } = row.plan
  const run = await findRun(ctx.db, ctx.project, row.number)
  const questions = questionsIn(run?.plan)
  const isCounted =
    isMeasured(row.plan) &&
    run?.state === 'open' &&
    run.openedAt !== null &&
    hasComparisonGroup(steps[row.step]?.share ?? 0)
  const { people, counted } = isCounted ? await countedOf(ctx, row, run) : { people: null, counted: [] }
  const readings = await Promise.all(
    guards.map(async (guard, at): Promise<GuardData> => {
      if ('event' in guard || 'metric' in guard) return counted[at] ?? { kind: 'alone' }
      return queryGuardSource(ctx, row, guard, allowPrivate)
    }),
  )
  return { questions, readings, people }
}

async function countedOf(ctx: GuardCtx, row: RampRow, run: RunRow) {
  const now = ctx.now()
  const place = await environmentNoOf(ctx.db, row.environmentId)
  const people = await countRampUsers(ctx, run.id)
  const asked = { run: run.id, place: place ?? 0, openedAt: run.openedAt ?? now, now, people }
  const counted: (GuardData | null)[] = []
  // after the step's hold has ended, the data of the whole hold must be complete
  const heldMs = holdEndMs(row.plan, row.step, (row.enteredAt ?? now).getTime())
  const heldTo = heldMs <= now.getTime() ? new Date(heldMs) : new Date(0)
  for (const question of questionsIn(run.plan)) {
    if (question === null) counted.push(null)
    else {
      // Ratios wait for complete data; shares count what is there. If data is late, the guard has no data.
      const needed = { events: eventsIn(question), exposures: false }
      const { clock, late } = await freshness(ctx, row.environmentId, needed, asked.openedAt, heldTo)
      const until = 'over' in question ? clock : asked.now
      counted.push(
        late === null ? await counts(ctx, { ...asked, now: until, question }) : { kind: 'unknown', problem: late },
      )
    }
  }
  const lastAt = place === undefined ? null : await lastExposureReportOf(ctx.db, place, row.number)
  return { people: { ...people, lastAt }, counted }
}

const eventsIn = (question: GuardQuestion): readonly string[] =>
  'over' in question ? [question.over.event, question.under.event] : [question.event]

const counts = async (ctx: GuardCtx, { question, ...asked }: RampQuestion<GuardQuestion>): Promise<GuardData> =>
  'over' in question
    ? { kind: 'ratios', ...(await ratiosOf(ctx, { ...asked, question })) }
    : { kind: 'counts', ...(await countUsersWithEvent(ctx, { ...asked, question })) }

type Other = Exclude<RampGuard, { event: string } | { metric: string }>

async function queryGuardSource(
  ctx: GuardCtx,
  row: RampRow,
  guard: Other,
  allowPrivate: PrivateAddressAllowance,
): Promise<GuardData> {
  const key = 'prometheus' in guard ? guard.prometheus : guard.verdict
  const found = (await guardSourcesOf(ctx.db, ctx.project)).find((one) => one.key === key)
  if (!found) return { kind: 'unknown', problem: `There is no source ${key} any more.` }
  const secret = found.sealed === null ? null : ctx.vault.open(found.sealed, guardSecretPurpose)
  const source: GuardSourceAccess = { url: found.url, secret, allowPrivate }
  const share = row.plan.steps[row.step]?.share ?? 0
  if ('verdict' in guard) {
    const { number, flag, environment, step } = row
    const question = {
      ...{ project: ctx.project.key, ramp: number, flag, environment, variant: row.plan.to, before: row.ground.before },
      ...{ step: step + 1, steps: row.plan.steps.length, sharePercent: share / 1_000, state: row.state },
    }
    return queryVerdictService(source, { id: ctx.newId(), at: ctx.now(), question })
  }
  const values: Placeholders = {
    ...{ flag: row.flag, environment: row.environment, run: String(row.number), variant: row.plan.to },
    share: String(share / 1_000),
  }
  const over = await queryPrometheus(source, fillPlaceholders(guard.query, values))
  if (guard.over === undefined || over.kind !== 'value') return over
  const under = await queryPrometheus(source, fillPlaceholders(guard.over, values))
  if (under.kind !== 'value') return under
  if (under.value === 0) return { kind: 'unknown', problem: 'There is nothing to divide by now.' }
  return { kind: 'value', value: over.value / under.value }
}
