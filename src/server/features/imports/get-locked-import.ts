import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { RunState } from '../../../shared/features/imports/schemas/import.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type ImportSourceRow, lastRuns, lockImportSource, type RunRow } from './queries.ts'

const words: Readonly<Record<RunState, string>> = {
  compiling: 'is being read',
  previewed: 'waits to be imported',
  applied: 'was imported',
  discarded: 'was discarded',
  failed: 'could not be read',
}

/**
 * Returns a source and its last run, locked until the transaction ends. Throws `import/not-found`, or
 * `import/wrong-state` if a newer run exists or the run is in none of the states.
 */
export async function getLockedImport(
  ctx: ProjectCtx & { readonly db: Tx },
  input: { source: number; run?: number },
  states: readonly RunState[],
): Promise<{ source: ImportSourceRow; run: RunRow }> {
  const source = await lockImportSource(ctx.db, ctx.project, input.source)
  const [run] = source ? await lastRuns(ctx.db, [source.id]) : []
  if (!source || !run) throw new FanionError('import/not-found')
  if (input.run !== undefined && input.run !== run.number) {
    const sentence = `These files were read anew (run ${run.number}). Look at that preview.`
    throw new FanionError('import/wrong-state', { run: run.number }, sentence)
  }
  if (!states.includes(run.state)) {
    const wanted = states.map((state) => words[state]).join(' or ')
    throw new FanionError(
      'import/wrong-state',
      { state: run.state },
      `This run ${words[run.state]}; it must be one that ${wanted}.`,
    )
  }
  return { source, run }
}
