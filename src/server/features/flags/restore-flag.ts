import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Flag } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { restoreMany } from './restore-many.ts'

/**
 * Restores an archived flag with its last documents. In environments created since, it has no rules. It is off
 * everywhere, unless `asItWas` is set.
 */
export async function restoreFlag(ctx: ProjectCtx, input: { flag: string; asItWas?: boolean }): Promise<Flag> {
  const [flag] = await restoreMany(ctx, { flags: [input.flag], asItWas: input.asItWas === true })
  if (!flag) throw new FanionError('flag/not-found', { flag: input.flag })
  return flag
}
