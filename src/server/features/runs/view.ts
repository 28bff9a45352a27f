import type { Run } from '../../../shared/features/runs/schemas/run.ts'
import type { RunRow } from './queries.ts'

export const runView = (environment: string, row: RunRow): Run => ({
  number: row.number,
  environment,
  flag: row.flag,
  kind: row.kind,
  state: row.state,
  rule: row.rule,
  arms: [...row.arms],
  plan: row.plan,
  hash: row.hash,
  change: row.changeNumber,
  proposedAt: row.proposedAt.toISOString(),
  openedAt: row.openedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})
