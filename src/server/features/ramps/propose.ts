import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { rampBaselineOf } from '../../../shared/features/ramps/ramp-baseline.ts'
import {
  type RampBaseline,
  type RampDocumentInput,
  rampDocumentAt,
} from '../../../shared/features/ramps/ramp-document.ts'
import type { RampPlan } from '../../../shared/features/ramps/schemas/ramp.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { nameOf, personIdOf } from '../../platform/kernel/actor.ts'
import type { Ctx, EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { recordRunChange } from '../runs/open-run.ts'
import { proposeRun } from '../runs/propose-run.ts'
import { type PinnedGuards, pinGuards } from './guard-questions.ts'
import { flagInEnvironment, insertRamp, openRampOf } from './queries.ts'

/** The responsible member or service token, with whose permissions the ramp runs. */
export const responsibleFor = ({ actor }: Pick<Ctx, 'actor'>) => {
  const personId = personIdOf(actor)
  return {
    byName: nameOf(actor),
    personId,
    tokenId: actor.kind === 'token' && personId === null ? actor.id : null,
  }
}

/** Returns the part of the flag that a ramp of this plan builds on. Throws `ramp/invalid`. */
export function requireRampBase(document: FlagDocument, plan: RampPlan): RampBaseline {
  const found = rampBaselineOf(document, plan)
  if ('ground' in found) return found.ground
  const { problem } = found
  throw new FanionError(
    'ramp/invalid',
    { problems: [problem] },
    `This can’t be ramped: ${problem.problem}. Expected ${problem.expected}.`,
  )
}

/** Returns the flag's current document, which a ramp requires. Throws `flag/not-found`. */
export async function requireFlag(ctx: EnvironmentCtx, flag: string): Promise<FlagDocument> {
  const there = await flagInEnvironment(ctx.db, ctx.environment.id, flag)
  if (there) return there.document
  const sentence = `${ctx.environment.name} has no flag "${flag}".`
  throw new FanionError('flag/not-found', { flag, environment: ctx.environment.key }, sentence)
}

/** Throws `run/overlaps` if another ramp of the flag is open in the environment. */
export async function refuseOverlap({ db, environment }: EnvironmentCtx, flag: string): Promise<void> {
  const other = await openRampOf(db, environment, flag)
  if (!other) return
  const sentence = `Ramp ${other.number} of ${flag} is open in ${environment.name}. Complete or undo it first.`
  throw new FanionError('run/overlaps', { ramp: other.number, flag }, sentence)
}

/** Proposes a run, and returns the ramp with the run's number and the flag at its first step. */
export async function prepareRamp(
  ctx: EnvironmentCtx & { readonly db: Tx },
  document: FlagDocument,
  plan: RampPlan,
): Promise<{ ramp: RampDocumentInput; first: FlagDocument }> {
  const ground = requireRampBase(document, plan)
  const { number } = await proposeRun(ctx, {
    ...{ flag: document.key, kind: 'ramp', salt: document.salt, arms: [plan.to, ground.before], change: null },
    ...(await runPlanOf(ctx, plan)),
  })
  const ramp = { number, plan, ground }
  return { ramp, first: rampDocumentAt(document, ramp, 0) }
}

/** What a run stores about a ramp: its plan, and its guards' questions in their current definition. */
export async function runPlanOf(
  ctx: ProjectCtx,
  plan: RampPlan,
): Promise<{ plan: Json; versions: PinnedGuards['versions'] }> {
  const { questions, versions } = await pinGuards(ctx, plan)
  // Safe cast: plans and questions are plain data.
  return { plan: { ramp: plan, questions } as unknown as Json, versions }
}

export const auditProposedRamp = async (
  ctx: EnvironmentCtx & { readonly db: Tx },
  { number, plan, ground }: RampDocumentInput,
  { flag, changeId, change, base }: { flag: string; changeId: string; change: number; base: number },
) => {
  await recordRunChange(ctx, number, change)
  await insertRamp(ctx.db, {
    id: ctx.newId(),
    projectId: ctx.project.id,
    number,
    environmentId: ctx.environment.id,
    flag,
    changeId,
    plan: JSON.stringify(plan),
    ground: JSON.stringify(ground),
    state: 'proposed',
    step: 0,
    why: null,
    held: null,
    ...responsibleFor(ctx),
    headNumber: base,
    proposedAt: ctx.now(),
    startedAt: null,
    enteredAt: null,
    dueAt: null,
    endedAt: null,
    lookAt: null,
    leasedUntil: null,
  })
}
