import type { Activity } from '../schemas/audit.ts'

/** An act as the filter calls it, and as a sentence tells it: `…` is what it was done to, and who did it stands before. */
type ActWords = { filter: string; says: string }

/** Every act that happens in a project, by its name in the audit trail. */
export const actionWords: Readonly<Record<string, ActWords>> = {
  'revision.publish': { filter: 'Publish', says: 'published …' },
  'flag.create': { filter: 'Create a flag', says: 'created flag …' },
  'flag.update': { filter: 'Edit a flag’s details', says: 'edited the details of flag …' },
  'flag.archive': { filter: 'Archive a flag', says: 'archived flag …' },
  'flag.restore': { filter: 'Restore a flag', says: 'restored flag …' },
  'flag.delete': { filter: 'Delete a flag', says: 'deleted flag …' },
  'segment.create': { filter: 'Create a segment', says: 'created segment …' },
  'attribute.save': { filter: 'Declare an attribute', says: 'declared attribute …' },
  'attribute.remove': { filter: 'Remove an attribute', says: 'removed attribute …' },
  'view.save': { filter: 'Share a view', says: 'saved the shared view …' },
  'view.remove': { filter: 'Delete a view', says: 'deleted the shared view …' },
  'change.save': { filter: 'Save a change', says: 'saved …' },
  'change.edit': { filter: 'Edit a change', says: 'edited …' },
  'change.request-review': { filter: 'Request review', says: 'requested review of …' },
  'change.approve': { filter: 'Approve a change', says: 'approved …' },
  'change.request-changes': { filter: 'Ask for changes', says: 'asked for changes of …' },
  'change.comment': { filter: 'Comment', says: 'commented on …' },
  'change.publish': { filter: 'Publish a change', says: 'published …' },
  'change.apply': { filter: 'Publish an approved change', says: 'published the approved …' },
  'change.bypass': { filter: 'Publish without approval', says: 'published … without approval' },
  'change.schedule': { filter: 'Schedule a change', says: 'scheduled …' },
  'change.unschedule': { filter: 'Unschedule a change', says: 'took … off its schedule' },
  'change.conflict': { filter: 'Conflict', says: 'found a conflict in …' },
  'change.lapse': { filter: 'Approval lapsed', says: 'no longer counts an approval of …' },
  'change.suffice': { filter: 'Enough approvals', says: 'found enough approvals for …' },
  'change.rebase': { filter: 'Put a change on top', says: 'put … on top of what is published' },
  'change.withdraw': { filter: 'Withdraw a change', says: 'withdrew …' },
  'environment.create': { filter: 'Create an environment', says: 'created environment …' },
  'environment.edit': { filter: 'Edit an environment', says: 'edited environment …' },
  'environment.order': { filter: 'Order environments', says: 'put the environments of … in another order' },
  'environment.delete': { filter: 'Delete an environment', says: 'deleted environment …' },
  'key.create': { filter: 'Create a key', says: 'created SDK key …' },
  'key.rotate': { filter: 'Rotate a key', says: 'rotated SDK key …' },
  'key.set-origins': { filter: 'Change a key’s pages', says: 'changed the pages of SDK key …' },
  'key.revoke': { filter: 'Revoke a key', says: 'revoked SDK key …' },
  'member.add': { filter: 'Add a member', says: 'added member …' },
  'member.set-role': { filter: 'Change a role', says: 'changed the role of …' },
  'member.remove': { filter: 'Remove a member', says: 'removed member …' },
  'invitation.create': { filter: 'Invite', says: 'invited …' },
  'invitation.accept': { filter: 'Accept an invitation', says: 'accepted the invitation of …' },
  'invitation.revoke': { filter: 'Revoke an invitation', says: 'revoked the invitation of …' },
  'token.create': { filter: 'Create a token', says: 'created token …' },
  'token.revoke': { filter: 'Revoke a token', says: 'revoked token …' },
  'token.rotate': { filter: 'Rotate a token', says: 'rotated token …' },
  'webhook.create': { filter: 'Create a webhook', says: 'created webhook …' },
  'webhook.change': { filter: 'Edit a webhook', says: 'edited webhook …' },
  'webhook.renew-secret': { filter: 'Renew a webhook’s secret', says: 'renewed the secret of webhook …' },
  'webhook.remove': { filter: 'Remove a webhook', says: 'removed webhook …' },
  'webhook.test': { filter: 'Test a webhook', says: 'tested webhook …' },
  'webhook.resend': { filter: 'Send to a webhook again', says: 'sent again to webhook …' },
  'project.edit': { filter: 'Edit the project', says: 'edited project …' },
  'project.archive': { filter: 'Archive the project', says: 'archived project …' },
  'project.restore': { filter: 'Restore the project', says: 'restored project …' },
  'project.create': { filter: 'Create the project', says: 'created project …' },
}

