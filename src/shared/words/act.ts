import type { Activity } from '../schemas/audit.ts'

/** An act as the filter calls it, and as a sentence tells it: what stands between who did it and what it was done to. */
type ActWords = { filter: string; verb: string; after?: string }

/** Every act that happens in a project, by its name in the audit trail. */
export const actionWords: Readonly<Record<string, ActWords>> = {
  'revision.publish': { filter: 'Publish', verb: 'published' },
  'flag.create': { filter: 'Create a flag', verb: 'created flag' },
  'flag.update': { filter: 'Edit a flag’s details', verb: 'edited the details of flag' },
  'flag.archive': { filter: 'Archive a flag', verb: 'archived flag' },
  'flag.restore': { filter: 'Restore a flag', verb: 'restored flag' },
  'flag.delete': { filter: 'Delete a flag', verb: 'deleted flag' },
  'segment.create': { filter: 'Create a segment', verb: 'created segment' },
  'attribute.save': { filter: 'Declare an attribute', verb: 'declared attribute' },
  'attribute.remove': { filter: 'Remove an attribute', verb: 'removed attribute' },
  'view.save': { filter: 'Share a view', verb: 'saved the shared view' },
  'view.remove': { filter: 'Delete a view', verb: 'deleted the shared view' },
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
  'change.suffice': { filter: 'Enough approvals', verb: 'found enough approvals for' },
  'change.rebase': { filter: 'Put a change on top', verb: 'put', after: 'on top of what is published' },
  'change.withdraw': { filter: 'Withdraw a change', verb: 'withdrew' },
  'environment.create': { filter: 'Create an environment', verb: 'created environment' },
  'environment.edit': { filter: 'Edit an environment', verb: 'edited environment' },
  'environment.order': { filter: 'Order environments', verb: 'put the environments of', after: 'in another order' },
  'environment.delete': { filter: 'Delete an environment', verb: 'deleted environment' },
  'key.create': { filter: 'Create a key', verb: 'created SDK key' },
  'key.rotate': { filter: 'Rotate a key', verb: 'rotated SDK key' },
  'key.set-origins': { filter: 'Change a key’s pages', verb: 'changed the pages of SDK key' },
  'key.revoke': { filter: 'Revoke a key', verb: 'revoked SDK key' },
  'member.add': { filter: 'Add a member', verb: 'added member' },
  'member.set-role': { filter: 'Change a role', verb: 'changed the role of' },
  'member.remove': { filter: 'Remove a member', verb: 'removed member' },
  'invitation.create': { filter: 'Invite', verb: 'invited' },
  'invitation.accept': { filter: 'Accept an invitation', verb: 'accepted the invitation of' },
  'invitation.revoke': { filter: 'Revoke an invitation', verb: 'revoked the invitation of' },
  'token.create': { filter: 'Create a token', verb: 'created token' },
  'token.revoke': { filter: 'Revoke a token', verb: 'revoked token' },
  'token.rotate': { filter: 'Rotate a token', verb: 'rotated token' },
  'webhook.create': { filter: 'Create a webhook', verb: 'created webhook' },
  'webhook.change': { filter: 'Edit a webhook', verb: 'edited webhook' },
  'webhook.renew-secret': { filter: 'Renew a webhook’s secret', verb: 'renewed the secret of webhook' },
  'webhook.remove': { filter: 'Remove a webhook', verb: 'removed webhook' },
  'webhook.test': { filter: 'Test a webhook', verb: 'tested webhook' },
  'webhook.resend': { filter: 'Send to a webhook again', verb: 'sent again to webhook' },
  'project.edit': { filter: 'Edit the project', verb: 'edited project' },
  'project.archive': { filter: 'Archive the project', verb: 'archived project' },
  'project.restore': { filter: 'Restore the project', verb: 'restored project' },
  'project.create': { filter: 'Create the project', verb: 'created project' },
}

/** Every act that belongs to no project, by its name in the audit trail. */
export const instanceActionWords: Readonly<Record<string, ActWords>> = {
  'account.set-up': { filter: 'Set Fanion up', verb: 'set Fanion up as' },
  'account.sign-in': { filter: 'Sign in', verb: 'signed in as' },
  'account.sign-out': { filter: 'Sign out', verb: 'signed out as' },
  'account.confirm': { filter: 'Give the password again', verb: 'gave the password again as' },
  'account.change-name': { filter: 'Change one’s name', verb: 'changed the name of' },
  'account.change-password': { filter: 'Change a password', verb: 'changed the password of' },
  'account.request-reset': { filter: 'Ask for a new password', verb: 'asked for a new password of' },
  'account.reset-password': { filter: 'Set a new password', verb: 'set a new password of' },
  'account.revoke-session': { filter: 'End a session', verb: 'ended a session of' },
  'account.add-passkey': { filter: 'Add a passkey', verb: 'added a passkey to' },
  'account.remove-passkey': { filter: 'Remove a passkey', verb: 'removed a passkey of' },
  'account.two-factor-on': { filter: 'Turn two-factor on', verb: 'turned two-factor sign-in on for' },
  'account.two-factor-off': { filter: 'Turn two-factor off', verb: 'turned two-factor sign-in off for' },
  'account.renew-recovery-codes': { filter: 'Renew recovery codes', verb: 'renewed the recovery codes of' },
  'device.approve': { filter: 'Approve a program', verb: 'let a program act as' },
  'device.deny': { filter: 'Deny a program', verb: 'denied a program to act as' },
  'user.create': { filter: 'Make an account', verb: 'made the account' },
  'user.disable': { filter: 'Disable a user', verb: 'disabled' },
  'user.enable': { filter: 'Enable a user', verb: 'enabled' },
  'user.set-role': { filter: 'Change a user’s role', verb: 'changed the role of' },
  'user.make-reset-link': { filter: 'Make a link for a new password', verb: 'made a link for a new password of' },
  'user.reset-two-factor': { filter: 'Reset two-factor', verb: 'turned two-factor sign-in off for' },
  'provider.create': { filter: 'Add a sign-in provider', verb: 'added sign-in provider' },
  'provider.change': { filter: 'Edit a sign-in provider', verb: 'edited sign-in provider' },
  'provider.remove': { filter: 'Remove a sign-in provider', verb: 'removed sign-in provider' },
  'audit.export': { filter: 'Export the audit trail', verb: 'exported the audit trail as' },
}

/** Where an act leads: its flag, its change, or nowhere. */
export type Target = { kind: 'flag' | 'change'; key: string } | null

export type ActSentence = { verb: string; object: string; after: string; target: Target }

/** An act as parts of a sentence, to be said after the name of who did it. */
export const actSentence = ({ action, subject }: Pick<Activity, 'action' | 'subject'>): ActSentence => {
  const known = actionWords[action] ?? instanceActionWords[action]
  // the path begins with the project, which the page shows already
  const name = subject.split('/').slice(1).join('/') || subject
  const { verb = `did ${action} to`, after = '' } = known ?? {}
  const [noun = ''] = action.split('.')
  const last = name.split('/').at(-1) ?? name
  if (noun === 'change') return { verb, object: `change #${last}`, after, target: { kind: 'change', key: last } }
  if (noun === 'revision') return { verb, object: `revision ${last}`, after, target: null }
  if (action === 'flag.delete') return { verb, object: last, after, target: null }
  if (noun === 'flag') return { verb, object: last, after, target: { kind: 'flag', key: last } }
  return { verb, object: last, after, target: null }
}
