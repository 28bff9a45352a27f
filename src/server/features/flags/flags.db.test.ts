import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { readStored } from '../../../../tests/support/log.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { CreateFlagInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { publish } from '../publishing/publish.ts'
import { archiveFlag } from './archive-flag.ts'
import { createFlag } from './create-flag.ts'
import { editFlag } from './edit-flag.ts'
import { listFlags } from './list-flags.ts'
import { listRequirers } from './list-requirers.ts'
import { readFlag } from './read-flag.ts'
import { restoreFlag } from './restore-flag.ts'

let db: Db
let project: ProjectCtx
beforeAll(async () => {
  db = (await testDatabase()).db
  project = (await aProject(db)).project
})

const input = (more: object) => CreateFlagInput.parse({ project: project.project.key, name: 'A flag', ...more })
const eventsAbout = async (key: string) =>
  (await eventsOf(db, project.project.id)).filter((event) => event.subject === `${project.project.key}/${key}`)
const actionsOn = async (key: string) => (await eventsAbout(key)).map((event) => event.action)
const headsOf = async (key: string) => (await readFlag(project, { flag: key })).heads
const numberIn = async (environment: string) =>
  (await readStored(db, (await inEnvironment(project, environment)).environment.id)).headNumber

describe('creating a flag', () => {
  it('publishes it to every environment, on where it is said and off elsewhere', async () => {
    const flag = await createFlag(project, input({ key: 'fresh', onIn: ['staging'], tags: ['a', 'a', 'b'] }))
    expect(flag).toMatchObject({ key: 'fresh', type: 'boolean', variants: ['on', 'off'], tags: ['a', 'b'] })
    const heads = await headsOf('fresh')
    expect(Object.entries(heads).map(([key, head]) => [key, head.document.on])).toEqual(
      expect.arrayContaining([
        ['development', false],
        ['staging', true],
        ['production', false],
      ]),
    )
    expect(heads['staging']?.document).toMatchObject({ offVariant: 'off', otherwise: { variant: 'on' }, rules: [] })
    expect(await actionsOn('fresh')).toEqual(['flag.create'])
  })

  it('gives it one salt in all environments, and every flag another', async () => {
    await createFlag(project, input({ key: 'salt-a' }))
    await createFlag(project, input({ key: 'salt-b' }))
    const salts = async (key: string) => Object.values(await headsOf(key)).map((head) => head.document.salt)
    expect(new Set(await salts('salt-a')).size).toBe(1)
    expect(await salts('salt-a')).not.toEqual(await salts('salt-b'))
  })

  it('keeps the order of its variants', async () => {
    const variants = ['zebra', 'ant', '10', '9'].map((key) => ({ key, value: key }))
    const flag = await createFlag(project, input({ key: 'ordered', type: 'string', variants }))
    expect(flag.variants).toEqual(['zebra', 'ant', '10', '9'])
  })

  it.each<[string, object, string]>([
    ['a key that differs only in case', { key: 'FRESH' }, 'flag/key-taken'],
    ['an unknown environment', { key: 'x1', onIn: ['moon'] }, 'environment/not-found'],
    ['no variants, and it is not boolean', { key: 'x2', type: 'string' }, 'request/invalid'],
    [
      'a variant twice',
      { key: 'x3', type: 'number', variants: [1, 2].map((value) => ({ key: 'a', value })) },
      'request/invalid',
    ],
    [
      'a value of another type',
      { key: 'x4', type: 'number', variants: [{ key: 'a', value: 'one' }] },
      'flag/value-type',
    ],
  ])('is refused for %s, and nothing of it is kept', async (_, more, code) => {
    const before = await numberIn('development')
    const error = await refusalOf(createFlag(project, input(more)))
    expect(error.code).toBe(code)
    expect(await numberIn('development')).toBe(before)
    expect((await listFlags(project, { archived: false })).rows.map((row) => row.flag.key)).not.toContain('x1')
  })

  it('of one key by many at once succeeds once', async () => {
    const attempts = Array.from({ length: 5 }, () => createFlag(project, input({ key: 'race' })))
    const results = await Promise.allSettled(attempts)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(new Set(codes)).toEqual(new Set(['flag/key-taken']))
  })
})

