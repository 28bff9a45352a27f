import type { FileBaseline } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import type { ValueSchema } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { flagMetadataOf } from '../flags/queries.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { openRunNumbers } from '../publishing/log-queries.ts'
import { segmentsOf } from '../segments/queries.ts'

/** Reads the project state that flag files are compared with, except for documents. */
export async function readFileState(ctx: ProjectCtx): Promise<FileBaseline> {
  const environments: FileBaseline['environments'] = []
  for (const { id, key, name, protected: isProtected, requiredApprovals } of await listEnvironments(ctx)) {
    const runs = [...(await openRunNumbers(ctx.db, { id }))]
    environments.push({ key, name, protected: isProtected, requiredApprovals, runs })
  }
  const flags = await flagMetadataOf(ctx.db, ctx.project)
  const segments = await segmentsOf(ctx.db, ctx.project)
  return {
    environments,
    flags: flags.map(({ archivedAt, expectedEnd, schema, ...facts }) => ({
      ...facts,
      expectedEnd: expectedEnd?.toISOString() ?? null,
      // Safe cast: checked when it was written.
      schema: schema as ValueSchema | null,
      archived: archivedAt !== null,
    })),
    segments: segments.map(({ key, name, description }) => ({ key, name, description })),
  }
}
