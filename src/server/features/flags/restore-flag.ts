import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Flag } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { restoreMany } from './restore-many.ts'

/**
 * Brings an archived flag back with the documents it last had; without rules in an environment that was made while it
 * was archived. It is off everywhere, unless it is to be as it was.
 */
export async function restoreFlag(ctx: ProjectCtx, input: { flag: string; asItWas?: boolean }): Promise<Flag> {
  const [flag] = await restoreMany(ctx, { flags: [input.flag], asItWas: input.asItWas === true })
  if (!flag) throw new FanionError('flag/not-found', { flag: input.flag })
  return flag
}
