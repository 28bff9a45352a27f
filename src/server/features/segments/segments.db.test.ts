import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { CreateSegmentInput } from '../../../shared/features/segments/schemas/segment-view.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { publish } from '../publishing/publish.ts'
import { createSegment } from './create-segment.ts'
import { getSegment, listSegments } from './read-segments.ts'

let db: Db
let project: ProjectCtx
beforeAll(async () => {
  db = (await testDatabase()).db
  project = (await aProject(db)).project
})
const input = (key: string, more: object = {}) =>
  CreateSegmentInput.parse({ project: project.project.key, key, name: key, ...more })

describe('creating a segment', () => {
  it('publishes the same document to every environment', async () => {
    const document = { included: ['ada'], excluded: ['eve'], when: null }
    const segment = await createSegment(project, input('beta', { document }))
    const { heads } = await getSegment(project, { segment: 'beta' })
    expect(Object.keys(heads).sort()).toEqual(['development', 'production', 'staging'])
    for (const head of Object.values(heads)) expect(head.document).toEqual({ key: 'beta', ...document })
    expect(segment.archivedAt).toBeNull()
    const events = await eventsOf(db, project.project.id)
    expect(events.at(-1)).toMatchObject({ action: 'segment.create', subject: `${project.project.key}/beta` })
  })

  it('is refused for a key that differs only in case', async () => {
    await createSegment(project, input('Staff'))
    expect((await refusalOf(createSegment(project, input('staff')))).code).toBe('segment/key-taken')
  })

  it('is refused where it refers to itself, and leaves no row behind', async () => {
    const document = { included: [], excluded: [], when: { segment: 'ouroboros' } }
    expect((await refusalOf(createSegment(project, input('ouroboros', { document })))).code).toBe('segment/circle')
    expect((await listSegments(project)).map((segment) => segment.key)).not.toContain('ouroboros')
  })
})

describe('a segment', () => {
  it('tells which flags and segments use it, in whatever environment', async () => {
    await createSegment(project, input('inner'))
    const document = { included: [], excluded: [], when: { segment: 'inner' } }
    await createSegment(project, input('outer', { document }))
    await aLiveFlag(project, 'user')
    const ctx = await inEnvironment(project, 'staging')
    const entry = {
      kind: 'flag' as const,
      key: 'user',
      document: { ...aFlag('user').rule({ segment: 'inner' }, 'on') },
    }
    const base = (await getSegment(project, { segment: 'inner' })).heads['staging']?.revision ?? 0
    await publish(ctx, { base: base + 2, message: '', entries: [entry] })
    expect((await getSegment(project, { segment: 'inner' })).usedBy).toEqual({ flags: ['user'], segments: ['outer'] })
  })

  it('of another project is not there', async () => {
    const { project: other } = await aProject(db)
    await createSegment(
      other,
      CreateSegmentInput.parse({ project: other.project.key, key: 'foreign', name: 'Foreign' }),
    )
    expect((await refusalOf(getSegment(project, { segment: 'foreign' }))).code).toBe('segment/not-found')
  })
})
