import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { runRuleId, withoutRun } from '../../../shared/features/experiments/rule-of-run.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { flagsBeyondEffect } from '../../../shared/impact/within-effect.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { datafileOfDocuments, documentsAfter } from '../publishing/check-impact.ts'
import { dependenciesAtRevision, publishDependenciesOf } from '../publishing/dependency-queries.ts'
import { firstRevisionOf } from './queries.ts'

/** A run that is being stopped, the change that started it, and its flag's current document. */
type EndingRun = {
  readonly run: number
  readonly change: number
  readonly flag: string
  readonly document: FlagDocument
  /** Whether the rule could instead stay as it is, unmeasured. */
  readonly mayStay: boolean
}

/**
 * Throws `change/approval-required` if removing a run's rule would give users a value that they would not have returned
 * to when the run began. Documents published under the rule since then affected no one, so their effect was never
 * approved. Only applies if the environment requires approvals and the state has changed.
 */
export async function checkRuleRemoval(
  ctx: EnvironmentCtx & { readonly db: Tx },
  { run, change, flag, document, mayStay }: EndingRun,
): Promise<void> {
  const { environment, db } = ctx
  if (environment.requiredApprovals === 0) return
  const flagIs = (one: FlagDocument): Entry[] => [{ kind: 'flag', key: flag, document: one }]
  const left = (one: FlagDocument) => flagIs(withoutRun(one, run))
  const ground = await publishDependenciesOf(db, environment, left(document))
  const subjects = [...ground.values()].map(
    (one): Pick<Entry, 'kind' | 'key'> => ({ kind: 'included' in one ? 'segment' : 'flag', key: one.key }),
  )
  const old = await dependenciesAtRevision(db, environment, await firstRevisionOf(db, environment, change), subjects)
  // Safe cast: documents at a flag's path are flags.
  const began = old.get(`flag/${flag}`) as FlagDocument | undefined
  // users enrolled by a later, approved growth return as if they had been enrolled from the start
  const before = began ? documentsAfter(old, flagIs(withRuleAsNow(began, document, run))) : old
  const then = {
    before: datafileOfDocuments(ctx, before),
    after: datafileOfDocuments(ctx, began ? documentsAfter(old, left(began)) : old),
  }
  const now = {
    before: datafileOfDocuments(ctx, ground),
    after: datafileOfDocuments(ctx, documentsAfter(ground, left(document))),
  }
  const changes = flagsBeyondEffect(then, now, ctx.now().getTime())
  if (changes.length === 0) return
  const { requiredApprovals, name } = environment
  const sentence = mayStay
    ? `${name} requires ${counted(requiredApprovals, 'approval')}, and what run ${run} would go back to has changed since it began: ${changes.join(', ')}. Stop it as it is, or turn ${flag} off, and have a change approved.`
    : `${name} requires ${counted(requiredApprovals, 'approval')}, and what run ${run} would go back to has changed since it began: ${changes.join(', ')}. Turn ${flag} off, or have a change approved that takes its rule away.`
  throw new FanionError('change/approval-required', { requiredApprovals, changes }, sentence)
}

/** The earlier document of a flag, with the run's rule replaced by the current one. */
function withRuleAsNow(was: FlagDocument, is: FlagDocument, number: number): FlagDocument {
  const own = is.rules.find(({ id }) => id === runRuleId(number))
  return { ...was, rules: was.rules.map((rule) => (own && rule.id === own.id ? own : rule)) }
}
