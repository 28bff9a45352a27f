import type { Activity } from '../../../../shared/schemas/audit.ts'

/** An act as the filter calls it, and as a sentence tells it: what stands between who did it and what it was done to. */
type ActWords = { filter: string; verb: string; after?: string }

/** Every act that happens in a project, by its name in the audit trail. */
export const actionWords: Readonly<Record<string, ActWords>> = {
  'revision.publish': { filter: 'Publish', verb: 'published' },
  'flag.create': { filter: 'Create a flag', verb: 'created flag' },
  'flag.update': { filter: 'Edit a flag’s details', verb: 'edited the details of flag' },
  'flag.archive': { filter: 'Archive a flag', verb: 'archived flag' },
  'flag.restore': { filter: 'Restore a flag', verb: 'restored flag' },
  'segment.create': { filter: 'Create a segment', verb: 'created segment' },
  'change.save': { filter: 'Save a change', verb: 'saved' },
  'change.edit': { filter: 'Edit a change', verb: 'edited' },
  'change.request-review': { filter: 'Request review', verb: 'requested review of' },
  'change.approve': { filter: 'Approve a change', verb: 'approved' },
  'change.request-changes': { filter: 'Ask for changes', verb: 'asked for changes of' },
  'change.comment': { filter: 'Comment', verb: 'commented on' },
  'change.publish': { filter: 'Publish a change', verb: 'published' },
  'change.apply': { filter: 'Publish an approved change', verb: 'published the approved' },
  'change.bypass': { filter: 'Publish without approval', verb: 'published', after: 'without approval' },
  'change.schedule': { filter: 'Schedule a change', verb: 'scheduled' },
  'change.unschedule': { filter: 'Unschedule a change', verb: 'took', after: 'off its schedule' },
  'change.conflict': { filter: 'Conflict', verb: 'found a conflict in' },
  'change.lapse': { filter: 'Approval lapsed', verb: 'no longer counts an approval of' },
  'change.rebase': { filter: 'Put a change on top', verb: 'put', after: 'on top of what is published' },
  'change.withdraw': { filter: 'Withdraw a change', verb: 'withdrew' },
  'key.create': { filter: 'Create a key', verb: 'created SDK key' },
  'key.rotate': { filter: 'Rotate a key', verb: 'rotated SDK key' },
  'key.revoke': { filter: 'Revoke a key', verb: 'revoked SDK key' },
  'member.add': { filter: 'Add a member', verb: 'added member' },
  'member.set-role': { filter: 'Change a role', verb: 'changed the role of' },
  'member.remove': { filter: 'Remove a member', verb: 'removed member' },
  'invitation.create': { filter: 'Invite', verb: 'invited' },
  'invitation.accept': { filter: 'Accept an invitation', verb: 'accepted the invitation of' },
  'invitation.revoke': { filter: 'Revoke an invitation', verb: 'revoked the invitation of' },
  'token.create': { filter: 'Create a token', verb: 'created token' },
  'token.revoke': { filter: 'Revoke a token', verb: 'revoked token' },
  'webhook.test': { filter: 'Test a webhook', verb: 'tested webhook' },
  'webhook.resend': { filter: 'Send to a webhook again', verb: 'sent again to webhook' },
  'project.create': { filter: 'Create the project', verb: 'created project' },
}

/** Where an act leads: its flag, its change, or nowhere. */
export type Target = { kind: 'flag' | 'change'; key: string } | null

export type ActSentence = { verb: string; object: string; after: string; target: Target }

/** An act as parts of a sentence, to be said after the name of who did it. */
export const actSentence = ({ action, subject }: Pick<Activity, 'action' | 'subject'>): ActSentence => {
  const known = actionWords[action]
  // the path begins with the project, which the page shows already
  const name = subject.split('/').slice(1).join('/') || subject
  const { verb = `did ${action} to`, after = '' } = known ?? {}
  const [noun = ''] = action.split('.')
  const last = name.split('/').at(-1) ?? name
  if (noun === 'change') return { verb, object: `change #${last}`, after, target: { kind: 'change', key: last } }
  if (noun === 'revision') return { verb, object: `revision ${last}`, after, target: null }
  if (noun === 'flag') return { verb, object: last, after, target: { kind: 'flag', key: last } }
  return { verb, object: last, after, target: null }
}
