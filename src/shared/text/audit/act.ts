import type { Activity } from '../../features/audit/schemas/audit.ts'

/** An audit action as shown in the filter, and as a sentence after the actor's name. `…` is replaced by the subject. */
type ActWords = { filter: string; says: string }

/** All actions in projects, by their name in the audit log. */
export const actionText: Readonly<Record<string, ActWords>> = {
  'revision.publish': { filter: 'Publish', says: 'published …' },
  'flag.create': { filter: 'Create flag', says: 'created flag …' },
  'flag.update': { filter: 'Edit flag details', says: 'edited the details of flag …' },
  'agent.ask': { filter: 'Use tools as an agent', says: 'used tools as an agent' },
  'references.replace': { filter: 'Scan code', says: 'sent code references' },
  'flag.archive': { filter: 'Archive flag', says: 'archived flag …' },
  'flag.restore': { filter: 'Restore flag', says: 'restored flag …' },
  'flag.delete': { filter: 'Delete flag', says: 'deleted flag …' },
  'segment.create': { filter: 'Create segment', says: 'created segment …' },
  'attribute.save': { filter: 'Declare attribute', says: 'declared attribute …' },
  'attribute.remove': { filter: 'Remove attribute', says: 'removed attribute …' },
  'view.save': { filter: 'Share view', says: 'saved the shared view …' },
  'view.remove': { filter: 'Delete view', says: 'deleted the shared view …' },
  'promise.save': { filter: 'Save promise', says: 'saved promise …' },
  'promise.remove': { filter: 'Remove promise', says: 'removed promise …' },
  'promise.broken': { filter: 'Break promise', says: 'broke promise …' },
  'promise.stopped': { filter: 'Stopped by promise', says: 'was stopped by promise …' },
  'change.save': { filter: 'Save change', says: 'saved …' },
  'change.edit': { filter: 'Edit change', says: 'edited …' },
  'change.request-review': { filter: 'Request review', says: 'requested review of …' },
  'change.approve': { filter: 'Approve change', says: 'approved …' },
  'change.request-changes': { filter: 'Request changes', says: 'requested changes to …' },
  'change.comment': { filter: 'Comment', says: 'commented on …' },
  'change.publish': { filter: 'Publish change', says: 'published …' },
  'change.apply': { filter: 'Publish approved change', says: 'published the approved …' },
  'change.bypass': { filter: 'Publish without approval', says: 'published … without approval' },
  'change.schedule': { filter: 'Schedule change', says: 'scheduled …' },
  'change.unschedule': { filter: 'Unschedule change', says: 'unscheduled …' },
  'change.conflict': { filter: 'Conflict', says: 'found a conflict in …' },
  'change.lapse': { filter: 'Approval dismissed', says: 'dismissed an approval of …' },
  'change.suffice': { filter: 'Approvals complete', says: 'completed the approvals for …' },
  'change.rebase': { filter: 'Update change to latest', says: 'updated … to the latest revision' },
  'change.withdraw': { filter: 'Withdraw change', says: 'withdrew …' },
  'ramp.start': { filter: 'Start ramp', says: 'started ramp …' },
  'ramp.step': { filter: 'Take ramp step', says: 'took the next step of ramp …' },
  'ramp.wait': { filter: 'Ask before ramp step', says: 'asked whether to continue ramp …' },
  'ramp.hold': { filter: 'Hold ramp', says: 'held ramp …' },
  'ramp.pause': { filter: 'Pause ramp', says: 'paused ramp …' },
  'ramp.resume': { filter: 'Resume ramp', says: 'resumed ramp …' },
  'ramp.roll-back': { filter: 'Undo ramp', says: 'undid ramp …' },
  'ramp.complete': { filter: 'Complete ramp', says: 'completed ramp …' },
  'ramp.end': { filter: 'End ramp', says: 'ended ramp …' },
  'guard-source.save': { filter: 'Save guard source', says: 'saved the guard source …' },
  'guard-source.renew-secret': {
    filter: 'Renew secret of guard source',
    says: 'renewed the secret of the guard source …',
  },
  'guard-source.remove': { filter: 'Remove guard source', says: 'removed the guard source …' },
  'ramp-plan.save': { filter: 'Save ramp plan', says: 'saved ramp plan …' },
  'ramp-plan.remove': { filter: 'Remove ramp plan', says: 'removed ramp plan …' },
  'freeze.add': { filter: 'Add freeze', says: 'added a freeze' },
  'freeze.set-hours': { filter: 'Set working hours', says: 'set the working hours of …' },
  'freeze.remove': { filter: 'Remove freeze', says: 'removed a freeze' },
  'event.save': { filter: 'Declare event', says: 'declared event …' },
  'event.archive': { filter: 'Archive event', says: 'archived event …' },
  'metric.create': { filter: 'Create metric', says: 'created metric …' },
  'metric.update': { filter: 'Edit metric', says: 'edited metric …' },
  'metric.archive': { filter: 'Archive metric', says: 'archived metric …' },
  'experiment.create': { filter: 'Create experiment', says: 'created experiment …' },
  'experiment.edit': { filter: 'Edit experiment', says: 'edited experiment …' },
  'experiment.propose': { filter: 'Propose experiment run', says: 'proposed a run of experiment …' },
  'experiment.start': { filter: 'Start experiment', says: 'started experiment …' },
  'experiment.grow': { filter: 'Grow experiment', says: 'gave more users to experiment …' },
  'experiment.measure': { filter: 'Add metric to experiment', says: 'added a metric to experiment …' },
  'experiment.recount': { filter: 'Recount of an experiment', says: 'counted late reports in experiment …' },
  'experiment.over': { filter: 'End of an experiment', says: 'took the last look at experiment …' },
  'experiment.samples': { filter: 'Broken split of an experiment', says: 'saw a broken split in experiment …' },
  'experiment.guard': { filter: 'Guard of an experiment', says: 'saw harm in experiment …' },
  'experiment.stop': { filter: 'Stop experiment', says: 'stopped experiment …' },
  'experiment.decide': { filter: 'Decide experiment', says: 'decided experiment …' },
  'experiment.archive': { filter: 'Archive experiment', says: 'archived experiment …' },
  'layer.create': { filter: 'Create layer', says: 'created layer …' },
  'layer.remove': { filter: 'Remove layer', says: 'removed layer …' },
  'source.save': { filter: 'Save source', says: 'saved source …' },
  'source.archive': { filter: 'Archive source', says: 'archived source …' },
  'fact.save': { filter: 'Save fact', says: 'saved fact …' },
  'fact.archive': { filter: 'Archive fact', says: 'archived fact …' },
  'unit.forget': { filter: 'Forget person', says: 'deleted the measured data of people' },
  'environment.create': { filter: 'Create environment', says: 'created environment …' },
  'environment.edit': { filter: 'Edit environment', says: 'edited environment …' },
  'environment.order': { filter: 'Reorder environments', says: 'reordered the environments of …' },
  'environment.delete': { filter: 'Delete environment', says: 'deleted environment …' },
  'key.create': { filter: 'Create key', says: 'created SDK key …' },
  'key.rotate': { filter: 'Rotate key', says: 'rotated SDK key …' },
  'key.set-origins': { filter: 'Change allowed origins', says: 'changed the allowed origins of SDK key …' },
  'key.revoke': { filter: 'Revoke key', says: 'revoked SDK key …' },
  'member.add': { filter: 'Add member', says: 'added member …' },
  'member.set-role': { filter: 'Change role', says: 'changed the role of …' },
  'member.remove': { filter: 'Remove member', says: 'removed member …' },
  'invitation.create': { filter: 'Invite', says: 'invited …' },
  'invitation.accept': { filter: 'Accept invitation', says: 'accepted the invitation for …' },
  'invitation.revoke': { filter: 'Revoke invitation', says: 'revoked the invitation for …' },
  'token.create': { filter: 'Create token', says: 'created token …' },
  'token.revoke': { filter: 'Revoke token', says: 'revoked token …' },
  'token.rotate': { filter: 'Rotate token', says: 'rotated token …' },
  'webhook.create': { filter: 'Create webhook', says: 'created webhook …' },
  'webhook.change': { filter: 'Edit webhook', says: 'edited webhook …' },
  'webhook.renew-secret': { filter: 'Rotate webhook secret', says: 'rotated the secret of webhook …' },
  'webhook.remove': { filter: 'Remove webhook', says: 'removed webhook …' },
  'webhook.test': { filter: 'Test webhook', says: 'tested webhook …' },
  'webhook.resend': { filter: 'Resend webhook delivery', says: 'resent a delivery to webhook …' },
  'import.read': { filter: 'Read import', says: 'read flags to import from …' },
  'import.apply': { filter: 'Import', says: 'imported flags from …' },
  'import.undo': { filter: 'Undo import', says: 'undid the import from …' },
  'import.discard': { filter: 'Discard import', says: 'discarded the import from …' },
  'project.edit': { filter: 'Edit project', says: 'edited project …' },
  'project.archive': { filter: 'Archive project', says: 'archived project …' },
  'project.restore': { filter: 'Restore project', says: 'restored project …' },
  'project.create': { filter: 'Create project', says: 'created project …' },
}