describe('a list of flags', () => {
  it('shows what each environment serves, and archived flags apart', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'shown')
    await aLiveFlag(project, 'gone')
    await archiveFlag(project, { flag: 'gone' })
    const live = await listFlags(project, { archived: false })
    const row = live.rows.find((one) => one.flag.key === 'shown')
    expect(row?.cells['development']).toMatchObject({ on: true, rules: 0, revision: expect.any(Number) })
    expect(row?.cells['production']?.on).toBe(false)
    expect(live.rows.map((one) => one.flag.key)).not.toContain('gone')
    expect((await listFlags(project, { archived: true })).rows.map((one) => one.flag.key)).toEqual(['gone'])
  })

  it('holds nothing of another project', async () => {
    const { project: other } = await aProject(db)
    await aLiveFlag(other, 'foreign')
    expect((await listFlags(project, { archived: false })).rows.map((one) => one.flag.key)).not.toContain('foreign')
    expect((await refusalOf(readFlag(project, { flag: 'foreign' }))).code).toBe('flag/not-found')
  })
})

describe('a flag that is not there', () => {
  it('is refused with the one that was meant, where only the case differs', async () => {
    await aLiveFlag(project, 'CamelCase')
    expect((await refusalOf(readFlag(project, { flag: 'camelcase' }))).message).toContain('Did you mean "CamelCase"?')
  })
})

describe('updating a flag', () => {
  it('changes what is named and leaves the rest and the log alone', async () => {
    await createFlag(project, input({ key: 'named', description: 'old', tags: ['keep'] }))
    const before = await numberIn('development')
    const flag = await editFlag(project, {
      project: project.project.key,
      flag: 'named',
      name: 'New',
      permanence: 'permanent',
    })
    expect(flag).toMatchObject({ name: 'New', description: 'old', tags: ['keep'], permanence: 'permanent' })
    expect(await numberIn('development')).toBe(before)
    expect(await eventsAbout('named')).toMatchObject([
      { action: 'flag.create' },
      { action: 'flag.update', before: { name: 'A flag', permanence: 'temporary' }, after: { name: 'New' } },
    ])
  })

  it('is refused for an archived flag', async () => {
    await aLiveFlag(project, 'frozen')
    await archiveFlag(project, { flag: 'frozen' })
    const error = await refusalOf(editFlag(project, { project: project.project.key, flag: 'frozen', name: 'x' }))
    expect(error.code).toBe('flag/archived')
  })
})

describe('archiving a flag', () => {
  it('takes it out of every environment, and restoring brings its documents back, off', async () => {
    await aLiveFlag(project, 'phoenix', ['development', 'staging'])
    const before = await headsOf('phoenix')
    expect((await archiveFlag(project, { flag: 'phoenix' })).archivedAt).not.toBeNull()
    expect(await headsOf('phoenix')).toEqual({})
    expect((await restoreFlag(project, { flag: 'phoenix' })).archivedAt).toBeNull()
    const after = await headsOf('phoenix')
    for (const [environment, head] of Object.entries(before)) {
      expect(after[environment]?.document).toEqual({ ...head.document, on: false })
    }
    expect(await actionsOn('phoenix')).toEqual(['flag.create', 'flag.archive', 'flag.restore'])
  })

  it('twice changes nothing the second time, also at the same instant', async () => {
    await aLiveFlag(project, 'once')
    const before = await numberIn('development')
    await Promise.all([archiveFlag(project, { flag: 'once' }), archiveFlag(project, { flag: 'once' })])
    await archiveFlag(project, { flag: 'once' })
    expect(await numberIn('development')).toBe(before + 1)
    expect(await actionsOn('once')).toEqual(['flag.create', 'flag.archive'])
  })

  it('is refused while another flag requires it, and leaves every environment as it was', async () => {
    await aLiveFlag(project, 'base')
    await aLiveFlag(project, 'tower')
    const ctx = await inEnvironment(project, 'staging')
    const head = (await headsOf('tower'))['staging']
    const document = { ...(head?.document ?? aFlag('tower')), prerequisites: [{ flag: 'base', variants: ['on'] }] }
    await publish(ctx, { base: head?.revision ?? 0, message: '', entries: [{ kind: 'flag', key: 'tower', document }] })
    const before = await headsOf('base')
    const error = await refusalOf(archiveFlag(project, { flag: 'base' }))
    expect(error.code).toBe('flag/required-by')
    expect(error.details.problems?.[0]?.path).toBe('flags.tower.prerequisites[0].flag')
    expect(await headsOf('base')).toEqual(before)
    expect((await readFlag(project, { flag: 'base' })).flag.archivedAt).toBeNull()
  })
})

