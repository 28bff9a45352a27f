import type { ErrorCode } from '../../src/shared/errors/catalogue.ts'

/** States of an experiment. Proposed: a change waits to start it. Over: still running past its planned time. */
export const experimentColumns = ['draft', 'proposed', 'running', 'over', 'stopped', 'decided', 'archived'] as const
export type ExperimentColumn = (typeof experimentColumns)[number]

/** The result: `—` for none, another state, or an error code, in which case nothing changes. */
export type ExperimentResultCell = '—' | ExperimentColumn | 'gone' | ErrorCode

type Row = Record<ExperimentColumn, ExperimentResultCell>
const row = (
  ...[draft, proposed, running, over, stopped, decided, archived]: readonly [
    ExperimentResultCell,
    ExperimentResultCell,
    ExperimentResultCell,
    ExperimentResultCell,
    ExperimentResultCell,
    ExperimentResultCell,
    ExperimentResultCell,
  ]
): Row => ({ draft, proposed, running, over, stopped, decided, archived })

const no = 'experiment/wrong-state'
const late = 'change/wrong-state'
/** An event that affects the flag's targeting. */
const serving = (follows: ExperimentResultCell, otherwise: ExperimentResultCell = '—'): Row =>
  row(otherwise, otherwise, follows, follows, otherwise, otherwise, otherwise)

/** The result of each event in each state of an experiment: the table of the specification, section 4. */
export const experimentTransitions = {
  'its setup is edited': row('—', no, no, no, '—', '—', no),
  'a run is proposed': row('proposed', no, no, no, 'proposed', 'proposed', no),
  'its change is applied': row('—', 'running', late, late, late, late, '—'),
  'its change is withdrawn': row('—', 'draft', late, late, late, late, '—'),
  'its planned time passes': row('—', '—', 'over', '—', '—', '—', '—'),
  'its planned time passes, several servers look': row('—', '—', 'over', '—', '—', '—', '—'),
  'stop, as before': row(no, no, 'stopped', 'stopped', no, no, no),
  'stop, as it is': row(no, no, 'stopped', 'stopped', no, no, no),
  'stop, while servers look': row(no, no, 'stopped', 'stopped', no, no, no),
  'an arm is shipped': row(no, no, no, 'decided', 'decided', '—', no),
  'what was before is kept': row(no, no, no, 'decided', 'decided', '—', no),
  archive: row('archived', no, no, no, no, 'archived', no),
  'the flag is turned off': serving('stopped'),
  'the flag is turned off and on again': serving('stopped'),
  'the flag is archived': serving('stopped'),
  'its rule is edited': serving('stopped'),
  'its rule is removed': serving('stopped'),
  'its weights are moved': serving('run/touched'),
  'its share grows': row(no, no, '—', no, no, no, no),
  'a metric is added': row(no, no, '—', '—', no, no, no),
  'its share shrinks': serving('stopped'),
  'the value of an arm is changed': serving('stopped'),
  'another part of the flag is edited': serving('—'),
  'what was published before it is restored': serving('stopped'),
  'the flag is promoted elsewhere': serving('—'),
  'a guard that stops is against': serving('stopped'),
  'a guard that stops is against, by what pages said': serving('—'),
  'a guard that stops is against, a promise refuses that': serving('—'),
  'a guard that tells is against': serving('—'),
  'another experiment of the flag is to start': serving('run/overlaps'),
  'a ramp of the flag is to start': serving('run/overlaps'),
  'its project was archived for two days': row('—', '—', 'over', '—', '—', '—', '—'),
  // The decision waits in a change there.
  'its environment is deleted': row('gone', 'environment/in-use', 'gone', 'gone', 'gone', 'environment/in-use', 'gone'),
} as const satisfies Record<string, Row>
export type ExperimentHappening = keyof typeof experimentTransitions
