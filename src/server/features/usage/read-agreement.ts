import type { Agreement } from '../../../shared/features/usage/schemas/comparison.ts'
import { limits } from '../../../shared/limits.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { comparisonsOf } from './comparison-queries.ts'
import { comparisonsKeptMs } from './record-comparisons.ts'

/** Returns how often the values of Fanion and another system agreed recently, per flag. */
export async function readAgreement(ctx: EnvironmentCtx): Promise<Agreement> {
  const since = new Date(ctx.now().getTime() - comparisonsKeptMs)
  const rows = await comparisonsOf(ctx.db, ctx.environment, since, limits.comparisonFlags)
  return {
    days: limits.comparisonsKeptDays,
    flags: rows.map(({ flag, same, different, errors, defaults, lastAt }) => ({
      flag,
      same: Number(same),
      different: Number(different),
      errors: Number(errors),
      defaults: Number(defaults),
      lastAt: lastAt.toISOString(),
    })),
  }
}