/** All actions outside of projects, by their name in the audit log. */
export const instanceActionText: Readonly<Record<string, ActWords>> = {
  'account.set-up': { filter: 'Set up Fanion', says: 'set up Fanion as …' },
  'account.sign-in': { filter: 'Sign in', says: 'signed in as …' },
  'account.link': { filter: 'Link single sign-on', says: 'linked single sign-on to …' },
  'account.sign-out': { filter: 'Sign out', says: 'signed out as …' },
  'account.confirm': { filter: 'Confirm password', says: 'confirmed the password for …' },
  'account.change-name': { filter: 'Change name', says: 'changed the name of …' },
  'account.choose-language': { filter: 'Choose language', says: 'chose the language of …' },
  'account.choose-letters': { filter: 'Choose emails', says: 'chose the emails of …' },
  'account.change-password': { filter: 'Change password', says: 'changed the password of …' },
  'account.request-reset': { filter: 'Request password reset', says: 'requested a password reset for …' },
  'account.reset-password': { filter: 'Set a new password', says: 'set a new password for …' },
  'account.revoke-session': { filter: 'End session', says: 'ended a session for …' },
  'account.add-passkey': { filter: 'Add passkey', says: 'added a passkey to …' },
  'account.remove-passkey': { filter: 'Remove passkey', says: 'removed a passkey from …' },
  'account.two-factor-on': { filter: 'Turn on two-factor sign-in', says: 'turned two-factor sign-in on for …' },
  'account.two-factor-off': { filter: 'Turn off two-factor sign-in', says: 'turned two-factor sign-in off for …' },
  'account.renew-recovery-codes': { filter: 'Regenerate recovery codes', says: 'regenerated the recovery codes for …' },
  'device.approve': { filter: 'Approve command-line sign-in', says: 'approved command-line sign-in as …' },
  'device.deny': { filter: 'Deny command-line sign-in', says: 'denied command-line sign-in as …' },
  'user.create': { filter: 'Create account', says: 'created account …' },
  'user.disable': { filter: 'Disable user', says: 'disabled …' },
  'user.unlink': { filter: 'Remove single sign-on link', says: 'removed the single sign-on link of …' },
  'user.enable': { filter: 'Enable user', says: 'enabled …' },
  'user.set-role': { filter: 'Change user role', says: 'changed the role of …' },
  'user.make-reset-link': { filter: 'Create password reset link', says: 'created a password reset link for …' },
  'user.reset-two-factor': { filter: 'Reset two-factor sign-in', says: 'turned two-factor sign-in off for …' },
  'provider.create': { filter: 'Add sign-in provider', says: 'added sign-in provider …' },
  'provider.change': { filter: 'Edit sign-in provider', says: 'edited sign-in provider …' },
  'provider.remove': { filter: 'Remove sign-in provider', says: 'removed sign-in provider …' },
  'audit.export': { filter: 'Export audit log', says: 'exported the audit log as …' },
  'audit.checkpoint': { filter: 'Audit checkpoint', says: 'recorded a checkpoint of the audit log' },
  'audit.archive': { filter: 'Archive audit log', says: 'archived old events to …' },
}

