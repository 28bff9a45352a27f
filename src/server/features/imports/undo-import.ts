import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { UndoneImport } from '../../../shared/features/imports/schemas/import.ts'
import { vendorNames } from '../../../shared/features/imports/schemas/import.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { findChange } from '../changes/queries.ts'
import { withdrawChange } from '../changes/withdraw-change.ts'
import { deleteFlags, openChangesOfFlags } from '../flags/queries.ts'
import { publish } from '../publishing/publish.ts'
import { headsOf, lockEnvironment } from '../publishing/queries.ts'
import { deleteSegments } from '../segments/queries.ts'
import { getImport } from './get-import.ts'
import { getLockedImport } from './get-locked-import.ts'
import { type RunRow, raiseImportTimeouts, subjectsOf, updateImportSource } from './queries.ts'
import {
  deleteImportSubjects,
  referencesToSource,
  subjectsInOtherEnvironments,
  subjectsWrittenBy,
  type WrittenRow,
} from './written-queries.ts'

type TxCtx = ProjectCtx & { readonly db: Tx }
type Subject = { kind: 'flag' | 'segment'; key: string }

const placeOf = ({ kind, key }: Subject) => `${kind}/${key}`

/**
 * Undoes an import in one transaction, all or nothing. Each subject returns to its state before the source first wrote
 * it, in one revision per environment, marked `undo`. Subjects that the source created are deleted with their rows.
 * Subjects that were published since or that others use are kept and listed.
 */
export async function undoImport(ctx: ProjectCtx, input: { source: number }): Promise<UndoneImport> {
  const { project } = ctx
  requirePermission(project.role, 'flag.delete', project.name)
  const done = await inTransaction(ctx, async (tx) => {
    await raiseImportTimeouts(tx.db)
    const { source, run } = await getLockedImport(tx, input, ['applied', 'previewed', 'discarded', 'failed'])
    const subjects = await subjectsOf(tx.db, source.id)
    if (source.state === 'undone' || subjects.length === 0) {
      throw new FanionError('import/wrong-state', { state: source.state }, 'Nothing of this import is left to undo.')
    }
    await withdrawOurs(tx, run)
    const environments = await proveEnvironments(tx.db, tx.project)
    for (const environment of environments.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await lockEnvironment(tx.db, environment)
    }
    const written = await subjectsWrittenBy(tx.db, source.id)
    const left = await whatStays(tx, source.id, subjects, written)
    const gone = subjects.filter((subject) => !left.has(placeOf(subject)))
    const made = gone.filter((subject) => subject.made)
    const message = `Undid the import from ${vendorNames[source.vendor]}: ${counted(gone.length, 'flag or segment', 'flags and segments')}`
    for (const environment of environments.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const here = written.filter((row) => row.environmentId === environment.id && !left.has(placeOf(row)))
      const heads = new Map((await headsOf(tx.db, environment, here)).map((head) => [placeOf(head), head.number]))
      // Safe cast: the previous document has the subject's kind.
      const entries = here
        .filter((row) => row.before !== null || heads.has(placeOf(row)))
        .map(({ kind, key, before }) => ({ kind, key, document: before }) as Entry)
      if (entries.length === 0) continue
      const { headNumber: base } = await lockEnvironment(tx.db, environment)
      await publish({ ...tx, environment }, { base, message, entries, mark: 'undo' })
    }
    const keys = (kind: Subject['kind']) => made.filter((one) => one.kind === kind).map(({ key }) => key)
    await deleteFlags(tx.db, tx.project, keys('flag'))
    await deleteSegments(tx.db, tx.project, keys('segment'))
    await deleteImportSubjects(tx.db, source.id, gone)
    if (left.size === 0) await updateImportSource(tx.db, source.id, { state: 'undone' })
    await audit(tx, {
      action: 'import.undo',
      subject: `${project.key}/imports/${source.name}`,
      projectId: project.id,
      after: {
        vendor: source.vendor,
        removed: made.length,
        restored: gone.length - made.length,
        left: [...left.keys()],
      },
    })
    return {
      removed: made.length,
      restored: gone.length - made.length,
      left: subjects.flatMap(({ kind, key }) => {
        const why = left.get(placeOf({ kind, key }))
        return why === undefined ? [] : [{ kind, key, why }]
      }),
    }
  })
  return { source: await getImport(ctx, input), ...done }
}

async function withdrawOurs(tx: TxCtx, { changeNumber }: RunRow): Promise<void> {
  const change = changeNumber === null ? undefined : await findChange(tx.db, tx.project, changeNumber)
  if (change && change.state !== 'applied' && change.state !== 'withdrawn') {
    await withdrawChange(tx, { change: change.number })
  }
}

/** Subjects to keep, with the reason, by path. A subject that uses another keeps it, recursively. */
async function whatStays(
  tx: TxCtx,
  source: string,
  subjects: readonly (Subject & { made: boolean })[],
  written: readonly (WrittenRow & { untouched: boolean })[],
): Promise<Map<string, string>> {
  const left = new Map<string, string>()
  const keep = (subject: Subject, why: string) => {
    if (!left.has(placeOf(subject))) left.set(placeOf(subject), why)
  }
  for (const row of written) if (!row.untouched && row.number > 0) keep(row, 'It was published since.')
  for (const row of await subjectsInOtherEnvironments(tx.db, tx.project, source))
    keep(row, `It is in ${row.environment}, which came later.`)
  const flags = subjects.flatMap(({ kind, key, made }) => (kind === 'flag' && made ? [key] : []))
  for (const { key, number } of await openChangesOfFlags(tx.db, tx.project, flags))
    keep({ kind: 'flag', key }, `Change #${number} is about it.`)
  const made = new Map(subjects.map((subject) => [placeOf(subject), subject.made]))
  const names = await referencesToSource(tx.db, tx.project, source)
  for (let size = -1; size !== left.size; ) {
    size = left.size
    for (const { kind, key, toKind, toKey } of names) {
      const user = placeOf({ kind, key })
      const stays = !made.has(user) || left.has(user)
      if (stays && made.get(placeOf({ kind: toKind, key: toKey })))
        keep({ kind: toKind, key: toKey }, `${kind} ${key} uses it.`)
    }
  }
  return left
}
