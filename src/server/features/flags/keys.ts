import type { z } from 'zod'
import type { FlagKey, FlagKeysInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type LoadFlagStates, searchFlags } from './list-flags.ts'

/** Returns the keys of the active flags that match a filter, with only the fields needed to pick them. */
export async function keys(
  ctx: ProjectCtx,
  input: Partial<Omit<z.output<typeof FlagKeysInput>, 'project'>>,
  statesOf?: LoadFlagStates,
): Promise<FlagKey[]> {
  const found = await searchFlags(ctx, { archived: false, query: input.query ?? '' }, statesOf)
  return found.slice(0, input.limit).map(({ flag: { key, name, type, variants, tags, permanence } }) => ({
    ...{ key, name, type, variants, tags, permanence },
  }))
}