/** The page that an audit event links to: its flag, its change, or none. */
type Target = { kind: 'flag' | 'change'; key: string } | null

export type ActSentence = { verb: string; object: string; after: string; target: Target }

/**
 * Events about these are visible to all members of a project, but their subject only to members with the permission.
 */
const hiddenSubjectKinds = new Set(['key', 'invitation', 'token', 'webhook', 'import', 'promise'])

/** Describes an audit event as parts of a sentence that follow the actor's name. */
export const actSentence = ({ action, subject }: Pick<Activity, 'action' | 'subject'>): ActSentence => {
  const known = actionText[action] ?? instanceActionText[action]
  // The path starts with the project, which the page already shows.
  const name = subject.split('/').slice(1).join('/') || subject
  const says = known?.says ?? `performed ${action} on …`
  const [verb = '', after = ''] = says.split('…').map((part) => part.trim())
  const [noun = ''] = action.split('.')
  const last = says.includes('…') ? (name.split('/').at(-1) ?? name) : ''
  // The subject is hidden from this member: the event then names only the project.
  if (hiddenSubjectKinds.has(noun) && !subject.includes('/'))
    return { verb, object: noun === 'invitation' ? 'someone' : '', after, target: null }
  if (noun === 'change') return { verb, object: `change #${last}`, after, target: { kind: 'change', key: last } }
  if (noun === 'revision') return { verb, object: `revision ${last}`, after, target: null }
  if (action === 'flag.delete') return { verb, object: last, after, target: null }
  if (noun === 'flag') return { verb, object: last, after, target: { kind: 'flag', key: last } }
  return { verb, object: last, after, target: null }
}
