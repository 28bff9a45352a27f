import type { ListRunsInput, Run } from '../../../shared/features/runs/schemas/run.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { runsOf } from './queries.ts'
import { runView } from './view.ts'

export async function listRuns(
  { db, environment }: EnvironmentCtx,
  input: Pick<ListRunsInput, 'flag' | 'state'>,
): Promise<Run[]> {
  return (await runsOf(db, environment, input)).map((row) => runView(environment.key, row))
}
