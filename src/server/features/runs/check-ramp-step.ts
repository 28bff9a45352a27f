import { referencesOf } from '../../../shared/datafile/references.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { flagsBeyondEffect } from '../../../shared/impact/within-effect.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { counted } from '../../../shared/text/rules/percent.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { datafileOfDocuments, documentsAfter } from '../publishing/check-impact.ts'
import { dependenciesAtRevision, publishDependenciesOf } from '../publishing/dependency-queries.ts'
import { firstRevisionOf } from './queries.ts'

/** A ramp, the change that started it, and its flag's document at the next step. */
type RampStepCheck = {
  readonly run: number
  readonly change: number
  readonly flag: string
  readonly next: FlagDocument
}

/**
 * Throws `change/approval-required` if a ramp's step would move users of dependent flags differently than when the ramp
 * began. The reviewers of later changes to those flags saw only the effect on users that the ramp had already reached.
 * Only applies if the environment requires approvals.
 */
export async function checkRampStep(
  ctx: EnvironmentCtx & { readonly db: Tx },
  { run, change, flag, next }: RampStepCheck,
): Promise<void> {
  const { environment, db } = ctx
  if (environment.requiredApprovals === 0) return
  const entries: Entry[] = [{ kind: 'flag', key: flag, document: next }]
  const ground = await publishDependenciesOf(db, environment, entries)
  // for the ramp's flag and its dependencies, the current documents are used
  const own = new Set([`flag/${flag}`])
  for (const place of own) {
    const document = ground.get(place)
    for (const { kind, key } of document ? referencesOf(document) : []) own.add(`${kind}/${key}`)
  }
  const others = [...ground].flatMap(([place, one]): Pick<Entry, 'kind' | 'key'>[] =>
    own.has(place) ? [] : [{ kind: 'included' in one ? 'segment' : 'flag', key: one.key }],
  )
  if (others.length === 0) return
  const old = await dependenciesAtRevision(db, environment, await firstRevisionOf(db, environment, change), others)
  const began = new Map([...old, ...[...ground].filter(([place]) => own.has(place))])
  const then = {
    before: datafileOfDocuments(ctx, began),
    after: datafileOfDocuments(ctx, documentsAfter(began, entries)),
  }
  const now = {
    before: datafileOfDocuments(ctx, ground),
    after: datafileOfDocuments(ctx, documentsAfter(ground, entries)),
  }
  const changes = flagsBeyondEffect(then, now, ctx.now().getTime())
  if (changes.length === 0) return
  const { requiredApprovals, name } = environment
  const sentence = `${name} requires ${counted(requiredApprovals, 'approval')}, and the next step of ramp ${run} would move users of flags that were published since it began: ${changes.join(', ')}. Have everyone now approved, or undo the ramp.`
  throw new FanionError('change/approval-required', { requiredApprovals, changes }, sentence)
}
