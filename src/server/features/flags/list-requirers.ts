import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { getFlag } from './get-flag.ts'
import { subjectsReferringTo } from './queries.ts'

/** Returns the sorted keys of the flags and segments that refer to this flag in any environment. */
export async function listRequirers(ctx: ProjectCtx, input: { flag: string }): Promise<string[]> {
  const flag = await getFlag(ctx, input.flag)
  return (await subjectsReferringTo(ctx.db, ctx.project, flag.key)).map(({ key }) => key)
}
