import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { rampPartDifference } from '../ramps/changed-flag.ts'
import { rampOfChange } from '../ramps/queries.ts'
import { rampOf } from '../ramps/ramp-ctx.ts'
import type { LoadedChange } from './load-change.ts'
import type { ActCtx } from './transition.ts'

/** Throws `ramp/invalid` if a change starts a ramp without proposing its first step. */
export async function checkRampProposed({ db }: ActCtx, { row, proposals }: LoadedChange): Promise<void> {
  const ramp = await rampOfChange(db, row.id)
  if (!ramp) return
  const proposal = proposals.find(
    ({ environment, entry: { kind, key } }) =>
      environment.id === ramp.environmentId && kind === 'flag' && key === ramp.flag,
  )
  const how =
    proposal?.entry.kind === 'flag' && proposal.entry.document
      ? rampPartDifference(proposal.environment, proposal.entry.document, rampOf(ramp), 0)
      : 'its flag is gone'
  if (how === null) return
  const problem = { path: 'entries', problem: how, expected: 'the first step of the ramp, or a new change without one' }
  const sentence = `Change ${row.number} starts ramp ${ramp.number}, and doesn’t hold its first step: ${how}.`
  throw new FanionError('ramp/invalid', { problems: [problem] }, sentence)
}
