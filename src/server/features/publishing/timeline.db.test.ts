import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { switchFlag } from '../flags/switch-flag.ts'
import { listRevisions } from './list-revisions.ts'
import { revisionsEverywhere } from './revisions-everywhere.ts'
import { timeline } from './timeline.ts'

let project: ProjectCtx
const start = Date.parse('2026-11-20T10:00:00.000Z')
const hourMs = 3_600_000
let nowMs = start
const at = (ms: number) => new Date(ms).toISOString()

beforeAll(async () => {
  const { db } = await testDatabase()
  project = { ...(await aProject(db)).project, now: () => new Date(nowMs) }
  await aLiveFlag(project, 'checkout')
  await aLiveFlag(project, 'other')
  const turn = async (flag: string, on: boolean, atMs: number) => {
    nowMs = atMs
    await switchFlag(await inEnvironment(project), {
      project: project.project.key,
      environment: 'development',
      flag,
      on,
      base: await headOf(),
    })
  }
  const headOf = async () => {
    const row = await db
      .selectFrom('environment')
      .select('headNumber')
      .where('projectId', '=', project.project.id)
      .where('key', '=', 'development')
      .executeTakeFirstOrThrow()
    return row.headNumber
  }
  await turn('checkout', false, start + 10 * hourMs)
  await turn('checkout', true, start + 10 * hourMs + 1_000)
  await turn('other', false, start + 20 * hourMs)
  nowMs = start + 24 * hourMs
})

const span = { from: at(start), until: at(start + 24 * hourMs), buckets: 24 }

describe('the timeline of a project', () => {
  it('has one mark for what was published close in time, of each environment', async () => {
    const { marks, total } = await timeline(project, span)
    expect(total).toBe(9)
    expect(marks.map(({ environment, count, number }) => [environment, count, number])).toEqual([
      ['development', 2, 2],
      ['staging', 2, 2],
      ['production', 2, 2],
      ['development', 2, 4],
      ['development', 1, 5],
    ])
    expect(marks.at(-1)).toMatchObject({ first: at(start + 20 * hourMs), last: at(start + 20 * hourMs), actor: 'Ada' })
  })

  it('is of one environment, of one flag, and of a stretch of time', async () => {
    const total = async (more: object) => (await timeline(project, { ...span, ...more })).total
    expect(await total({ environment: 'staging' })).toBe(2)
    expect(await total({ flag: 'other' })).toBe(4)
    expect(await total({ from: at(start + 15 * hourMs) })).toBe(1)
    expect(await total({ until: at(start) })).toBe(0)
  })
})

describe('the revisions of an environment', () => {
  it.each([1, 2, 3, 4, 5, 6])('come newest first, %d at a time, until the first one was told', async (limit) => {
    const there = await inEnvironment(project)
    const paged: number[] = []
    for (let before: number | undefined; ; ) {
      const { revisions, next } = await listRevisions(there, { limit, ...(before && { before }) })
      expect(revisions.length).toBeGreaterThan(0)
      paged.push(...revisions.map(({ number }) => number))
      if (next === null) break
      before = next
    }
    expect(paged).toEqual([5, 4, 3, 2, 1])
  })
})

describe('the revisions of every environment', () => {
  it('come newest first, a page at a time, without loss or repetition', async () => {
    const whole = await revisionsEverywhere(project, { limit: 100 })
    expect(whole.next).toBeNull()
    expect(whole.revisions).toHaveLength(9)
    const times = whole.revisions.map(({ publishedAt }) => publishedAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(whole.revisions[0]).toMatchObject({ environment: 'development', number: 5, touched: 1 })
    expect(whole.revisions[0]?.subjects).toEqual([{ kind: 'flag', key: 'other' }])
    const paged: string[] = []
    for (let before: string | undefined; ; ) {
      const page = await revisionsEverywhere(project, { limit: 2, ...(before && { before }) })
      paged.push(...page.revisions.map(({ environment, number }) => `${environment} ${number}`))
      if (page.next === null) break
      before = page.next
    }
    expect(paged).toEqual(whole.revisions.map(({ environment, number }) => `${environment} ${number}`))
  })

  it('refuse a place that is none', async () => {
    for (const before of ['nowhere', '2026-99-99T00:00:00.000Z x 1'])
      expect((await refusalOf(revisionsEverywhere(project, { limit: 2, before }))).code).toBe('request/invalid')
  })
})
