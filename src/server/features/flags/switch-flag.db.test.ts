import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { readStored } from '../../../../tests/support/log.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { restoreRevision } from '../publishing/restore-revision.ts'
import { archiveFlag } from './archive-flag.ts'
import { readFlag } from './read-flag.ts'
import { switchFlag } from './switch-flag.ts'

let db: Db
let project: ProjectCtx
beforeAll(async () => {
  db = (await testDatabase()).db
  project = (await aProject(db)).project
})

const headsOf = async (key: string) => (await readFlag(project, { flag: key })).heads
const numberIn = async (environment: string) =>
  (await readStored(db, (await inEnvironment(project, environment)).environment.id)).headNumber

describe('switching a flag', () => {
  it('changes the switch alone', async () => {
    await aLiveFlag(project, 'lamp')
    const ctx = await inEnvironment(project)
    const scope = { project: project.project.key, environment: 'development', flag: 'lamp' }
    const before = (await headsOf('lamp'))['development']
    const revision = await switchFlag(ctx, { ...scope, on: false, base: before?.revision ?? 0 })
    const after = (await headsOf('lamp'))['development']
    expect(after).toEqual({ revision: revision.number, document: { ...before?.document, on: false } })
    expect(revision).toMatchObject({
      message: 'Turned lamp off in Development',
      subjects: [{ kind: 'flag', key: 'lamp' }],
    })
  })

  it('is refused where somebody else published the flag meanwhile', async () => {
    await aLiveFlag(project, 'contested')
    const ctx = await inEnvironment(project)
    const scope = { project: project.project.key, environment: 'development', flag: 'contested' }
    const base = (await headsOf('contested'))['development']?.revision ?? 0
    await switchFlag(ctx, { ...scope, on: false, base })
    expect((await refusalOf(switchFlag(ctx, { ...scope, on: true, base }))).code).toBe('revision/stale')
  })

  it('is refused for an archived flag', async () => {
    await aLiveFlag(project, 'unlit')
    await archiveFlag(project, { flag: 'unlit' })
    const scope = { project: project.project.key, environment: 'development', flag: 'unlit' }
    expect((await refusalOf(switchFlag(await inEnvironment(project), { ...scope, on: true, base: 0 }))).code).toBe(
      'flag/archived',
    )
  })
})

describe('a flag that a restore of its environment took out', () => {
  it('comes back by its switch, with the document it last had there', async () => {
    const ctx = await inEnvironment(project)
    const to = await numberIn('development')
    await aLiveFlag(project, 'younger')
    const last = (await headsOf('younger'))['development']?.document
    const { revision } = await restoreRevision(ctx, { to, base: await numberIn('development'), message: '' })
    expect((await headsOf('younger'))['development']).toBeUndefined()
    const base = revision?.number ?? 0
    await switchFlag(ctx, { project: ctx.project.key, environment: 'development', flag: 'younger', on: false, base })
    expect((await headsOf('younger'))['development']?.document).toEqual({ ...last, on: false })
  })
})
