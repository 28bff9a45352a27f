import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { checkProtection } from './check-protection.ts'

/**
 * Returns the first entry that the caller may publish to the environment now, as a list, or an empty list if there is
 * none. Used when a subject is added to all environments: if it may not be added as intended, it is added without
 * changing any user's value, or not at all until a change adds it.
 */
export async function firstPublishableEntry(ctx: EnvironmentCtx, choices: readonly Entry[]): Promise<Entry[]> {
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
