import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Entry, RevisionMark } from '../../../shared/schemas/revision.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import { counted } from '../../../shared/words/percent.ts'
import type { EnvironmentCtx } from '../../kernel/ctx.ts'
import { permit } from '../../kernel/permit.ts'

type Publication = { message: string; entries: readonly Entry[] }

/**
 * Whether the caller may publish here, and what a protected environment asks on top: a publisher, a message, and
 * approval where the environment requires it. Only turning flags off goes at once, marked `emergency`; flags that are
 * off are taken away without approval; bringing in flags that are off changes nobody's answer and asks for nothing.
 * Returns the mark of the revision.
 */
export function checkProtection(
  ctx: EnvironmentCtx,
  before: ReadonlyMap<string, FlagDocument | SegmentDocument>,
  { message, entries }: Publication,
): RevisionMark | null {
  const { environment } = ctx
  if (ctx.actor.kind === 'system' || entries.every((entry) => isNewAndOff(entry, before))) return null
  // a verb that publishes everywhere meets environments where the caller only looks on
  permit(environment.role, 'revision.publish', environment.name)
  if (!environment.protected) return null
  if (entries.every((entry) => onlyTurnsOff(entry, before))) {
    permit(environment.role, 'revision.turn-off-protected', environment.name)
    return 'emergency'
  }
  permit(environment.role, 'revision.publish-protected', environment.name)
  if (environment.requiredApprovals > 0 && !entries.every((entry) => takesAwayOff(entry, before))) {
    const { requiredApprovals } = environment
    const approvals = counted(requiredApprovals, 'approval')
    const archives = entries.some(({ kind, document }) => kind === 'flag' && document === null)
    const hint = archives ? ' To archive it without approval, turn it off first.' : ''
    const sentence = `${environment.name} requires ${approvals} before publishing.${hint}`
    throw new FanionError('change/approval-required', { requiredApprovals }, sentence)
  }
  if (message === '') {
    const problem = { path: 'message', problem: 'it is missing', expected: 'a note saying what changes and why' }
    throw new FanionError(
      'request/invalid',
      { problems: [problem] },
      `${environment.name} is protected: add a note saying what changes and why.`,
    )
  }
  return null
}

const isNewAndOff = (entry: Entry, before: ReadonlyMap<string, unknown>) =>
  !before.has(`${entry.kind}/${entry.key}`) && (entry.kind === 'segment' || entry.document?.on === false)

const takesAwayOff = (entry: Entry, before: ReadonlyMap<string, FlagDocument | SegmentDocument>): boolean => {
  const was = before.get(`${entry.kind}/${entry.key}`)
  return entry.kind === 'flag' && entry.document === null && was !== undefined && 'on' in was && !was.on
}

function onlyTurnsOff(entry: Entry, before: ReadonlyMap<string, FlagDocument | SegmentDocument>): boolean {
  const was = before.get(`${entry.kind}/${entry.key}`)
  if (entry.kind !== 'flag' || !entry.document || !was || !('on' in was)) return false
  return was.on && canonicalJson({ ...was, on: false }) === canonicalJson(entry.document)
}
