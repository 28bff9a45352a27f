import type { AgreementExample } from '../../../shared/features/usage/schemas/comparison.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { examplesOf } from './comparison-queries.ts'
import { comparisonsKeptMs } from './record-comparisons.ts'

/** Lists contexts for which the two systems evaluated a flag differently, newest first. */
export async function listExamples(ctx: EnvironmentCtx, flag: string): Promise<AgreementExample[]> {
  const since = new Date(ctx.now().getTime() - comparisonsKeptMs)
  const rows = await examplesOf(ctx.db, ctx.environment, flag, since)
  return rows.map(({ seenAt, answers: [theirs, ours], ...row }) => ({
    ...row,
    theirs,
    ours,
    seenAt: seenAt.toISOString(),
  }))
}
