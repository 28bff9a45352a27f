import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag, aSegment } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { ofKind, someEntries } from '../../../../tests/support/log.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
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
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'
import { createSegment } from '../segments/create-segment.ts'
import { publish } from './publish.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

describe('the log', () => {
  it('folds into the heads after any publications, and a refused one leaves no trace', async () => {
    const ctx = await anEnvironment(db)
    await fc.assert(
      fc.asyncProperty(someEntries(flagKeys, segmentKeys), async (entries) => {
        const before = await storedOf(ctx)
        const revision = await publishNow(ctx, entries).catch((error: unknown) => {
          if (error instanceof FanionError) return undefined
          throw error
        })
        const after = await storedOf(ctx)
        expect(after.headNumber).toBe(before.headNumber + (revision ? 1 : 0))
        const expected = revision ? after : before
        expect(after).toEqual(expected)
        expect(after.heads).toEqual(after.fold)
        expect(after.references).toEqual(after.named)
        expect(after.numbers).toEqual(after.numbers.map((_, at) => at + 1))
        expect(after.numbers).toHaveLength(after.headNumber)
        expect(after.digest).toBe(
          digestOf(ofKind<FlagDocument>(after.heads, 'flag'), ofKind<SegmentDocument>(after.heads, 'segment')),
        )
        const scope = `${ctx.project.key}/${ctx.environment.key}`
        expect(after.events).toEqual(after.numbers.map((number) => `${scope}/${number}`))
      }),
      { numRuns: 120 },
    )
    expect(await headOf(ctx)).toBeGreaterThan(10)
  })

  it.each([
    'update revision set message = $$other$$',
    'delete from revision',
    'truncate revision cascade',
    'update entry set document = null',
    'delete from entry',
    'truncate entry',
  ])('refuses to be rewritten: %s', async (statement) => {
    const ctx = await anEnvironment(db)
    const before = await storedOf(ctx)
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('the log is append-only')
    expect(await storedOf(ctx)).toEqual(before)
  })

  it('goes with its environment', async () => {
    const ctx = await anEnvironment(db, 'staging')
    await db.deleteFrom('environment').where('id', '=', ctx.environment.id).execute()
    const left = await db.selectFrom('entry').select('key').where('environmentId', '=', ctx.environment.id).execute()
    expect(left).toEqual([])
  })

  it('takes a publication of hundreds of flags that name hundreds of segments', async () => {
    const { project } = await aProject(db)
    const now = new Date()
    const keys = Array.from({ length: 300 }, (_, at) => `n-${at}`)
    const row = (key: string, id: string) => ({ id, projectId: project.project.id, key, name: key, description: '' })
    await db
      .insertInto('segment')
      .values(keys.map((key) => ({ ...row(key, project.newId()), createdAt: now, archivedAt: null })))
      .execute()
    const ctx = await inEnvironment(project)
    const all = keys.map((segment) => ({ segment })).slice(0, 60)
    await publishNow(
      ctx,
      keys.map((key, at) => ({
        kind: 'segment',
        key,
        document: aSegment(key, { when: at < 60 ? null : { any: all } }),
      })),
    )
    const after = await storedOf(ctx)
    expect(after.references).toHaveLength(240 * 60)
    expect(after.references).toEqual(after.named)
  })
})

describe('a publication based on an older revision', () => {
  it('goes in where others published about other subjects', async () => {
    const ctx = await anEnvironment(db)
    const base = await headOf(ctx)
    await publishNow(ctx, [flagEntry(aFlag('alpha').serving('on'))])
    const revision = await publish(ctx, { base, message: '', entries: [flagEntry(aFlag('bravo').serving('on'))] })
    expect(revision.number).toBe(base + 2)
  })

  it('is refused as stale where the same subject moved, with their side in the details', async () => {
    const ctx = await anEnvironment(db)
    const base = await headOf(ctx)
    const theirs = aFlag('alpha').serving('on')
    const { number } = await publishNow(ctx, [flagEntry(theirs)])
    const entries = [flagEntry(aFlag('bravo')), flagEntry(aFlag('alpha').switchedOff())]
    const error = await refusalOf(publish(ctx, { base, message: '', entries }))
    expect(error.code).toBe('revision/stale')
    expect(error.details).toMatchObject({
      base,
      head: number,
      theirs: [{ kind: 'flag', key: 'alpha', number, document: { ...theirs }, actorName: ctx.actor.name }],
    })
    expect(error.message).toContain(`flag "alpha" (revision ${number}`)
  })

  it('does not take a segment for the flag of the same key', async () => {
    const ctx = await anEnvironment(db)
    const input = { project: ctx.project.key, key: 'alpha', name: 'alpha', description: '' }
    await createSegment(ctx, { ...input, document: { included: [], excluded: [], when: null } })
    const base = await headOf(ctx)
    await publishNow(ctx, [{ kind: 'segment', key: 'alpha', document: aSegment('alpha', { included: ['ada'] }) }])
    await expect(publish(ctx, { base, message: '', entries: [flagEntry(aFlag('alpha'))] })).resolves.toBeDefined()
  })

  it('is refused where its base does not exist yet', async () => {
    const ctx = await anEnvironment(db)
    const head = await headOf(ctx)
    const error = await refusalOf(publish(ctx, { base: head + 1, message: '', entries: [flagEntry(aFlag('alpha'))] }))
    expect(error.details.problems).toEqual([
      {
        path: 'base',
        problem: `there is no revision ${head + 1}`,
        expected: `a number from 0 to ${head}, the newest revision of development`,
      },
    ])
  })
})

