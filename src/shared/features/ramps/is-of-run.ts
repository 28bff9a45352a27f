import type { Rule } from '../../schemas/flag.ts'

/** Whether a rule is a run's own: it is measured, or one of these runs serves its share by it. */
export const isOfRun =
  (open: ReadonlySet<number>) =>
  ({ id, run }: Pick<Rule, 'id' | 'run'>): boolean =>
    run !== undefined || open.has(Number(/^run-(\d+)$/.exec(id)?.[1]))
