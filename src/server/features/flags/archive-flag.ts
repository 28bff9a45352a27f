import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { Flag } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { archiveMany } from './archive-many.ts'

/**
 * Removes a flag from all environments. Its log stays, and `restore` brings it back. Throws `flag/required-by` while
 * another flag refers to it, and `flag/read-by-build` while a live build reads it. Idempotent.
 */
export async function archiveFlag(
  ctx: ProjectCtx,
  input: { flag: string; despite?: DespiteBuilds | undefined },
): Promise<Flag> {
  const [flag] = await archiveMany(ctx, { flags: [input.flag], despite: input.despite })
  if (!flag) throw new FanionError('flag/not-found', { flag: input.flag })
  return flag
}
