import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Flag } from '../../../shared/schemas/flag-view.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironments } from '../../kernel/scope.ts'
import { publishEverywhere } from '../revisions/publish-everywhere.ts'
import { lastDocument } from '../revisions/queries.ts'
import { getFlag } from './get-flag.ts'
import { lockFlag, updateFlag } from './queries.ts'
import { flagView } from './view.ts'

/**
 * Brings an archived flag back with the documents it last had, off in every environment; without rules in one that was
 * made while it was archived.
 */
export async function restore(ctx: ProjectCtx, input: { flag: string }): Promise<Flag> {
  return inTransaction(ctx, async (tx) => {
    await lockFlag(tx.db, tx.project, input.flag)
    const flag = await getFlag(tx, input.flag)
    if (!flag.archivedAt) return flagView(flag)
    const environments = await proveEnvironments(tx.db, tx.project)
    const documents = new Map<ProvenEnvironment, FlagDocument>()
    for (const environment of environments) {
      const last = await lastDocument(tx.db, environment, { kind: 'flag', key: flag.key })
      // a flag's entries hold flag documents
      if (last) documents.set(environment, { ...(last as FlagDocument), on: false })
    }
    const [any] = documents.values()
    for (const environment of environments) {
      if (any && !documents.has(environment)) documents.set(environment, { ...any, rules: [], prerequisites: [] })
    }
    await updateFlag(tx.db, flag.id, { archivedAt: null, archivedBy: null })
    await publishEverywhere(tx, [...documents.keys()], `Restored flag ${flag.key}`, (environment) => {
      const document = documents.get(environment)
      if (!document) throw new FanionError('flag/not-found', { flag: flag.key })
      return { kind: 'flag', key: flag.key, document }
    })
    await audit(tx, { action: 'flag.restore', subject: `${tx.project.key}/${flag.key}`, projectId: tx.project.id })
    return flagView({ ...flag, archivedAt: null })
  })
}
