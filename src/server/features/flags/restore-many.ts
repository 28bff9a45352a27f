import type { Flag } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironments } from '../../platform/kernel/scope.ts'
import { withoutEndedRuns } from '../publishing/measured-rules.ts'
import { publishEverywhere } from '../publishing/publish-everywhere.ts'
import { lastDocument } from '../publishing/queries.ts'
import { getLocked } from './get-locked.ts'
import { introduceFlag } from './introduce-flag.ts'
import { updateFlag } from './queries.ts'
import { flagView } from './view.ts'

/**
 * Restores archived flags with their last documents, all or none, with one revision in each environment. `asItWas` also
 * restores whether they are on, which requires the permission to publish. Otherwise they are off. Where the caller may
 * not change values, they are added without changing any (see `introduce-flag.ts`).
 */
export async function restoreMany(
  ctx: ProjectCtx,
  input: { flags: readonly string[]; asItWas: boolean },
): Promise<Flag[]> {
  return inTransaction(ctx, async (tx) => {
    const flags = await getLocked(tx, input.flags)
    const archived = flags.filter((flag) => flag.archivedAt)
    const [first] = archived
    if (!first) return flags.map(flagView)
    const environments = await proveEnvironments(tx.db, tx.project)
    const documents = new Map<ProvenEnvironment, FlagDocument[]>()
    for (const { id, key } of archived) {
      for (const [environment, document] of await documentsOf(tx, environments, key)) {
        const on = input.asItWas && document.on
        documents.set(environment, [...(documents.get(environment) ?? []), { ...document, on }])
      }
      await updateFlag(tx.db, id, { archivedAt: null, archivedBy: null })
    }
    const message =
      archived.length === 1 ? `Restored flag ${first.key}` : `Restored ${counted(archived.length, 'flag')}`
    await publishEverywhere(tx, [...documents.keys()], message, async (environment) => {
      const entries: Entry[] = []
      for (const document of documents.get(environment) ?? []) {
        entries.push(...(await introduceFlag({ ...tx, environment }, document, document.on)))
      }
      return entries
    })
    for (const { key } of archived)
      await audit(tx, { action: 'flag.restore', subject: `${tx.project.key}/${key}`, projectId: tx.project.id })
    return flags.map((flag) => flagView({ ...flag, archivedAt: null }))
  })
}

/** The last document of a flag in each environment. Off and without rules in environments that never had one. */
async function documentsOf(ctx: ProjectCtx, environments: readonly ProvenEnvironment[], key: string) {
  const documents = new Map<ProvenEnvironment, FlagDocument>()
  for (const environment of environments) {
    const last = await lastDocument(ctx.db, environment, { kind: 'flag', key })
    // Safe cast: a flag's entries have flag documents. Rules of its runs are dropped, because those ended when it was
    // archived.
    if (last) documents.set(environment, withoutEndedRuns(new Set(), last) as FlagDocument)
  }
  const [any] = documents.values()
  for (const environment of environments) {
    if (any && !documents.has(environment))
      documents.set(environment, { ...any, on: false, rules: [], prerequisites: [] })
  }
  return documents
}