/** Every act that belongs to no project, by its name in the audit trail. */
export const instanceActionWords: Readonly<Record<string, ActWords>> = {
  'account.set-up': { filter: 'Set Fanion up', says: 'set Fanion up as …' },
  'account.sign-in': { filter: 'Sign in', says: 'signed in as …' },
  'account.sign-out': { filter: 'Sign out', says: 'signed out as …' },
  'account.confirm': { filter: 'Give the password again', says: 'gave the password again as …' },
  'account.change-name': { filter: 'Change one’s name', says: 'changed the name of …' },
  'account.change-password': { filter: 'Change a password', says: 'changed the password of …' },
  'account.request-reset': { filter: 'Ask for a new password', says: 'asked for a new password of …' },
  'account.reset-password': { filter: 'Set a new password', says: 'set a new password of …' },
  'account.revoke-session': { filter: 'End a session', says: 'ended a session of …' },
  'account.add-passkey': { filter: 'Add a passkey', says: 'added a passkey to …' },
  'account.remove-passkey': { filter: 'Remove a passkey', says: 'removed a passkey of …' },
  'account.two-factor-on': { filter: 'Turn two-factor on', says: 'turned two-factor sign-in on for …' },
  'account.two-factor-off': { filter: 'Turn two-factor off', says: 'turned two-factor sign-in off for …' },
  'account.renew-recovery-codes': { filter: 'Renew recovery codes', says: 'renewed the recovery codes of …' },
  'device.approve': { filter: 'Approve a program', says: 'let a program act as …' },
  'device.deny': { filter: 'Deny a program', says: 'denied a program to act as …' },
  'user.create': { filter: 'Make an account', says: 'made the account …' },
  'user.disable': { filter: 'Disable a user', says: 'disabled …' },
  'user.enable': { filter: 'Enable a user', says: 'enabled …' },
  'user.set-role': { filter: 'Change a user’s role', says: 'changed the role of …' },
  'user.make-reset-link': { filter: 'Make a link for a new password', says: 'made a link for a new password of …' },
  'user.reset-two-factor': { filter: 'Reset two-factor', says: 'turned two-factor sign-in off for …' },
  'provider.create': { filter: 'Add a sign-in provider', says: 'added sign-in provider …' },
  'provider.change': { filter: 'Edit a sign-in provider', says: 'edited sign-in provider …' },
  'provider.remove': { filter: 'Remove a sign-in provider', says: 'removed sign-in provider …' },
  'audit.export': { filter: 'Export the audit trail', says: 'exported the audit trail as …' },
}

/** Where an act leads: its flag, its change, or nowhere. */
export type Target = { kind: 'flag' | 'change'; key: string } | null

export type ActSentence = { verb: string; object: string; after: string; target: Target }

/** An act as parts of a sentence, to be said after the name of who did it. */
export const actSentence = ({ action, subject }: Pick<Activity, 'action' | 'subject'>): ActSentence => {
  const known = actionWords[action] ?? instanceActionWords[action]
  // the path begins with the project, which the page shows already
  const name = subject.split('/').slice(1).join('/') || subject
  const says = known?.says ?? `did ${action} to …`
  const [verb = '', after = ''] = says.split('…').map((part) => part.trim())
  const [noun = ''] = action.split('.')
  const last = name.split('/').at(-1) ?? name
  if (noun === 'change') return { verb, object: `change #${last}`, after, target: { kind: 'change', key: last } }
  if (noun === 'revision') return { verb, object: `revision ${last}`, after, target: null }
  if (action === 'flag.delete') return { verb, object: last, after, target: null }
  if (noun === 'flag') return { verb, object: last, after, target: { kind: 'flag', key: last } }
  return { verb, object: last, after, target: null }
}
