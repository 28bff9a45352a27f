import type { FlagPage, ValueSchema } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { getFlag } from './get-flag.ts'
import { headsOfFlags, schemaOf } from './queries.ts'
import { flagView } from './view.ts'

/** Returns a flag with its documents in all environments. */
export async function readFlag(ctx: ProjectCtx, input: { flag: string }): Promise<FlagPage> {
  const flag = await getFlag(ctx, input.flag)
  const heads = await headsOfFlags(ctx.db, ctx.project, [flag.key])
  return {
    flag: flagView(flag),
    // Safe cast: checked when it was written.
    schema: (await schemaOf(ctx.db, flag.id)) as ValueSchema | null,
    environments: await listEnvironments(ctx),
    heads: Object.fromEntries(
      heads.map((head) => [
        head.environment,
        // Safe cast: these are heads of flags.
        { revision: head.number, document: head.document as FlagDocument },
      ]),
    ),
  }
}
