import type { Permission } from '../../../permissions.ts'
import type { ChangeState } from './change.ts'

/** Which callers with the permission may perform the act. */
type ActPerformer = 'author' | 'not the author' | 'author or admin' | 'anyone'

type ActRow = {
  /** The states in which the act is allowed. */
  from: readonly ChangeState[]
  who: ActPerformer
  /** Where the caller needs the permission: in the project, in one of the change's environments, or in all of them. */
  where: 'project' | 'somewhere' | 'everywhere'
  /** `protectedPermission` is required if an environment is protected. */
  permission: Permission
  protectedPermission: Permission
  /** Completes "This change is in review: it cannot be …". */
  words: string
}

const open: readonly ChangeState[] = ['draft', 'in-review', 'changes-requested', 'approved', 'scheduled', 'conflicted']

const row = (
  from: readonly ChangeState[],
  who: ActPerformer,
  words: string,
  where: ActRow['where'],
  permission: Permission,
  protectedPermission: Permission = permission,
): ActRow => ({ from, who, words, where, permission, protectedPermission })

/**
 * The acts on a change: the table in section 4 of the specification. The server enforces it and the web UI uses it to
 * offer acts. Conflicts and scheduled publishes are started by the system, so they are not listed.
 */
export const changeActs = {
  edit: row(['draft', 'changes-requested', 'in-review', 'approved'], 'author', 'edited', 'project', 'change.edit'),
  publish: row(['draft'], 'anyone', 'published', 'everywhere', 'revision.publish'),
  requestReview: row(['draft'], 'author', 'sent for review', 'project', 'change.edit'),
  approve: row(['in-review'], 'not the author', 'approved', 'somewhere', 'change.approve'),
  requestChanges: row(
    ['in-review', 'approved'],
    'not the author',
    'sent back for changes',
    'somewhere',
    'change.approve',
  ),
  comment: row([...open, 'applied', 'withdrawn'], 'anyone', 'commented on', 'project', 'change.edit'),
  apply: row(['approved'], 'anyone', 'published', 'everywhere', 'revision.publish', 'change.apply'),
  schedule: row(['approved'], 'anyone', 'scheduled', 'everywhere', 'change.schedule'),
  unschedule: row(['scheduled'], 'anyone', 'unscheduled', 'everywhere', 'change.schedule'),
  rebase: row(['conflicted'], 'author', 'updated to the latest revision', 'project', 'change.edit'),
  withdraw: row(open, 'author or admin', 'withdrawn', 'project', 'change.edit'),
  bypass: row(
    ['draft', 'in-review', 'changes-requested', 'approved', 'scheduled'],
    'anyone',
    'published without approval',
    'everywhere',
    'change.bypass',
  ),
} as const satisfies Record<string, ActRow>

export type ChangeAct = keyof typeof changeActs

/** Completes "This change is …". */
export const changeStateText: Record<ChangeState, string> = {
  draft: 'a draft',
  'in-review': 'in review',
  'changes-requested': 'waiting for its author to make requested changes',
  approved: 'approved',
  scheduled: 'scheduled',
  conflicted: 'in conflict with a later publish',
  applied: 'applied',
  withdrawn: 'withdrawn',
}
