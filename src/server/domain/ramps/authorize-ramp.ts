import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { type RampAct, rampActs, rampStateText } from '../../../shared/schemas/ramp-acts.ts'
import { personIdOf } from '../../kernel/actor.ts'
import type { EnvironmentCtx } from '../../kernel/ctx.ts'
import { permit } from '../../kernel/permit.ts'
import type { RampRow } from './queries.ts'

/**
 * Refuses an act that the caller may not do to this ramp in the state it is in: `auth/forbidden` names the permission,
 * `run/wrong-state` the state.
 */
export function authorizeRamp({ actor, project, environment }: EnvironmentCtx, row: RampRow, act: RampAct): void {
  const { permission, protectedPermission, from, words } = rampActs[act]
  const needed = environment.protected ? protectedPermission : permission
  permit(environment.role, needed, `${project.name}, ${environment.name}`)
  if (!from.some((state) => state === row.state)) {
    throw new FanionError(
      'run/wrong-state',
      { ramp: row.number, state: row.state, act, allowedFrom: from },
      `Ramp ${row.number} is ${rampStateText[row.state]}, so it can’t be ${words}.`,
    )
  }
  const person = personIdOf(actor)
  if (act === 'goOn' && environment.requiredApprovals > 0 && person !== null && person === row.personId) {
    const sentence = `${environment.name} requires approvals, and this ramp is yours: someone else has to go on with it.`
    throw new FanionError('auth/forbidden', { ramp: row.number, by: row.byName }, sentence)
  }
}
