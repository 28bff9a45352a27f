import { grownFlags } from '../../../shared/analysis/within-effect.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { runRuleId, withoutRun } from '../../../shared/experiments/rule-of-run.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Entry } from '../../../shared/schemas/revision.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import { documentsAfter, stateOf } from '../revisions/check-moves.ts'
import { groundAt, groundOf } from '../revisions/ground-queries.ts'
import { currentRun, type ExperimentCtx, type LoadedExperiment } from './experiment-ctx.ts'
import { firstRevisionOf } from './queries.ts'

/**
 * Refuses, with `change/approval-required`, to take a run's rule away where approvals are required and somebody would get what
 * they would not have got back when it began: what was published under the rule since moved nobody, so nobody approved that
 * they move there. What is no different now from what it was then asks nobody.
 */
export async function checkLeaving(ctx: ExperimentCtx, experiment: LoadedExperiment): Promise<void> {
  const { environment, db } = ctx
  const { row, there } = experiment
  const run = currentRun(experiment)
  if (environment.requiredApprovals === 0 || !run || !there) return
  const flagIs = (document: FlagDocument): Entry[] => [{ kind: 'flag', key: row.flag, document }]
  const left = (document: FlagDocument) => flagIs(withoutRun(document, run.run))
  const ground = await groundOf(db, environment, left(there.document))
  const subjects = [...ground.values()].map(
    (document): Pick<Entry, 'kind' | 'key'> => ({
      kind: 'included' in document ? 'segment' : 'flag',
      key: document.key,
    }),
  )
  const old = await groundAt(db, environment, await firstRevisionOf(db, environment, run.change), subjects)
  // what stands under a flag's place is a flag
  const began = old.get(`flag/${row.flag}`) as FlagDocument | undefined
  // whoever a larger share brought moved by an approval, too: they go back as if they had been there from the beginning
  const before = began ? documentsAfter(old, flagIs(withRuleAsNow(began, there.document, run.run))) : old
  const then = { before: stateOf(ctx, before), after: stateOf(ctx, began ? documentsAfter(old, left(began)) : old) }
  const now = { before: stateOf(ctx, ground), after: stateOf(ctx, documentsAfter(ground, left(there.document))) }
  const changes = grownFlags(then, now, ctx.now().getTime())
  if (changes.length === 0) return
  const { requiredApprovals, name } = environment
  const sentence = `${name} requires ${counted(requiredApprovals, 'approval')}, and what run ${run.run} would go back to has changed since it began: ${changes.join(', ')}. Stop it as it is, or turn ${row.flag} off, and have a change approved.`
  throw new FanionError('change/approval-required', { requiredApprovals, changes }, sentence)
}

/** A flag as it was, with the rule of a run as it is now in the place of that. */
function withRuleAsNow(was: FlagDocument, is: FlagDocument, run: number): FlagDocument {
  const own = is.rules.find(({ id }) => id === runRuleId(run))
  return { ...was, rules: was.rules.map((rule) => (own && rule.id === own.id ? own : rule)) }
}
