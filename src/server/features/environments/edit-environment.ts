import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { EditEnvironmentInput, Environment } from '../../../shared/features/projects/schemas/project.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type EnvironmentCtx, inTransaction } from '../../platform/kernel/ctx.ts'
import { confirmedRecently } from '../../platform/kernel/require-permission.ts'
import { reevaluateApprovals } from '../changes/reevaluate-approvals.ts'
import { environmentView } from '../projects/view.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { findEnvironment, updateEnvironment } from './queries.ts'

/**
 * Updates an environment's name and publish settings. Removing its protection also removes the required approvals. If
 * the number of required approvals changes, open changes are re-evaluated: approved ones with too few go back to
 * review, and those in review with enough become approved. Weakening a setting requires recent authentication
 * (`auth/confirm-required`).
 */
export async function editEnvironment(ctx: EnvironmentCtx, input: EditEnvironmentInput): Promise<Environment> {
  return inTransaction(ctx, async (tx) => {
    let is = await findEnvironment(tx.db, tx.environment)
    await reevaluateApprovals(tx, tx.environment, async () => {
      await lockEnvironment(tx.db, tx.environment)
      const was = await findEnvironment(tx.db, tx.environment)
      const protects = input.protected ?? was.protected
      const change = {
        name: input.name ?? was.name,
        colour: input.colour ?? was.colour,
        protected: protects,
        requiredApprovals: input.requiredApprovals ?? (protects ? was.requiredApprovals : 0),
        sampling: input.sampling ?? was.sampling,
        moveLimitPer100k: input.moveLimitPer100k === undefined ? was.moveLimitPer100k : input.moveLimitPer100k,
      }
      refuseLimitWithoutSampling(change)
      refuseApprovalsWithoutProtection(change)
      if (asksLess(was, change)) confirmedRecently(tx.actor, tx.now())
      is = { ...was, ...change }
      if (sameSettings(was, is)) return
      await updateEnvironment(tx.db, was.id, change)
      const { name, colour, protected: protectedBefore, requiredApprovals, sampling, moveLimitPer100k } = was
      await audit(tx, {
        action: 'environment.edit',
        subject: `${tx.project.key}/${was.key}`,
        projectId: tx.project.id,
        environmentId: was.id,
        before: { name, colour, protected: protectedBefore, requiredApprovals, sampling, moveLimitPer100k },
        after: change,
      })
    })
    return environmentView(is)
  })
}

type Guard = Pick<Environment, 'protected' | 'requiredApprovals' | 'moveLimitPer100k'>
const asksLess = (was: Guard, is: Guard) =>
  (was.protected && !is.protected) ||
  is.requiredApprovals < was.requiredApprovals ||
  (was.moveLimitPer100k !== null && (is.moveLimitPer100k === null || is.moveLimitPer100k > was.moveLimitPer100k))

/** Rejects required approvals in an unprotected environment, where they would have no effect. */
export function refuseApprovalsWithoutProtection(settings: { protected: boolean; requiredApprovals: number }): void {
  if (settings.protected || settings.requiredApprovals === 0) return
  const problem = {
    path: 'requiredApprovals',
    problem: `${settings.requiredApprovals} in an unprotected environment`,
    expected: '0, or a protected environment',
  }
  throw new FanionError(
    'request/invalid',
    { problems: [problem] },
    'Only protected environments can require approvals.',
  )
}

/** Rejects an impact limit without sample contexts, which it is computed from. */
function refuseLimitWithoutSampling(settings: { sampling: boolean; moveLimitPer100k: number | null }): void {
  if (settings.sampling || settings.moveLimitPer100k === null) return
  const problem = {
    path: 'moveLimitPer100k',
    problem: 'no contexts are sampled here',
    expected: 'null, or an environment that samples contexts',
  }
  throw new FanionError(
    'request/invalid',
    { problems: [problem] },
    'Only environments that sample contexts can ask for a second look. Turn sampling on, too.',
  )
}

type Settings = Guard & Pick<Environment, 'name' | 'colour' | 'sampling'>
const sameSettings = (a: Settings, b: Settings) =>
  a.name === b.name &&
  a.colour === b.colour &&
  a.protected === b.protected &&
  a.requiredApprovals === b.requiredApprovals &&
  a.sampling === b.sampling &&
  a.moveLimitPer100k === b.moveLimitPer100k
