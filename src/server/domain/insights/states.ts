import { soleVariant } from '../../../shared/datafile/sole-variant.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { FlagStates } from '../../../shared/schemas/insights.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { proveEnvironments } from '../../kernel/scope.ts'
import { flagHeadsOf, flagsOf } from '../flags/queries.ts'
import { countsOfProject, entriesSince, everOn, requirements } from './queries.ts'
import { readable } from './readable.ts'
import { bucketOf, type Evidence, settledAfterMs, stateOf, unseenAfterMs } from './state-of.ts'

const dayMs = 24 * 3_600_000

type Documents = Map<string, FlagDocument>

/** The state of every live flag of the project, with what it follows from; ordered by key. */
export async function states(ctx: ProjectCtx): Promise<FlagStates> {
  const { db, project } = ctx
  const nowMs = ctx.now().getTime()
  const flags = await flagsOf(db, project, false)
  const documents = await documentsOf(ctx)
  const offEverywhere = (key: string) => [...(documents.get(key)?.values() ?? [])].every(({ on }) => !on)
  const wereOn = await everOn(db, project, flags.map(({ key }) => key).filter(offEverywhere))
  const settled = await settledOf(ctx, documents, nowMs)
  const counts = await countsOfProject(db, project, new Date(nowMs - unseenAfterMs), new Date(nowMs - dayMs))
  const countOf = new Map(counts.map((count) => [count.flag, count]))
  const requiredBy = new Map<string, string[]>()
  for (const { key, toKey } of await requirements(db, project))
    requiredBy.set(toKey, [...(requiredBy.get(toKey) ?? []), key])
  const reporting = counts.length > 0
  return {
    reporting,
    flags: flags.map((flag) => {
      const { key } = flag
      const held = settled.get(key)
      const count = countOf.get(key)
      const evidence: Evidence = {
        nowMs,
        createdMs: flag.createdAt.getTime(),
        temporary: flag.permanence === 'temporary',
        expectedEndMs: flag.expectedEnd?.getTime() ?? null,
        offEverywhere: offEverywhere(key),
        neverOn: !wereOn.has(key),
        settledSinceMs: held?.sinceMs ?? null,
        seen: count !== undefined,
        reporting,
        required: requiredBy.has(key),
      }
      return {
        flag: key,
        state: stateOf(evidence),
        bucket: bucketOf(evidence),
        settled: held ? { variant: held.variant || null, since: new Date(held.sinceMs).toISOString() } : null,
        lastSeenAt: count?.lastHour?.toISOString() ?? null,
        evaluationsPerDay: readable(Number(count?.lately ?? 0)),
        requiredBy: requiredBy.get(key) ?? [],
      }
    }),
  }
}

/** The document of each flag in each environment, by their keys. */
async function documentsOf(ctx: ProjectCtx): Promise<Map<string, Documents>> {
  const documents = new Map<string, Documents>()
  for (const { key, environment, document } of await flagHeadsOf(ctx.db, ctx.project)) {
    const those: Documents = documents.get(key) ?? new Map()
    // the heads asked for are flags'
    documents.set(key, those.set(environment, document as FlagDocument))
  }
  return documents
}

/**
 * The flags that give everybody one variant in every protected environment (in every one where none is protected), and
 * since when at least. One that is off there and on elsewhere is on its way, not settled.
 */
async function settledOf(ctx: ProjectCtx, documents: ReadonlyMap<string, Documents>, nowMs: number) {
  const all = await proveEnvironments(ctx.db, ctx.project)
  const asked = all.some((one) => one.protected) ? all.filter((one) => one.protected) : all
  const variantOf = new Map<string, string>()
  for (const [key, those] of documents) {
    const there = asked.map((environment) => those.get(environment.key))
    const variants = new Set(there.map((document) => document && soleVariant(document)))
    const [variant] = variants
    const offThere = there.every((document) => document?.on === false)
    const onElsewhere = [...those.values()].some(({ on }) => on)
    if (variants.size === 1 && variant !== undefined && !(offThere && onElsewhere)) variantOf.set(key, variant)
  }
  const since = new Date(nowMs - settledAfterMs)
  const ids = asked.map(({ id }) => id)
  /** By flag and environment, since when the last entries in a row serve what is served now. */
  const runs = new Map<string, number | null>()
  for (const { environmentId, key, document, publishedAt } of await entriesSince(
    ctx.db,
    ids,
    [...variantOf.keys()],
    since,
  )) {
    const place = `${environmentId} ${key}`
    // the entries asked for are flags'
    const served = document === null ? undefined : soleVariant(document as FlagDocument)
    runs.set(place, served === variantOf.get(key) ? (runs.get(place) ?? publishedAt.getTime()) : null)
  }
  const settled = new Map<string, { variant: string; sinceMs: number }>()
  for (const [key, variant] of variantOf) {
    const begun = ids.map((id) => runs.get(`${id} ${key}`) ?? nowMs)
    settled.set(key, { variant, sinceMs: Math.max(...begun) })
  }
  return settled
}
