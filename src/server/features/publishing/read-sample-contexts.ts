import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { yieldingMap } from '../../platform/kernel/yielding-map.ts'
import type { SampledContexts } from '../../platform/threads/promises/move-job.ts'
import { personalAttributes, sampleContextsSince } from './sample-context-queries.ts'

const dayMs = 24 * 3_600_000
/** How long contexts are cached, in ms. */
const freshMs = 60_000
const most = 50

const kept = new Map<string, { readAtMs: number; of: SampledContexts }>()

/** The contexts that applications of an environment sent within the last day. Cached for up to a minute. */
export async function readSampleContexts({ db, environment, now }: EnvironmentCtx): Promise<SampledContexts> {
  const nowMs = now().getTime()
  const known = kept.get(environment.id)
  if (known && Math.abs(nowMs - known.readAtMs) < freshMs) return known.of
  const lines = await sampleContextsSince(db, environment, new Date(nowMs - dayMs))
  const keptOut = await personalAttributes(db, environment)
  const of = { lines: await shared(lines), count: lines.length, keptOut }
  kept.delete(environment.id)
  kept.set(environment.id, { readAtMs: nowMs, of })
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  return of
}

/** Lines in memory shared between threads. Written in slices to keep the event loop free. */
async function shared(lines: readonly string[]): Promise<SampledContexts['lines']> {
  const parts = await yieldingMap(lines, (line) => Buffer.from(`${line}\n`))
  const bytes = new Uint8Array(new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)))
  let from = 0
  await yieldingMap(parts, (part) => {
    bytes.set(part, from)
    from += part.length
  })
  return bytes
}