describe('what ties a flag', () => {
  it('is an owner who is a member, and nobody else', async () => {
    await createFlag(project, input({ key: 'owned' }))
    const [member] = await db
      .selectFrom('membership')
      .select('personId')
      .where('projectId', '=', project.project.id)
      .execute()
    const there = { project: project.project.key, flag: 'owned' }
    const owner = member?.personId ?? ''
    expect((await editFlag(project, { ...there, owner })).owner?.id).toBe(owner)
    expect((await editFlag(project, { ...there, owner: null })).owner).toBe(null)
  })

  it('has a JSON Schema that its values meet, and refuses one that a live value does not', async () => {
    const variants = [
      { key: 'a', value: { size: 1 } },
      { key: 'b', value: { size: 2 } },
    ]
    await createFlag(project, input({ key: 'shaped', type: 'object', variants }))
    const there = { project: project.project.key, flag: 'shaped' }
    const schema = { type: 'object', required: ['size'], properties: { size: { type: 'number', maximum: 2 } } }
    await editFlag(project, { ...there, schema })
    expect((await readFlag(project, { flag: 'shaped' })).schema).toEqual(schema)
    await editFlag(project, { ...there, name: 'Still shaped' })
    expect((await readFlag(project, { flag: 'shaped' })).schema).toEqual(schema)
    const narrow = await refusalOf(editFlag(project, { ...there, schema: { properties: { size: { maximum: 1 } } } }))
    expect(narrow).toMatchObject({
      code: 'flag/schema-violation',
      details: { problems: expect.arrayContaining([expect.objectContaining({ path: 'schema' })]) },
    })
    expect((await refusalOf(editFlag(project, { ...there, schema: { type: 'nonsense' } }))).code).toBe(
      'flag/schema-violation',
    )
    await editFlag(project, { ...there, schema: null })
    expect((await readFlag(project, { flag: 'shaped' })).schema).toBe(null)
  })

  it('is expected to end when somebody says so, until they take it back', async () => {
    await createFlag(project, input({ key: 'ending' }))
    const there = { project: project.project.key, flag: 'ending' }
    const expectedEnd = '2027-01-31T23:00:00.000Z'
    expect((await editFlag(project, { ...there, expectedEnd })).expectedEnd).toBe(expectedEnd)
    expect((await editFlag(project, { ...there, name: 'Still ending' })).expectedEnd).toBe(expectedEnd)
    expect((await editFlag(project, { ...there, expectedEnd: null })).expectedEnd).toBe(null)
    const stranger = editFlag(project, { ...there, owner: '01900000-0000-7000-8000-000000000000' })
    await expect(stranger).rejects.toMatchObject({ code: 'member/not-found' })
  })

  it('is every flag that requires it, in any environment', async () => {
    await createFlag(project, input({ key: 'needed-below' }))
    await createFlag(project, input({ key: 'needs-below' }))
    expect(await listRequirers(project, { flag: 'needed-below' })).toEqual([])
    const there = await inEnvironment(project, 'staging')
    const head = (await headsOf('needs-below'))['staging']
    if (!head) throw new Error('no head')
    const document = { ...head.document, prerequisites: [{ flag: 'needed-below', variants: ['on'] }] }
    await publish(there, {
      base: head.revision,
      message: '',
      entries: [{ kind: 'flag', key: 'needs-below', document }],
    })
    expect(await listRequirers(project, { flag: 'needed-below' })).toEqual(['needs-below'])
  })
})
