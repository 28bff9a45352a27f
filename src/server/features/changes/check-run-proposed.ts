import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { describeRunEdit } from '../../../shared/features/experiments/rule-of-run.ts'
import { experimentRunOfChange } from '../experiments/queries.ts'
import type { LoadedChange } from './load-change.ts'
import type { ActCtx } from './transition.ts'

/**
 * Throws `experiment/invalid` if a change starts an experiment run without proposing the run's rule in its flag and
 * environment.
 */
export async function checkRunProposed({ db }: ActCtx, { row, proposals }: LoadedChange): Promise<void> {
  const run = await experimentRunOfChange(db, row.id)
  if (run?.state !== 'proposed') return
  const entry = proposals.find(
    ({ environment, entry: { kind, key } }) =>
      environment.id === run.environmentId && kind === 'flag' && key === run.flag,
  )?.entry
  const how =
    entry?.kind === 'flag' && entry.document ? describeRunEdit(entry.document, run.run, run.ground) : 'its flag is gone'
  if (how === null) return
  const problem = { path: 'entries', problem: how, expected: `the rule of run ${run.run}, or a new change without it` }
  const sentence = `Change ${row.number} starts run ${run.run} of an experiment, and doesn’t hold its rule: ${how}.`
  throw new FanionError('experiment/invalid', { problems: [problem] }, sentence)
}
