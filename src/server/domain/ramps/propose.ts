import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { documentAt, type RampGround, type RampOf } from '../../../shared/ramps/document-at.ts'
import { groundOf } from '../../../shared/ramps/ground-of.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { RampPlan } from '../../../shared/schemas/ramp.ts'
import type { Tx } from '../../db/pool.ts'
import { nameOf, personIdOf } from '../../kernel/actor.ts'
import type { Ctx, EnvironmentCtx } from '../../kernel/ctx.ts'
import { flagThere, insertRamp, nextRampNumber } from './queries.ts'

/** Whose right a ramp runs with: a person's, or a service token's. */
export const answering = ({ actor }: Pick<Ctx, 'actor'>) => {
  const personId = personIdOf(actor)
  return {
    byName: nameOf(actor),
    personId,
    tokenId: actor.kind === 'token' && personId === null ? actor.id : null,
  }
}

/** What a ramp of this plan stands on in the flag, or `ramp/invalid`. */
export function demandGround(document: FlagDocument, plan: RampPlan): RampGround {
  const found = groundOf(document, plan)
  if ('ground' in found) return found.ground
  const { problem } = found
  throw new FanionError(
    'ramp/invalid',
    { problems: [problem] },
    `This can’t be ramped: ${problem.problem}. Expected ${problem.expected}.`,
  )
}

/** The flag as it stands there, which a ramp needs; `flag/not-found` where it does not. */
export async function demandFlag(ctx: EnvironmentCtx, flag: string): Promise<FlagDocument> {
  const there = await flagThere(ctx.db, ctx.environment.id, flag)
  if (there) return there.document
  const sentence = `${ctx.environment.name} has no flag "${flag}".`
  throw new FanionError('flag/not-found', { flag, environment: ctx.environment.key }, sentence)
}

/** A ramp under its number, with the flag as its first step has it; nothing is written. */
export async function nextRamp(
  ctx: EnvironmentCtx & { readonly db: Tx },
  document: FlagDocument,
  plan: RampPlan,
): Promise<{ ramp: RampOf; first: FlagDocument }> {
  const ground = demandGround(document, plan)
  const ramp = { number: await nextRampNumber(ctx.db, ctx.project), plan, ground }
  return { ramp, first: documentAt(document, ramp, 0) }
}

/** Writes down a ramp that a change proposes. */
export const noteProposed = (
  ctx: EnvironmentCtx & { readonly db: Tx },
  { number, plan, ground }: RampOf,
  { flag, changeId, base }: { flag: string; changeId: string; base: number },
) =>
  insertRamp(ctx.db, {
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
    ...answering(ctx),
    headNumber: base,
    proposedAt: ctx.now(),
    startedAt: null,
    enteredAt: null,
    dueAt: null,
    endedAt: null,
  })
