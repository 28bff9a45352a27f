import { type Effect, effectOn } from '../../../shared/datafile/effect-on-answers.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry, RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import { allows } from '../../../shared/permissions.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { permit } from '../../platform/kernel/permit.ts'
import { groundOf } from './ground-queries.ts'
import { sha256 } from './sha256.ts'
import { isWayBack } from './way-back.ts'

export type Asked = {
  message: string
  entries: readonly Entry[]
  /** The revision that is gone back to; else the one before the subjects were touched last. */
  backTo?: number | undefined
}

/** How a publication was let through: the mark of its revision, and the other flags it may turn off. */
export type Clearance = { mark: RevisionMark | null; reaches: readonly string[] }

/**
 * Whether the caller may publish here what no change with its approvals brings: the rule of the specification, section 4,
 * and its one place. By what it may change for anybody, a publication
 * - that changes nobody's answer, because subjects only come, asks for no right but that to edit them; where they go, too,
 *   for a publisher;
 * - that turns flags off, and leaves every flag that this reaches with its own off answer, is an `emergency` of a publisher;
 * - of anything else takes a publisher and a message, and where approvals are required it must be the way back.
 */
export async function checkProtection(ctx: EnvironmentCtx, asked: Asked): Promise<Clearance> {
  const { environment } = ctx
  const { role, name, requiredApprovals } = environment
  if (!environment.protected && !needsEffect(ctx)) return { mark: null, reaches: [] }
  const effect = effectOn(await groundOf(ctx.db, environment, asked.entries), asked.entries, sha256)
  const changesNothing = effect.changed.length === 0
  if (changesNothing && effect.comes) return { mark: null, reaches: [] }
  // a verb that publishes everywhere meets environments where the caller only looks on
  permit(role, 'revision.publish', name)
  if (!environment.protected) return { mark: null, reaches: [] }
  if (effect.turnsOff) {
    permit(role, 'revision.turn-off-protected', name)
    const turned = new Set(asked.entries.map(({ key }) => key))
    return { mark: 'emergency', reaches: effect.changed.filter((key) => !turned.has(key)) }
  }
  permit(role, 'revision.publish-protected', name)
  let mark: RevisionMark | null = null
  if (requiredApprovals > 0 && !(changesNothing && effect.comesOrGoes)) {
    if (!(await isWayBack(ctx, asked, effect))) throw approvalRequired(ctx, asked, effect)
    mark = 'restore'
  }
  if (asked.message === '') throw messageMissing(name)
  return { mark, reaches: [] }
}

/** Whether it depends on its effect if the caller may publish; that is looked at under the environment's lock. */
export const needsEffect = ({ environment }: EnvironmentCtx): boolean =>
  environment.requiredApprovals > 0 ||
  !allows(environment.role, environment.protected ? 'revision.publish-protected' : 'revision.publish')

function approvalRequired({ environment }: EnvironmentCtx, { entries }: Asked, { changed }: Effect): FanionError {
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
