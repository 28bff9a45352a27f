import { approveChange } from '../../src/server/features/changes/approve-change.ts'
import { proposeRamp } from '../../src/server/features/changes/propose-ramp.ts'
import { applyApproved } from '../../src/server/features/changes/publish-change.ts'
import { requestReview } from '../../src/server/features/changes/request-review.ts'
import { saveChange } from '../../src/server/features/changes/save-change.ts'
import { scheduleChange } from '../../src/server/features/changes/schedule-change.ts'
import { readRamp } from '../../src/server/features/ramps/read-ramps.ts'
import { takeDueSteps } from '../../src/server/features/ramps/take-due-steps.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'
import { ProposeRampInput, type RampPlan } from '../../src/shared/features/ramps/schemas/ramp.ts'
import { inEnvironment } from './people.ts'
import { rampSteps } from './ramp-world.ts'
import { aServedFlag, aTeam, headIn, publishPast, servesOff, type Team } from './team.ts'

/** A ramp to create: of a new flag unless one is given, by default in production and proposed by an editor. */
type Of = { flag?: string; plan?: Partial<RampPlan>; environment?: string; as?: ProjectCtx; by?: Team }

/** A team whose protected production requires one approval, with its ramps, and a clock that the test advances. */
export async function aRampTeam(db: Db) {
  /** A Friday morning. The clock advances only when the test says so. */
  const clock = { ms: Date.parse('2026-11-20T08:00:00Z') }
  const team = await aTeam(db, 1, () => new Date(clock.ms))
  const { key: project } = team

  /** Advances the clock and takes due steps. */
  const pass = async (ms: number) => {
    clock.ms += ms
    await takeDueSteps(team.system)
  }

  /** A flag that serves `off` by default in production. */
  const aRampableFlag = async (by: Team = team) => {
    const flag = await aServedFlag(by)
    await publishPast(by, flag, servesOff)
    return flag
  }

  const proposed = async ({ flag, plan, environment = 'production', as, by = team }: Of = {}) => {
    const of = flag ?? (await aRampableFlag(by))
    const ctx = as ?? by.editor
    const { base } = await headIn(by.ada, of, environment)
    const input = {
      project: by.key,
      environment,
      flag: of,
      base,
      plan: { rule: null, to: 'on', steps: rampSteps, ...plan },
    }
    const change = await proposeRamp(await inEnvironment(ctx, environment), ProposeRampInput.parse(input))
    return { flag: of, change: change.number, version: change.version, ramp: change.ramp?.number ?? 0 }
  }

  /** A ramp in protected production, approved and started by the publisher. */
  const started = async (of: Of = {}) => {
    const { by = team } = of
    const made = await proposed(of)
    await requestReview(of.as ?? by.editor, made)
    await approveChange(by.publisher, { project: by.key, change: made.change, version: made.version, body: '' })
    await applyApproved(by.publisher, { change: made.change })
    return made
  }

  /** An approved and scheduled change that turns a flag off in production. */
  async function aScheduledChange(atMs: number): Promise<number> {
    const flag = await aRampableFlag()
    const { base, document } = await headIn(team.editor, flag)
    const off = { ...document, on: false }
    const entry = { kind: 'flag' as const, key: flag, environment: 'production', base, document: off }
    const saved = await saveChange(team.editor, { project, title: 'Off', message: '', entries: [entry] })
    const { number: change, version } = saved
    await requestReview(team.editor, { change })
    await approveChange(team.publisher, { project, change, version, body: '' })
    await scheduleChange(team.publisher, { project, change, at: new Date(atMs).toISOString(), zone: 'UTC' })
    return change
  }

  const stateOf = async (ramp: number) => (await readRamp(team.ada, { ramp })).state
  const documentOf = async (flag: string) => (await headIn(team.ada, flag)).document
  const shareOf = async (flag: string) => {
    const [rule] = (await documentOf(flag)).rules
    return rule && typeof rule.when === 'object' && 'in' in rule.when ? rule.when.in.to : undefined
  }
  const eventsOf = async (ramp: number) =>
    (await readRamp(team.ada, { ramp })).events.map(({ action }) => action.replace('ramp.', ''))
  const revisionsOf = async (flag: string) => {
    const { there } = await headIn(team.ada, flag)
    return db
      .selectFrom('revision')
      .innerJoin('entry', (join) =>
        join.onRef('entry.environmentId', '=', 'revision.environmentId').onRef('entry.number', '=', 'revision.number'),
      )
      .select(['revision.number', 'revision.message', 'revision.actorName', 'revision.changeNumber', 'revision.mark'])
      .where('revision.environmentId', '=', there.environment.id)
      .where('entry.key', '=', flag)
      .orderBy('revision.number')
      .execute()
  }

  return {
    db,
    clock,
    team,
    project,
    pass,
    aRampableFlag,
    proposed,
    started,
    aScheduledChange,
    ...{ stateOf, documentOf, shareOf, eventsOf, revisionsOf },
  }
}
