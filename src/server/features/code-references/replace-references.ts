import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type {
  CodeReference,
  ReferencesReceipt,
  ReplaceReferencesInput,
} from '../../../shared/features/builds/references.ts'
import { limits } from '../../../shared/limits.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { collectScan, type TxCtx } from './collect-scan.ts'
import {
  deleteReferences,
  flagKeys,
  flagsReadInCode,
  insertReferences,
  lockReferences,
  recordExtinctions,
  repositoriesOf,
  upsertRepository,
} from './queries.ts'

/**
 * Replaces the known references of a branch with a scan's result. A scan in parts takes effect with its last part.
 * Places of unknown flag keys are dropped. If the last read of a flag is gone, the commit is recorded. Throws
 * `limit/reached` above the limits for repositories per project and places per scan.
 */
export async function replaceReferences(ctx: ProjectCtx, input: ReplaceReferencesInput): Promise<ReferencesReceipt> {
  const { repository, part } = input
  return inTransaction(ctx, async (tx) => {
    await lockReferences(tx.db, tx.project)
    const others = new Set((await repositoriesOf(tx.db, tx.project)).map((one) => one.repository))
    if (!others.has(repository) && others.size >= limits.repositoriesPerProject) {
      const sentence = `${tx.project.name} has ${others.size} repositories, and there may be ${limits.repositoriesPerProject}.`
      throw new FanionError('limit/reached', { limit: limits.repositoriesPerProject }, sentence)
    }
    const whole = part ? await collectScan(tx, input, part) : { missing: 0, references: input.references }
    if (whole.missing > 0) return { accepted: input.references.length, unknown: [], gone: [], missing: whole.missing }
    return replace(tx, input, whole.references)
  })
}

async function replace(
  tx: TxCtx,
  { repository, branch, commit, linkTemplate }: ReplaceReferencesInput,
  references: readonly CodeReference[],
): Promise<ReferencesReceipt> {
  const keys = await flagKeys(tx.db, tx.project)
  const places = references.filter(({ flag }) => keys.has(flag))
  const unknown = [...new Set(references.map(({ flag }) => flag))].filter((key) => !keys.has(key)).sort()
  const scannedAt = tx.now()
  const id = await upsertRepository(tx.db, tx.project, {
    repository,
    branch,
    commit,
    linkTemplate: linkTemplate ?? null,
    scannedAt,
  })
  const before = await flagsReadInCode(tx.db, id)
  await deleteReferences(tx.db, id)
  await insertReferences(tx.db, id, places)
  const read = new Set(places.flatMap(({ flag, kind }) => (kind === 'read' ? [flag] : [])))
  const gone = before.filter((flag) => !read.has(flag))
  await recordExtinctions(tx.db, id, { gone, read: [...read], commit, at: scannedAt })
  await audit(tx, {
    action: 'references.replace',
    subject: `${tx.project.key}/`,
    projectId: tx.project.id,
    after: { repository, branch, commit, references: places.length, gone: gone.slice(0, 100) },
  })
  return { accepted: places.length, unknown, gone, missing: 0 }
}
