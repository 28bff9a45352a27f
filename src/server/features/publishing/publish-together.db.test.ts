import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { ofKind, someEntries } from '../../../../tests/support/log.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import {
  anEnvironment,
  flagEntry,
  flagKeys,
  headOf,
  publishNow,
  removal,
  segmentKeys,
  storedOf,
} from '../../../../tests/support/publications.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { validateEnvironment } from '../../../shared/datafile/validate-environment.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type EnvironmentCtx, inTransaction } from '../../platform/kernel/ctx.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { publish } from './publish.ts'
import { lockEnvironment } from './queries.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase(12)).db
})

describe('publishers at the same time', () => {
  it('has numbers without a gap under eight concurrent publishers', async () => {
    const { project } = await aProject(db)
    const keys = Array.from({ length: 8 }, (_, at) => `flag-${at}`)
    for (const key of keys) await aLiveFlag(project, key)
    const ctx = await inEnvironment(project)
    const base = await headOf(ctx)
    const numbers = await Promise.all(
      keys.map(async (key) => {
        const mine: number[] = []
        for (const turn of [1, 2, 3, 4, 5]) {
          const entry = flagEntry(aFlag(key).serving(turn % 2 ? 'on' : 'off'))
          mine.push((await publish(ctx, { base: mine.at(-1) ?? base, message: '', entries: [entry] })).number)
        }
        return mine
      }),
    )
    expect(numbers.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => base + 1 + at))
    const after = await storedOf(ctx)
    expect(after.numbers).toEqual(Array.from({ length: base + 40 }, (_, at) => at + 1))
    expect(after.heads).toEqual(after.fold)
    expect(after.digest).toBe(digestOf(ofKind<FlagDocument>(after.heads, 'flag'), {}))
  })

  it('leave documents that are sound together, whatever they publish', async () => {
    const ctx = await anEnvironment(db)
    const publications = fc.array(fc.array(someEntries(flagKeys, segmentKeys), { minLength: 4, maxLength: 4 }), {
      minLength: 6,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(publications, async (publishers) => {
        await Promise.all(
          publishers.map(async (turns) => {
            for (const entries of turns) {
              await publishNow(ctx, entries).catch((error: unknown) => {
                if (!(error instanceof FanionError)) throw error
              })
            }
          }),
        )
        const { heads, fold, references, named, numbers, headNumber, digest } = await storedOf(ctx)
        const documents = {
          flags: ofKind<FlagDocument>(heads, 'flag'),
          segments: ofKind<SegmentDocument>(heads, 'segment'),
        }
        expect(validateEnvironment(documents)).toEqual([])
        expect(heads).toEqual(fold)
        expect(references).toEqual(named)
        expect(digest).toBe(digestOf(documents.flags, documents.segments))
        expect(numbers).toEqual(Array.from({ length: headNumber }, (_, at) => at + 1))
      }),
      { numRuns: 8 },
    )
    expect(await headOf(ctx)).toBeGreaterThan(20)
  })
})

describe('a publication that waits for another', () => {
  const alpha = aFlag('alpha')
  const named = flagEntry(alpha.rule({ segment: 'beta' }, 'on'))
  const required = flagEntry(alpha.requiring('bravo', 'on'))

  it.each<[string, Entry[], Entry[], string]>([
    ['the same flag', [flagEntry(alpha.serving('on'))], [flagEntry(alpha.switchedOff())], 'revision/stale'],
    ['the segment it names', [removal('segment', 'beta')], [named], 'rule/unknown-segment'],
    ['a flag that names its segment', [named], [removal('segment', 'beta')], 'segment/in-use'],
    ['a flag that requires its flag', [required], [removal('flag', 'bravo')], 'flag/required-by'],
    [
      'the other half of a circle',
      [required],
      [flagEntry(aFlag('bravo').requiring('alpha', 'on'))],
      'flag/prerequisite-circle',
    ],
  ])('is refused where that was about %s', async (_, first, second, code) => {
    const ctx = await anEnvironment(db)
    const { waited, done } = await overtaken(ctx, second, (tx) => publishNow(tx, first))
    expect((await refusalOf(waited)).code).toBe(code)
    expect((await storedOf(ctx)).headNumber).toBe(done.number)
  })

  it('is refused where its flag was archived', async () => {
    const ctx = await anEnvironment(db)
    const { waited } = await overtaken(ctx, [flagEntry(alpha)], (tx) => archiveFlag(tx, { flag: 'alpha' }))
    expect((await refusalOf(waited)).code).toBe('revision/stale')
  })

  it('goes in where that was about something else, after it in number and in time', async () => {
    const ctx = await anEnvironment(db)
    const late = { ...ctx, now: () => new Date(Date.now() - 60_000) }
    const { waited, done } = await overtaken(late, [flagEntry(alpha.serving('on'))], (tx) =>
      publishNow({ ...tx, now: ctx.now }, [flagEntry(aFlag('bravo').serving('on'))]),
    )
    const revision = await waited
    expect(revision.number).toBe(done.number + 1)
    expect(Date.parse(revision.publishedAt)).toBeGreaterThanOrEqual(Date.parse(done.publishedAt))
  })
})

/** Publishes while a transaction that holds the environment's lock runs `act` first. Returns both outcomes. */
async function overtaken<T>(ctx: EnvironmentCtx, entries: Entry[], act: (tx: EnvironmentCtx) => Promise<T>) {
  const base = await headOf(ctx)
  return inTransaction(ctx, async (tx) => {
    await lockEnvironment(tx.db, tx.environment)
    const waited = publish(ctx, { base, message: '', entries })
    waited.catch(() => undefined)
    while ((await waiting()) === 0) await new Promise(setImmediate)
    return { waited, done: await act(tx) }
  })
}

const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
  return rows[0]?.count ?? 0
}
