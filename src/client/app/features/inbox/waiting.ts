import type { ChangeState, ChangeSummary } from '../../../../shared/features/changes/schemas/change.ts'
import type { Role } from '../../../../shared/features/projects/schemas/project.ts'
import { allows } from '../../../../shared/permissions.ts'
import { alternatives } from '../../../../shared/text/alternatives.ts'

export type Reader = { id: string; role: Role }

/** States in which a change waits for its author. In review or approved, it waits for a reviewer or publisher. */
const statesForAuthor: readonly ChangeState[] = ['draft', 'changes-requested', 'conflicted']

/** States in which someone has to act. A scheduled change only waits for its time. */
export const waitingStates = ['in-review', 'approved', 'changes-requested', 'conflicted'] as const

type SubmittedChange = Pick<ChangeSummary, 'state' | 'author'> & Partial<Pick<ChangeSummary, 'approved' | 'reviewers'>>

/**
 * Whether a submitted change needs this user’s action: a review, a publish, or a fix as its author. A change they
 * already approved, or that names other reviewers, does not.
 */
export const needsActionBy = (
  { state, author, approved = false, reviewers = [] }: SubmittedChange,
  reader: Reader,
): boolean => {
  if (state === 'changes-requested' || state === 'conflicted') return author.id === reader.id
  const isAsked = reviewers.length === 0 || reviewers.some(({ id }) => id === reader.id)
  if (state === 'in-review')
    return author.id !== reader.id && !approved && isAsked && allows(reader.role, 'change.approve')
  return state === 'approved' && allows(reader.role, 'change.apply')
}

/** Whom a change waits for, as text. Null if it waits for no one. */
export const waitingText = (change: SubmittedChange, reader: Reader | undefined): string | null => {
  const { state, author } = change
  if (reader !== undefined && needsActionBy(change, reader)) return 'waiting for you'
  if (statesForAuthor.includes(state))
    return author.id === reader?.id ? 'waiting for you' : `waiting for ${author.name}`
  if (state === 'in-review' && change.approved) return 'waiting for others to approve'
  if (state === 'in-review') {
    const asked = (change.reviewers ?? []).filter(({ id }) => id !== reader?.id).map(({ name }) => name)
    return asked.length === 0 ? 'waiting for a publisher to approve' : `waiting for ${alternatives(asked)} to approve`
  }
  return state === 'approved' ? 'waiting for a publisher to publish' : null
}
