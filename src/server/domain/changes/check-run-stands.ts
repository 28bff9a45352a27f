import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { touchedRun } from '../../../shared/experiments/rule-of-run.ts'
import { experimentRunOfChange } from '../experiments/queries.ts'
import type { LoadedChange } from './load-change.ts'
import type { ActCtx } from './transition.ts'

/** Refuses, with `experiment/invalid`, a change that starts a run of an experiment and does not propose that run's rule. */
export async function checkRunStands({ db }: ActCtx, { row, proposals }: LoadedChange): Promise<void> {
  const run = await experimentRunOfChange(db, row.id)
  if (run?.state !== 'proposed') return
  const found = proposals.map(({ entry }) =>
    entry.kind === 'flag' && entry.document ? touchedRun(entry.document, run.run, run.ground) : 'its flag is gone',
  )
  if (found.includes(null)) return
  const [how = 'its flag is gone'] = found.filter((one) => one !== null)
  const problem = { path: 'entries', problem: how, expected: `the rule of run ${run.run}, or a new change without it` }
  const sentence = `Change ${row.number} starts run ${run.run} of an experiment, and doesn’t hold its rule: ${how}.`
  throw new FanionError('experiment/invalid', { problems: [problem] }, sentence)
}
