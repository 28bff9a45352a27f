import type { Rule } from '../../schemas/flag.ts'

/** Whether a rule belongs to a run: the run measures it, or one of these open runs serves its share through it. */
export const isOfRun =
  (open: ReadonlySet<number>) =>
  ({ id, run }: Pick<Rule, 'id' | 'run'>): boolean =>
    run !== undefined || open.has(Number(/^run-(\d+)$/.exec(id)?.[1]))
