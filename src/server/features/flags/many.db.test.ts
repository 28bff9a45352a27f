import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { readStored } from '../../../../tests/support/log.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { publish } from '../publishing/publish.ts'
import { archiveMany } from './archive-many.ts'
import { readFlag } from './read-flag.ts'
import { restoreMany } from './restore-many.ts'

let db: Db
let project: ProjectCtx
beforeAll(async () => {
  db = (await testDatabase()).db
})
beforeEach(async () => {
  project = (await aProject(db)).project
})

const everywhere = ['development', 'staging', 'production']
const headsOf = async (key: string) => (await readFlag(project, { flag: key })).heads
const numberIn = async (environment: string) =>
  (await readStored(db, (await inEnvironment(project, environment)).environment.id)).headNumber

describe('archiving several flags', () => {
  it('takes all of them with one revision in each environment, and an event each', async () => {
    await aLiveFlag(project, 'one', everywhere)
    await aLiveFlag(project, 'two', everywhere)
    const before = await numberIn('production')
    const archived = await archiveMany(project, { flags: ['two', 'one', 'two'] })
    expect(archived.map(({ key, archivedAt }) => [key, archivedAt !== null])).toEqual([
      ['one', true],
      ['two', true],
    ])
    expect([await headsOf('one'), await headsOf('two')]).toEqual([{}, {}])
    expect(await numberIn('production')).toBe(before + 1)
    const events = (await eventsOf(db, project.project.id)).filter(({ action }) => action === 'flag.archive')
    expect(events.map(({ subject }) => subject.split('/')[1])).toEqual(['one', 'two'])
  })

  it('is undone as it was, with its switches', async () => {
    await aLiveFlag(project, 'lit', ['development', 'production'])
    const before = await headsOf('lit')
    await archiveMany(project, { flags: ['lit'] })
    await restoreMany(project, { flags: ['lit'], asItWas: true })
    const documents = (heads: Awaited<ReturnType<typeof headsOf>>) =>
      Object.entries(heads).map(([environment, { document }]) => [environment, document])
    expect(documents(await headsOf('lit'))).toEqual(documents(before))
  })

  it('takes none where a flag that stays names one of them, and both together', async () => {
    await aLiveFlag(project, 'base')
    await aLiveFlag(project, 'loose')
    await aLiveFlag(project, 'tower')
    const ctx = await inEnvironment(project)
    const head = (await headsOf('tower'))['development']
    if (!head) throw new Error('the tower is not there')
    const document = { ...head.document, prerequisites: [{ flag: 'base', variants: ['on'] }] }
    await publish(ctx, { base: head.revision, message: '', entries: [{ kind: 'flag', key: 'tower', document }] })
    const error = await refusalOf(archiveMany(project, { flags: ['base', 'loose'] }))
    expect(error.code).toBe('flag/required-by')
    expect(Object.keys(await headsOf('loose'))).toEqual(everywhere)
    await archiveMany(project, { flags: ['base', 'tower'] })
    expect(await headsOf('tower')).toEqual({})
  })

  it('asks for the right to publish where a flag is on', async () => {
    await aLiveFlag(project, 'guarded', everywhere)
    const editor = await aPerson(db, 'Eda')
    await join(db, editor, project.project.key, 'editor')
    const ctx = contextOf(db, editor)
    const mine = { ...ctx, project: await proveProject(db, editor, project.project.key) }
    expect((await refusalOf(archiveMany(mine, { flags: ['guarded'] }))).code).toBe('auth/forbidden')
    await archiveMany(project, { flags: ['guarded'] })
    expect((await refusalOf(restoreMany(mine, { flags: ['guarded'], asItWas: true }))).code).toBe('auth/forbidden')
    expect(await restoreMany(mine, { flags: ['guarded'], asItWas: false })).toMatchObject([{ archivedAt: null }])
  })
})
