import type { z } from 'zod'
import type { ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import { headsOf } from '../publishing/queries.ts'

type Entries = z.output<typeof ApplyFilesInput>['entries']

/** The entries of a change that removes flags from all environments that have them. */
export async function removalEntries(ctx: ProjectCtx, flags: readonly string[]): Promise<Entries> {
  const entries: Entries = []
  if (flags.length === 0) return entries
  const subjects = flags.map((key) => ({ kind: 'flag' as const, key }))
  for (const environment of await proveEnvironments(ctx.db, ctx.project)) {
    const base = await headNumberOf(ctx.db, environment)
    for (const { key } of await headsOf(ctx.db, environment, subjects))
      entries.push({ kind: 'flag', key, environment: environment.key, base, document: null })
  }
  return entries
}
