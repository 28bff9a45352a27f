import type { Permission } from '../../../permissions.ts'
import type { ExperimentCan, ExperimentState } from './experiment.ts'

type ActRow = {
  /** The states in which the act is allowed. */
  from: readonly ExperimentState[]
  permission: Permission
  /** Required instead if the environment is protected. */
  protectedPermission: Permission
  /** Completes "Pay now is a draft, so it can’t be …". */
  words: string
}

const edits = { permission: 'experiment.edit', protectedPermission: 'experiment.edit' } as const

/** The acts on an experiment: the table in section 4 of the specification. Server and UI share it. */
export const experimentActs = {
  edit: { from: ['draft', 'stopped', 'decided'], ...edits, words: 'edited' },
  start: { from: ['draft'], ...edits, words: 'started' },
  grow: { from: ['running'], ...edits, words: 'given to more users' },
  measure: { from: ['running'], ...edits, words: 'measured by more' },
  stop: {
    from: ['running', 'decided'],
    permission: 'revision.publish',
    protectedPermission: 'revision.turn-off-protected',
    words: 'stopped',
  },
  decide: { from: ['running', 'stopped', 'decided'], ...edits, words: 'decided' },
  again: { from: ['stopped', 'decided'], ...edits, words: 'run again' },
  archive: { from: ['draft', 'decided'], ...edits, words: 'archived' },
} as const satisfies Record<keyof ExperimentCan, ActRow>

export type ExperimentAct = keyof typeof experimentActs

/** Completes "This experiment is …". */
export const experimentStateText: Record<ExperimentState, string> = {
  draft: 'a draft',
  running: 'running',
  stopped: 'stopped',
  decided: 'decided',
  archived: 'archived',
}
