import { computePublishEffect, type PublishEffect } from '../../../shared/datafile/publish-effect.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry, RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import { allows } from '../../../shared/permissions.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { publishDependenciesOf } from './dependency-queries.ts'
import { isRollbackToApprovedState } from './is-rollback-to-approved-state.ts'
import { sha256 } from './sha256.ts'

export type ProtectedPublish = {
  message: string
  entries: readonly Entry[]
  /** The revision that a restore returns to. By default the one before the subjects were last published. */
  backTo?: number | undefined
}

/** How a publish was authorized: the mark of its revision, and other flags that it may turn off. */
export type PublishAuthorization = { mark: RevisionMark | null; reaches: readonly string[] }

/**
 * Decides whether the caller may publish here without an approved change. This is the only implementation of that rule
 * (specification, section 4). It depends on the effect of the publish:
 * - It changes no user's value because it only adds subjects: needs only the permission to edit them. If it also
 *   removes subjects: a publisher.
 * - It turns flags off, and every affected flag then serves its off value: an `emergency` by a publisher.
 * - Anything else: a publisher and a message. If approvals are required, it must be a rollback to an approved state.
 */
export async function checkProtection(ctx: EnvironmentCtx, asked: ProtectedPublish): Promise<PublishAuthorization> {
  const { environment } = ctx
  const { role, name, requiredApprovals } = environment
  if (!environment.protected && !authorizationNeedsEffect(ctx)) return { mark: null, reaches: [] }
  const effect = computePublishEffect(
    await publishDependenciesOf(ctx.db, environment, asked.entries),
    asked.entries,
    sha256,
  )
  const changesNothing = effect.changed.length === 0
  if (changesNothing && effect.comes) return { mark: null, reaches: [] }
  // an act that publishes to all environments includes some where the caller can only read
  requirePermission(role, 'revision.publish', name)
  if (!environment.protected) return { mark: null, reaches: [] }
  if (effect.turnsOff) {
    requirePermission(role, 'revision.turn-off-protected', name)
    const turned = new Set(asked.entries.map(({ key }) => key))
    return { mark: 'emergency', reaches: effect.changed.filter((key) => !turned.has(key)) }
  }
  requirePermission(role, 'revision.publish-protected', name)
  let mark: RevisionMark | null = null
  if (requiredApprovals > 0 && !(changesNothing && effect.comesOrGoes)) {
    if (!(await isRollbackToApprovedState(ctx, asked, effect))) throw approvalRequired(ctx, asked, effect)
    mark = 'restore'
  }
  if (asked.message === '') throw messageMissing(name)
  return { mark, reaches: [] }
}

/**
 * Whether the authorization depends on the effect of the publish, which must be computed under the environment's lock.
 */
export const authorizationNeedsEffect = ({ environment }: EnvironmentCtx): boolean =>
  environment.requiredApprovals > 0 ||
  !allows(environment.role, environment.protected ? 'revision.publish-protected' : 'revision.publish')

function approvalRequired(
  { environment }: EnvironmentCtx,
  { entries }: ProtectedPublish,
  { changed }: PublishEffect,
): FanionError {
  const { requiredApprovals, name } = environment
  const sentences = [`${name} requires ${counted(requiredApprovals, 'approval')} before publishing.`]
  const subjects = new Set(entries.map(({ key }) => key))
  const others = changed.filter((key) => !subjects.has(key))
  if (others.length > 0 && entries.every(({ kind, document }) => kind === 'flag' && document && !document.on)) {
    sentences.push(`This may turn on ${others.slice(0, 3).join(', ')}: turn that off in the same publish.`)
  }
  if (entries.every(({ document }) => document === null)) {
    sentences.push('Have a change approved there that takes it away, then archive it.')
  }
  return new FanionError('change/approval-required', { requiredApprovals, changes: changed }, sentences.join(' '))
}

function messageMissing(name: string): FanionError {
  const problem = { path: 'message', problem: 'it is missing', expected: 'a note saying what changes and why' }
  const sentence = `${name} is protected: add a note saying what changes and why.`
  return new FanionError('request/invalid', { problems: [problem] }, sentence)
}
