import type { Documents } from '../../../shared/datafile/answer-forms.ts'
import { computePublishEffect, type PublishEffect } from '../../../shared/datafile/publish-effect.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { MoveMeasure } from '../../../shared/schemas/impact.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import { exceedsImpactLimit, impactReviewSentence } from '../../../shared/text/impact-review.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { measureSampledMoves } from '../../platform/threads/promises/invariant-prover.ts'
import { publishDependenciesOf } from './dependency-queries.ts'
import { isRollbackToApprovedState } from './is-rollback-to-approved-state.ts'
import { readSampleContexts } from './read-sample-contexts.ts'
import { sha256 } from './sha256.ts'

type ImpactCheckRequest = { entries: readonly Entry[]; backTo?: number | undefined }

/**
 * Throws `impact/second-look` if an unreviewed publish may change the value for a larger share of the sample contexts
 * than the environment allows. Turning off, rollbacks to an approved state, and publishes that provably change no value
 * are exempt.
 */
export async function checkImpact(ctx: EnvironmentCtx, asked: ImpactCheckRequest): Promise<void> {
  const { moveLimitPer100k, name } = ctx.environment
  if (moveLimitPer100k === null) return
  const ground = await publishDependenciesOf(ctx.db, ctx.environment, asked.entries)
  const effect = computePublishEffect(ground, asked.entries, sha256)
  if (await isFree(ctx, asked, effect)) return
  const measure = await measured(ctx, ground, asked.entries)
  if (!exceedsImpactLimit(measure, moveLimitPer100k)) return
  throw new FanionError(
    'impact/second-look',
    { measure, limitPer100k: moveLimitPer100k },
    impactReviewSentence(measure, moveLimitPer100k, name),
  )
}

/** Whether publishing these entries directly would need an impact review. */
export async function needsImpactReview(ctx: EnvironmentCtx, entries: readonly Entry[]): Promise<boolean> {
  const { moveLimitPer100k } = ctx.environment
  if (moveLimitPer100k === null || entries.length === 0) return false
  const ground = await publishDependenciesOf(ctx.db, ctx.environment, entries)
  if (await isFree(ctx, { entries }, computePublishEffect(ground, entries, sha256))) return false
  return exceedsImpactLimit(await measured(ctx, ground, entries), moveLimitPer100k)
}

const isFree = async (ctx: EnvironmentCtx, asked: ImpactCheckRequest, effect: PublishEffect): Promise<boolean> =>
  effect.changed.length === 0 || effect.turnsOff || (await isRollbackToApprovedState(ctx, asked, effect))

async function measured(ctx: EnvironmentCtx, ground: Documents, entries: readonly Entry[]): Promise<MoveMeasure> {
  const before = datafileOfDocuments(ctx, ground)
  const after = datafileOfDocuments(ctx, documentsAfter(ground, entries))
  return measureSampledMoves({ before, after, seen: await readSampleContexts(ctx), nowMs: ctx.now().getTime() })
}

/** Documents by `kind/key` after the entries. */
export function documentsAfter(ground: Documents, entries: readonly Entry[]): Documents {
  const after = new Map(ground)
  for (const { kind, key, document } of entries) {
    if (document === null) after.delete(`${kind}/${key}`)
    else after.set(`${kind}/${key}`, document)
  }
  return after
}

/** Documents by `kind/key` as a datafile for the engine. */
export function datafileOfDocuments({ environment, project, now }: EnvironmentCtx, ground: Documents): Datafile {
  const flags: Record<string, FlagDocument> = {}
  const segments: Record<string, SegmentDocument> = {}
  for (const [place, document] of ground) {
    // Safe cast: documents at a flag's path are flags.
    if (place.startsWith('flag/')) flags[document.key] = document as FlagDocument
    else segments[document.key] = document as SegmentDocument
  }
  const publishedAt = now().toISOString()
  return {
    format: 1,
    project: project.key,
    environment: environment.key,
    revision: 0,
    publishedAt,
    digest: '',
    flags,
    segments,
  }
}
