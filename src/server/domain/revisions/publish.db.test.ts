import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag, aSegment, where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { ofKind, readStored, someEntries } from '../../../../tests/support/log.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Entry } from '../../../shared/schemas/revision.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../db/pool.ts'
import type { EnvironmentCtx } from '../../kernel/ctx.ts'
import { create as createSegment } from '../segments/create.ts'
import { publish } from './publish.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase(12)).db
})

const flagKeys = ['alpha', 'bravo', 'charlie']
const segmentKeys = ['beta', 'staff']

/** An environment of a new project with three flags and two segments. */
async function anEnvironment(key = 'development'): Promise<EnvironmentCtx> {
  const { project } = await aProject(db)
  for (const flag of flagKeys) await aLiveFlag(project, flag)
  for (const segment of segmentKeys) {
    const empty = { included: [], excluded: [], when: null }
    const input = { project: project.project.key, key: segment, name: segment, description: '', document: empty }
    await createSegment(project, input)
  }
  return inEnvironment(project, key)
}

const flagEntry = (flag: FlagDocument): Entry => ({ kind: 'flag', key: flag.key, document: { ...flag } })
const removal = (kind: 'flag' | 'segment', key: string): Entry => ({ kind, key, document: null })
const stored = (ctx: EnvironmentCtx) => readStored(db, ctx.environment.id)
const headOf = async (ctx: EnvironmentCtx) => (await stored(ctx)).headNumber

/** Publishes on top of the newest revision. */
const publishNow = async (ctx: EnvironmentCtx, entries: Entry[], message = '') =>
  publish(ctx, { base: await headOf(ctx), message, entries })

