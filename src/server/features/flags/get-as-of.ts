import type { FlagHead, FlagPage, ValueSchema } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { documentsAt, revisionAt } from '../publishing/history-queries.ts'
import { getFlag } from './get-flag.ts'
import { schemaOf } from './queries.ts'
import { flagView } from './view.ts'

/** Returns a flag with its documents at a past time. Its name, tags and owner are the current ones. */
export async function getAsOf(ctx: ProjectCtx, input: { flag: string; at: string }): Promise<FlagPage> {
  const flag = await getFlag(ctx, input.flag)
  const heads: Record<string, FlagHead> = {}
  const revisions = new Map<string, number>()
  for (const environment of await proveEnvironments(ctx.db, ctx.project)) {
    const newest = await revisionAt(ctx.db, environment, new Date(input.at))
    revisions.set(environment.key, newest?.number ?? 0)
    const [then] = await documentsAt(ctx.db, environment, newest?.number ?? 0, [{ kind: 'flag', key: flag.key }])
    // Safe cast: this is a flag's document.
    if (then) heads[environment.key] = { revision: then.number, document: then.document as FlagDocument }
  }
  const environments = await listEnvironments(ctx)
  return {
    flag: flagView(flag),
    // Safe cast: checked when it was written.
    schema: (await schemaOf(ctx.db, flag.id)) as ValueSchema | null,
    environments: environments.map((one) => ({ ...one, revision: revisions.get(one.key) ?? 0 })),
    heads,
  }
}
