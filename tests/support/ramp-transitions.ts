import type { ErrorCode } from '../../src/shared/errors/catalogue.ts'

/** States of a ramp. Held: running, but its environment is frozen past the end of the step's hold. */
export const rampColumns = ['proposed', 'running', 'held', 'waiting', 'paused', 'over'] as const
export type RampColumn = (typeof rampColumns)[number]

/** The result: `—` for none, a step, another state, or an error code, in which case nothing changes. */
export type RampResultCell =
  | '—'
  | 'next step'
  | 'held'
  | 'waiting'
  | 'paused'
  | 'running'
  | 'completed'
  | 'rolled back'
  | 'ended'
  | 'withdrawn'
  | 'gone'
  | ErrorCode

type Row = Record<RampColumn, RampResultCell>

const row = (
  proposed: RampResultCell,
  running: RampResultCell,
  held: RampResultCell,
  waiting: RampResultCell,
  paused: RampResultCell,
  over: RampResultCell,
): Row => ({
  proposed,
  running,
  held,
  waiting,
  paused,
  over,
})
const isOpen = (follows: RampResultCell, otherwise: RampResultCell = '—'): Row =>
  row(otherwise, follows, follows, follows, follows, otherwise)

const wrong = 'run/wrong-state'
const broken = 'promise/broken'

/** The result of each event in each state of a ramp: the table of the specification, section 4. */
export const rampTransitions = {
  'its change is applied': row('running', ...five('change/wrong-state')),
  'its change is withdrawn': row('withdrawn', ...five('change/wrong-state')),
  'its plan is edited': row('—', ...five(wrong)),
  pause: row(wrong, 'paused', 'paused', 'paused', wrong, wrong),
  resume: row(wrong, wrong, wrong, wrong, 'running', wrong),
  'go on': row(wrong, 'next step', 'next step', 'next step', wrong, wrong),
  undo: isOpen('rolled back', wrong),
  'everyone now': isOpen('completed', wrong),
  'everyone now, where approvals are required': isOpen('paused', wrong),
  'the hold is over': row('—', 'next step', '—', '—', '—', '—'),
  'the hold is over, the next step is the last': row('—', 'completed', '—', '—', '—', '—'),
  'the hold is over, the next step asks': row('—', 'waiting', '—', '—', '—', '—'),
  'the hold is over, several servers look': row('—', 'next step', '—', '—', '—', '—'),
  'all servers were down for two days': row('—', 'next step', 'next step', '—', '—', '—'),
  'the hold is over in a freeze': row('—', 'held', '—', '—', '—', '—'),
  'the freeze ends': row('—', '—', 'next step', '—', '—', '—'),
  'the hold is over outside of its hours': row('—', 'held', 'held', '—', '—', '—'),
  'the hold is over outside of its hours, which begin': row('—', 'next step', 'next step', '—', '—', '—'),
  'the hold is over, who answers for it may not publish any more': row('—', 'paused', '—', '—', '—', '—'),
  'the hold is over, an open change is about its rule': row('—', 'next step', '—', '—', '—', '—'),
  'the hold is over, a promise refuses the next step': row('—', 'paused', '—', '—', '—', '—'),
  'go on, a promise refuses the next step': row(wrong, ...threeOf(broken), wrong, wrong),
  'undo, which a promise refuses': isOpen(broken, wrong),
  'everyone now, which a promise refuses': isOpen(broken, wrong),
  'a guard that undoes is against': isOpen('rolled back'),
  'a guard that pauses is against': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'a guard that undoes is against, a promise refuses that': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'a guard on users that undoes is against': isOpen('rolled back'),
  'a guard on users that undoes is against, by what pages said': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'a guard on users that pauses is against': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'reports of the new variant are missing': isOpen('rolled back'),
  'reports of the variant before are missing': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'the hold is over, a guard on users sees no harm': row('—', 'next step', '—', '—', '—', '—'),
  'the hold is over, no user was reported': row('—', 'held', '—', '—', '—', '—'),
  'the hold is over, fewer users than the step asks for': row('—', 'held', '—', '—', '—', '—'),
  'the hold is over, a guard waits': row('—', 'held', '—', '—', '—', '—'),
  'the hold is over, a guard cannot see': row('—', 'held', '—', '—', '—', '—'),
  'the hold is over, a guard could not see and sees again': row('—', 'next step', '—', '—', '—', '—'),
  'the flag is turned off': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'the flag is turned off and on again': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'its own rule is edited': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'its own rule is removed': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'the rule it ramps serves something else': row('—', 'paused', 'paused', 'paused', '—', '—'),
  'another part of the flag is edited': row('—', '—', '—', '—', '—', '—'),
  'somebody publishes what its last step would': isOpen('completed'),
  'another ramp of the flag is to start': isOpen('run/overlaps'),
  'the flag is archived': isOpen('ended'),
  'the hold is over, its project is archived': row('—', '—', '—', '—', '—', '—'),
  'its project was archived for two days': row('—', 'next step', 'next step', '—', '—', '—'),
  'its environment is deleted': row('environment/in-use', ...five('gone')),
} as const satisfies Record<string, Row>

export type RampHappening = keyof typeof rampTransitions

/** The same result for running, held and waiting ramps. */
function threeOf(follows: RampResultCell): [RampResultCell, RampResultCell, RampResultCell] {
  return [follows, follows, follows]
}

/** The same result for every state after proposed. */
function five(
  follows: RampResultCell,
): [RampResultCell, RampResultCell, RampResultCell, RampResultCell, RampResultCell] {
  return [follows, follows, follows, follows, follows]
}

/** Whether the result is an error code. */
export const isRefusal = (follows: RampResultCell): follows is ErrorCode => follows.includes('/')
