import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { type RampAct, rampActs, rampStateText } from '../../../shared/features/ramps/schemas/ramp-acts.ts'
import type { Db } from '../../platform/db/pool.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { membersWhoSawToken } from '../access/keys/token-queries.ts'
import type { RampRow } from './queries.ts'

/**
 * Throws if the caller may not perform an act on this ramp in its state: `auth/forbidden` names the permission,
 * `run/wrong-state` the state. If approvals are required, the members responsible for the ramp cannot let it continue,
 * not even with a service token they hold.
 */
export async function authorizeRamp(ctx: EnvironmentCtx, row: RampRow, act: RampAct): Promise<void> {
  const { actor, db, project, environment } = ctx
  const { permission, protectedPermission, from, words } = rampActs[act]
  const needed = environment.protected ? protectedPermission : permission
  requirePermission(environment.role, needed, `${project.name}, ${environment.name}`)
  if (!from.some((state) => state === row.state)) {
    throw new FanionError(
      'run/wrong-state',
      { ramp: row.number, state: row.state, act, allowedFrom: from },
      `Ramp ${row.number} is ${rampStateText[row.state]}, so it can’t be ${words}.`,
    )
  }
  if (act !== 'goOn' || environment.requiredApprovals === 0) return
  const answers = await peopleBehind(db, row.personId, row.tokenId)
  const caller = await peopleBehind(db, personIdOf(actor), actor.kind === 'token' ? actor.id : null)
  if (caller.some((one) => answers.includes(one))) {
    const sentence = `${environment.name} requires approvals, and this ramp is yours: someone else has to go on with it.`
    throw new FanionError('auth/forbidden', { ramp: row.number, by: row.byName }, sentence)
  }
}

/** A ramp, and the version that the caller saw. The API requires the version. */
export type RampVersionInput = {
  readonly project?: string
  readonly ramp: number
  readonly version?: number | undefined
}

/** Throws `run/moved` unless the ramp still has the version that the caller saw. */
export function requireSeenVersion({ number, version, state, step }: RampRow, seen: number | undefined): void {
  if (seen === undefined || seen === version) return
  throw new FanionError(
    'run/moved',
    { ramp: number, version, seen, state, step },
    `Ramp ${number} moved after you opened it: it is ${rampStateText[state]}, at step ${step + 1}. Check it and try again.`,
  )
}

/** The person, or the service token with all members who have seen its text. */
const peopleBehind = async (db: Db, person: string | null, token: string | null): Promise<string[]> => {
  if (person !== null) return [person]
  return token === null ? [] : [token, ...(await membersWhoSawToken(db, token))]
}