describe('the log', () => {
  it('folds into the heads after any publications, and a refused one leaves no trace', async () => {
    const ctx = await anEnvironment()
    await fc.assert(
      fc.asyncProperty(someEntries(flagKeys, segmentKeys), async (entries) => {
        const before = await stored(ctx)
        const revision = await publishNow(ctx, entries).catch((error: unknown) => {
          if (error instanceof FanionError) return undefined
          throw error
        })
        const after = await stored(ctx)
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
    const after = await stored(ctx)
    expect(after.numbers).toEqual(Array.from({ length: base + 40 }, (_, at) => at + 1))
    expect(after.heads).toEqual(after.fold)
    expect(after.digest).toBe(digestOf(ofKind<FlagDocument>(after.heads, 'flag'), {}))
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
    const after = await stored(ctx)
    expect(after.references).toHaveLength(240 * 60)
    expect(after.references).toEqual(after.named)
  })
})

describe('a publication based on an older revision', () => {
  it('goes in where others published about other subjects', async () => {
    const ctx = await anEnvironment()
    const base = await headOf(ctx)
    await publishNow(ctx, [flagEntry(aFlag('alpha').serving('on'))])
    const revision = await publish(ctx, { base, message: '', entries: [flagEntry(aFlag('bravo').serving('on'))] })
    expect(revision.number).toBe(base + 2)
  })

  it('is refused as stale where the same subject moved, with their side in the details', async () => {
    const ctx = await anEnvironment()
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
    const ctx = await anEnvironment()
    const input = { project: ctx.project.key, key: 'alpha', name: 'alpha', description: '' }
    await createSegment(ctx, { ...input, document: { included: [], excluded: [], when: null } })
    const base = await headOf(ctx)
    await publishNow(ctx, [{ kind: 'segment', key: 'alpha', document: aSegment('alpha', { included: ['ada'] }) }])
    await expect(publish(ctx, { base, message: '', entries: [flagEntry(aFlag('alpha'))] })).resolves.toBeDefined()
  })

  it('is refused where its base does not exist yet', async () => {
    const ctx = await anEnvironment()
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
    const ctx = await anEnvironment()
    const before = await stored(ctx)
    expect((await refusalOf(publishNow(ctx, entries))).code).toBe(code)
    expect(await stored(ctx)).toEqual(before)
  })

  it('that takes away a flag somebody requires is refused, with who requires it', async () => {
    const ctx = await anEnvironment()
    await publishNow(ctx, [flagEntry(aFlag('alpha').requiring('bravo', 'on'))])
    const error = await refusalOf(publishNow(ctx, [removal('flag', 'bravo')]))
    expect(error.code).toBe('flag/required-by')
    expect(error.details.problems?.[0]?.path).toBe('flags.alpha.prerequisites[0].flag')
  })

  it('that takes away a flag together with the flag that required it goes in', async () => {
    const ctx = await anEnvironment()
    await publishNow(ctx, [flagEntry(aFlag('alpha').requiring('bravo', 'on'))])
    await publishNow(ctx, [removal('flag', 'bravo'), removal('flag', 'alpha')])
    expect((await stored(ctx)).heads).not.toHaveProperty('flag/bravo')
  })

  it('that takes away a segment in use is refused', async () => {
    const ctx = await anEnvironment()
    await publishNow(ctx, [flagEntry(aFlag('alpha').rule({ segment: 'beta' }, 'on'))])
    expect((await refusalOf(publishNow(ctx, [removal('segment', 'beta')]))).code).toBe('segment/in-use')
  })

  it('that takes away a variant others name is refused', async () => {
    const ctx = await anEnvironment()
    await publishNow(ctx, [flagEntry(aFlag('alpha').requiring('bravo', 'on'))])
    const without = aFlag('bravo').with({ variants: { off: false }, otherwise: { variant: 'off' } })
    expect((await refusalOf(publishNow(ctx, [flagEntry(without)]))).code).toBe('variant/in-use')
  })

  it('about an archived flag is refused', async () => {
    const ctx = await anEnvironment()
    await db
      .updateTable('flag')
      .set({ archivedAt: new Date() })
      .where('projectId', '=', ctx.project.id)
      .where('key', '=', 'alpha')
      .execute()
    expect((await refusalOf(publishNow(ctx, [flagEntry(aFlag('alpha'))]))).code).toBe('flag/archived')
  })

  it('writes its audit event in the same transaction, with both sides', async () => {
    const ctx = await anEnvironment()
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

describe('an environment outside a limited membership', () => {
  it('takes nothing from its editor but what changes nobody’s answer', async () => {
    const ctx = await anEnvironment('staging')
    const role = { role: 'editor' as const, environments: ['development'] }
    const project = { ...contextOf(db, await aPerson(db, 'limited')), project: { ...ctx.project, ...role } }
    const editor = await inEnvironment(project, 'staging')
    const error = await refusalOf(publishNow(editor, [removal('flag', 'alpha')]))
    expect(error).toMatchObject({ code: 'auth/forbidden', details: { permission: 'revision.publish', role: 'viewer' } })
    await publishNow(ctx, [removal('flag', 'alpha')])
    await expect(publishNow(editor, [flagEntry(aFlag('alpha').switchedOff())])).resolves.toBeDefined()
  })
})

describe('a protected environment', () => {
  const as = async (ctx: EnvironmentCtx, role: 'editor' | 'publisher' | 'admin') => {
    const person = await aPerson(db, role)
    await join(db, person, ctx.project.key, role)
    const project = { ...contextOf(db, person), project: { ...ctx.project, role } }
    return inEnvironment(project, 'production')
  }
  const requireApprovals = (ctx: EnvironmentCtx, requiredApprovals: number) =>
    db.updateTable('environment').set({ requiredApprovals }).where('id', '=', ctx.environment.id).execute()

  it('takes no publication from an editor', async () => {
    const editor = await as(await anEnvironment('production'), 'editor')
    const error = await refusalOf(publishNow(editor, [flagEntry(aFlag('alpha'))], 'on'))
    expect(error).toMatchObject({ code: 'auth/forbidden', details: { permission: 'revision.publish-protected' } })
  })

  it('wants a message', async () => {
    const publisher = await as(await anEnvironment('production'), 'publisher')
    const error = await refusalOf(publishNow(publisher, [flagEntry(aFlag('alpha'))]))
    expect(error.details.problems?.[0]?.path).toBe('message')
    const revision = await publishNow(publisher, [flagEntry(aFlag('alpha'))], 'ready for everyone')
    expect(revision).toMatchObject({ message: 'ready for everyone', mark: null })
  })

  it('wants approval where it says so, owners included', async () => {
    const ctx = await anEnvironment('production')
    await requireApprovals(ctx, 2)
    const owner = await inEnvironment(ctx, 'production')
    const error = await refusalOf(publishNow(owner, [flagEntry(aFlag('alpha'))], 'on'))
    expect(error).toMatchObject({ code: 'change/approval-required', details: { requiredApprovals: 2 } })
  })

  it('lets a publisher turn a flag off at once, without approval or message, marked as an emergency', async () => {
    const ctx = await anEnvironment('production')
    const flag = aFlag('alpha').rule(where('country', 'is', 'NO'), 'on')
    await publishNow(ctx, [flagEntry(flag)], 'on')
    await requireApprovals(ctx, 1)
    const publisher = await as(ctx, 'publisher')
    const revision = await publishNow(publisher, [flagEntry(flag.switchedOff())])
    expect(revision.mark).toBe('emergency')
  })

  it('takes an emergency from no editor, and nothing more than the switch', async () => {
    const ctx = await anEnvironment('production')
    const flag = aFlag('alpha').rule(where('country', 'is', 'NO'), 'on')
    await publishNow(ctx, [flagEntry(flag)], 'on')
    await requireApprovals(ctx, 1)
    const editor = await as(ctx, 'editor')
    const forbidden = await refusalOf(publishNow(editor, [flagEntry(flag.switchedOff())]))
    expect(forbidden.details['permission']).toBe('revision.turn-off-protected')
    const publisher = await as(ctx, 'publisher')
    const more = await refusalOf(publishNow(publisher, [flagEntry(flag.switchedOff().with({ rules: [] }))], 'off'))
    expect(more.code).toBe('change/approval-required')
  })
})
