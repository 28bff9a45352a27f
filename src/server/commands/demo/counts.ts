import { compile } from '../../../shared/engine/compile.ts'
import { evaluate } from '../../../shared/engine/evaluate.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { datafileAsOf } from '../../features/publishing/datafile-as-of.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { flagPopularity } from './flag-popularity.ts'
import { insertVisitCounts, revisionsOf, type VisitCount } from './queries.ts'
import { visitors } from './visitors.ts'

const hourMs = 3_600_000
const days = 31
/** Evaluations of the most used flag in production in its busiest hour. */
const busiest = 240_000
/** A sample that represents all visitors. */
const asked = visitors.filter((_, n) => n % 5 === 0)

/** Traffic of an environment relative to production. */
const parts: Readonly<Record<string, number>> = { production: 1, staging: 0.08, development: 0.02 }

type Shares = readonly (readonly [flag: string, variant: string, share: number])[]

/**
 * Generates a month of evaluation counts: the answers of each revision while it was current, hour by hour, more by day
 * than by night. Written in bulk, since no SDK was running to report them.
 */
export async function countVisits(ctx: ProjectCtx): Promise<void> {
  const { db, project } = ctx
  const newest = Math.floor(ctx.now().getTime() / hourMs) * hourMs
  for (const environment of await proveEnvironments(db, project)) {
    const published = await revisionsOf(db, environment)
    const rows: VisitCount[] = []
    for (const [at, { number: revision, publishedAt }] of published.entries()) {
      const from = Math.max(newest - days * 24 * hourMs, Math.ceil(publishedAt.getTime() / hourMs) * hourMs)
      const to = Math.min(newest, published[at + 1]?.publishedAt.getTime() ?? newest)
      if (from >= to) continue
      const shares = sharesOf(await datafileAsOf({ ...ctx, environment }, { revision }), publishedAt.getTime())
      for (let hour = from; hour < to; hour += hourMs)
        for (const [flag, variant, share] of shares) {
          const visits = busiest * (parts[environment.key] ?? 0) * (flagPopularity[flag] ?? 0) * tide(hour)
          const count = Math.round(visits * share)
          if (count > 0) rows.push({ flag, variant, hour: new Date(hour), count })
        }
    }
    await insertVisitCounts(db, environment.id, rows)
  }
}

const sharesOf = (datafile: Datafile, atMs: number): Shares => {
  const state = compile(datafile, everyFamily)
  return Object.keys(datafile.flags).flatMap((flag) => {
    const counts = new Map<string, number>()
    for (const context of asked) {
      const variant = evaluate(state, flag, context, atMs).variant ?? ''
      counts.set(variant, (counts.get(variant) ?? 0) + 1)
    }
    return [...counts].map(([variant, count]) => [flag, variant, count / asked.length] as const)
  })
}

/** Relative traffic of an hour: it peaks at 14:00 UTC and varies slightly from day to day. */
const tide = (hour: number): number => {
  const day = Math.floor(hour / (24 * hourMs))
  const ofDay = 0.55 + 0.45 * Math.sin(((new Date(hour).getUTCHours() - 8) / 24) * 2 * Math.PI)
  return ofDay * (0.94 + 0.012 * ((day * 7) % 10))
}
