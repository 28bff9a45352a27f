import { flagsBeyondEffect } from '../../../shared/impact/within-effect.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { datafileOfDocuments, documentsAfter } from '../publishing/check-impact.ts'
import { dependenciesAtRevision, publishDependenciesOf } from '../publishing/dependency-queries.ts'
import { entriesSince } from '../publishing/queries.ts'
import type { LoadedChange } from './load-change.ts'
import { type MergedEntries, mergeAtRevision } from './merge-entries.ts'

type TxCtx = ProjectCtx & { readonly db: Tx }

/**
 * Additional effect of a change in an environment, compared with what was approved, and the revisions that caused it.
 */
export type UnapprovedEffect = { environment: string; flags: readonly string[]; revisions: readonly number[] }

/**
 * Returns the effects of a change in some environments that were not approved. Empty if each move it makes now (same
 * context, same old and new value) was also part of it when each approval was given. Null if it has no approval there,
 * or if the approved state is unknown.
 */
export async function findUnapprovedEffects(
  ctx: TxCtx,
  change: LoadedChange,
  merged: readonly MergedEntries[],
  moved: readonly ProvenEnvironment[],
): Promise<UnapprovedEffect[] | null> {
  const growths: UnapprovedEffect[] = []
  for (const environment of moved) {
    const given = change.approvals.find((one) => one.environment.id === environment.id)?.given ?? []
    const seen = given.map((one) => one.seen?.[environment.id])
    const here = merged.find((one) => one.environment.id === environment.id)
    if (seen.length === 0 || here === undefined) return null
    for (const number of new Set(seen)) {
      if (number === undefined) return null
      const flags = await unapprovedEffectSince({ ...ctx, environment }, change, here, number)
      if (flags.length === 0) continue
      const subjects = here.proposals.map(({ entry: { kind, key } }) => ({ kind, key }))
      const own = flags.map((key) => ({ kind: 'flag' as const, key }))
      const since = await entriesSince(ctx.db, environment, number, [...subjects, ...own])
      growths.push({ environment: environment.key, flags, revisions: [...new Set(since.map((one) => one.number))] })
    }
  }
  return growths
}

async function unapprovedEffectSince(
  ctx: TxCtx & { readonly environment: ProvenEnvironment },
  change: LoadedChange,
  here: MergedEntries,
  number: number,
): Promise<string[]> {
  const { db, environment } = ctx
  const entries = here.proposals.map(({ entry }) => entry)
  const ground = await publishDependenciesOf(db, environment, entries)
  const now = {
    before: datafileOfDocuments(ctx, ground),
    after: datafileOfDocuments(ctx, documentsAfter(ground, entries)),
  }
  const proposals = change.proposals.filter((one) => one.environment.id === environment.id)
  const approved = (await mergeAtRevision(db, environment, proposals, number)).proposals.map(({ entry }) => entry)
  const subjects = [...ground.keys()].map((place) => {
    const [kind, key] = [place.slice(0, place.indexOf('/')), place.slice(place.indexOf('/') + 1)]
    return { kind: kind === 'flag' ? ('flag' as const) : ('segment' as const), key }
  })
  const asked = approved.map(({ kind, key }) => ({ kind, key }))
  const old = await dependenciesAtRevision(db, environment, number, [...subjects, ...asked])
  const then = { before: datafileOfDocuments(ctx, old), after: datafileOfDocuments(ctx, documentsAfter(old, approved)) }
  return flagsBeyondEffect(then, now, ctx.now().getTime())
}
