import type { Permission } from '../../../permissions.ts'
import type { RampCan, RampState } from './ramp.ts'

type ActRow = {
  /** The states in which the act is allowed. */
  from: readonly RampState[]
  permission: Permission
  /** Required instead if the environment is protected. */
  protectedPermission: Permission
  /** Completes "Ramp 17 is paused, so it can’t be …". */
  words: string
}

const publishes = { permission: 'revision.publish', protectedPermission: 'revision.publish-protected' } as const
const open: readonly RampState[] = ['running', 'waiting', 'paused']

/** The acts on a ramp that has started: the table in section 4 of the specification. Server and UI share it. */
export const rampActs = {
  pause: { from: ['running', 'waiting'], ...publishes, words: 'paused' },
  resume: { from: ['paused'], ...publishes, words: 'resumed' },
  goOn: { from: ['running', 'waiting'], ...publishes, words: 'taken to its next step' },
  rollBack: {
    from: open,
    permission: 'revision.publish',
    protectedPermission: 'revision.turn-off-protected',
    words: 'undone',
  },
  finish: { from: open, ...publishes, words: 'taken to everyone' },
} as const satisfies Record<keyof RampCan, ActRow>

export type RampAct = keyof typeof rampActs

/** Completes "This ramp is …". */
export const rampStateText: Record<RampState, string> = {
  proposed: 'proposed',
  running: 'running',
  waiting: 'waiting for someone to continue it',
  paused: 'paused',
  completed: 'complete',
  'rolled-back': 'undone',
  withdrawn: 'withdrawn',
  ended: 'ended',
}