describe('a publication', () => {
  it.each<[string, string, Entry[]]>([
    ['an unknown flag', 'flag/not-found', [flagEntry(aFlag('nowhere'))]],
    ['an unknown segment', 'segment/not-found', [{ kind: 'segment', key: 'nowhere', document: aSegment('nowhere') }]],
    ['one subject twice', 'request/invalid', [flagEntry(aFlag('alpha')), removal('flag', 'alpha')]],
    ['a document of another key', 'request/invalid', [{ kind: 'flag', key: 'alpha', document: { ...aFlag('bravo') } }]],
    ['a document of another type', 'flag/value-type', [flagEntry(aFlag('alpha').with({ type: 'string' }))]],
    ['a rule about no segment', 'rule/unknown-segment', [flagEntry(aFlag('alpha').rule({ segment: 'gone' }, 'on'))]],
    [
      'a circle',
      'flag/prerequisite-circle',
      [flagEntry(aFlag('alpha').requiring('bravo', 'on')), flagEntry(aFlag('bravo').requiring('alpha', 'on'))],
    ],
  ])('of %s is refused with %s and leaves no trace', async (_, code, entries) => {
    const ctx = await anEnvironment(db)
    const before = await storedOf(ctx)
    expect((await refusalOf(publishNow(ctx, entries))).code).toBe(code)
    expect(await storedOf(ctx)).toEqual(before)
  })

  it('that takes away a flag somebody requires is refused, with who requires it', async () => {
    const ctx = await anEnvironment(db)
    await publishNow(ctx, [flagEntry(aFlag('alpha').requiring('bravo', 'on'))])
    const error = await refusalOf(publishNow(ctx, [removal('flag', 'bravo')]))
    expect(error.code).toBe('flag/required-by')
    expect(error.details.problems?.[0]?.path).toBe('flags.alpha.prerequisites[0].flag')
  })

  it('that takes away a flag together with the flag that required it goes in', async () => {
    const ctx = await anEnvironment(db)
    await publishNow(ctx, [flagEntry(aFlag('alpha').requiring('bravo', 'on'))])
    await publishNow(ctx, [removal('flag', 'bravo'), removal('flag', 'alpha')])
    expect((await storedOf(ctx)).heads).not.toHaveProperty('flag/bravo')
  })

  it('that takes away a segment in use is refused', async () => {
    const ctx = await anEnvironment(db)
    await publishNow(ctx, [flagEntry(aFlag('alpha').rule({ segment: 'beta' }, 'on'))])
    expect((await refusalOf(publishNow(ctx, [removal('segment', 'beta')]))).code).toBe('segment/in-use')
  })

  it('that takes away a variant others name is refused', async () => {
    const ctx = await anEnvironment(db)
    await publishNow(ctx, [flagEntry(aFlag('alpha').requiring('bravo', 'on'))])
    const without = aFlag('bravo').with({ variants: { off: false }, otherwise: { variant: 'off' } })
    expect((await refusalOf(publishNow(ctx, [flagEntry(without)]))).code).toBe('variant/in-use')
  })

  it('about an archived flag is refused', async () => {
    const ctx = await anEnvironment(db)
    await db
      .updateTable('flag')
      .set({ archivedAt: new Date() })
      .where('projectId', '=', ctx.project.id)
      .where('key', '=', 'alpha')
      .execute()
    expect((await refusalOf(publishNow(ctx, [flagEntry(aFlag('alpha'))]))).code).toBe('flag/archived')
  })

  it('writes its audit event in the same transaction, with both sides', async () => {
    const ctx = await anEnvironment(db)
    const { number } = await publishNow(ctx, [flagEntry(aFlag('alpha').serving('on'))], 'everyone gets it')
    const { xid, event } = await db
      .selectFrom('revision')
      .innerJoin('event', (join) => join.onRef('event.environmentId', '=', 'revision.environmentId'))
      .select((eb) => [
        eb(eb.ref('revision.xmin' as 'revision.message'), '=', eb.ref('event.xmin' as 'event.action')).as('xid'),
        eb.fn.toJson('event').as('event'),
      ])
      .where('revision.environmentId', '=', ctx.environment.id)
      .where('revision.number', '=', number)
      .where('event.subject', '=', `${ctx.project.key}/development/${number}`)
      .executeTakeFirstOrThrow()
    expect(xid).toBe(true)
    expect(event).toMatchObject({
      action: 'revision.publish',
      before: { 'flag/alpha': { otherwise: { variant: 'on' } } },
      after: { message: 'everyone gets it', mark: null, entries: [{ kind: 'flag', key: 'alpha' }] },
    })
  })
})
