import type { FlagPage, ValueSchema } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { getFlag } from './get-flag.ts'
import { headsOfFlags, schemaOf } from './queries.ts'
import { flagView } from './view.ts'

/** One flag with its document in every environment where it is published. */
export async function readFlag(ctx: ProjectCtx, input: { flag: string }): Promise<FlagPage> {
  const flag = await getFlag(ctx, input.flag)
  const heads = await headsOfFlags(ctx.db, ctx.project, [flag.key])
  return {
    flag: flagView(flag),
    // the column holds what was checked when it was written
    schema: (await schemaOf(ctx.db, flag.id)) as ValueSchema | null,
    environments: await listEnvironments(ctx),
    heads: Object.fromEntries(
      heads.map((head) => [
        head.environment,
        // the heads asked for are flags'
        { revision: head.number, document: head.document as FlagDocument },
      ]),
    ),
  }
}
