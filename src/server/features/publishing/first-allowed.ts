import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { checkProtection } from './check-protection.ts'

/**
 * The first of some entries that the caller may publish to the environment as it is, none of them as a list of none. For
 * verbs that bring a subject into every environment: where it may not come as it should be, it comes so that nobody's
 * answer changes, or stays away until a change brings it.
 */
export async function firstAllowed(ctx: EnvironmentCtx, choices: readonly Entry[]): Promise<Entry[]> {
  for (const entry of choices) {
    try {
      await checkProtection(ctx, { message: 'asked', entries: [entry] })
      return [entry]
    } catch (error) {
      if (!(error instanceof FanionError) || !['auth/forbidden', 'change/approval-required'].includes(error.code))
        throw error
    }
  }
  return []
}
