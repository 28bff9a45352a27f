import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { aServedFlag, aTeam, publishPast, servesHalf } from '../../../../tests/support/team.ts'
import { CompareInput } from '../../../shared/features/publishing/schemas/history.ts'
import { compareEnvironments } from '../publishing/compare-environments.ts'
import { datafileAsOf } from '../publishing/datafile-as-of.ts'
import { archiveFlag } from './archive-flag.ts'
import { getAsOf } from './get-as-of.ts'
import { listAsOf } from './list-as-of.ts'
import { listFlags } from './list-flags.ts'
import { readFlag } from './read-flag.ts'

describe('the flags as they were', async () => {
  const { db } = await testDatabase()
  let clock = Date.parse('2026-01-01T00:00:00Z')
  const team = await aTeam(db, 0, () => new Date(clock))
  const flag = await aServedFlag(team)
  const now = () => new Date(clock).toISOString()
  const later = () => {
    clock += 60_000
  }

  it('are those of now at the present instant, and none before the first', async () => {
    expect((await listAsOf(team.viewer, { at: now() })).rows).toEqual(
      (await listFlags(team.viewer, { archived: false })).rows,
    )
    expect((await listAsOf(team.viewer, { at: '2020-01-01T00:00:00.000Z' })).rows).toEqual([])
  })

  it('keep what an instant showed, also of a flag archived since', async () => {
    const gone = await aServedFlag(team)
    const then = now()
    const [rows, page] = [
      (await listFlags(team.viewer, { archived: false })).rows,
      await readFlag(team.viewer, { flag }),
    ]
    later()
    await publishPast(team, flag, servesHalf, 'development')
    await archiveFlag(team.ada, { flag: gone })
    const past = await listAsOf(team.viewer, { at: then })
    expect(past.rows.map(({ cells }) => cells)).toEqual(rows.map(({ cells }) => cells))
    expect(await getAsOf(team.viewer, { flag, at: then })).toEqual(page)
    expect((await getAsOf(team.viewer, { flag, at: now() })).heads['development']?.document).toMatchObject({
      otherwise: { split: {} },
    })
  })

  it('are compared as they were, a page at a time', async () => {
    const at = now()
    const environments = { project: team.key, from: 'development', to: 'staging' }
    const before = await compareEnvironments(team.viewer, CompareInput.parse(environments))
    later()
    await publishPast(team, flag, (document) => ({ ...document, on: false }), 'staging')
    await aServedFlag(team)
    expect(await compareEnvironments(team.viewer, CompareInput.parse({ ...environments, at }))).toEqual(before)
    const [first, ...rest] = before.differences
    const page = await compareEnvironments(team.viewer, CompareInput.parse({ ...environments, at, limit: 1 }))
    expect(page.differences).toEqual(first === undefined ? [] : [first])
    const after = page.next ?? undefined
    const next = await compareEnvironments(team.viewer, CompareInput.parse({ ...environments, at, after }))
    expect(next.differences).toEqual(rest)
  })

  it('are read once: who asks again is answered from memory, and what is published since changes nothing', async () => {
    const at = now()
    const first = await listAsOf(team.viewer, { at })
    const datafile = await datafileAsOf(await inEnvironment(team.viewer), { at })
    later()
    await publishPast(team, flag, servesHalf, 'production')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const again = await listAsOf(team.viewer, { at })
    expect(again.rows).toEqual(first.rows)
    expect(await datafileAsOf(await inEnvironment(team.viewer), { at })).toEqual(datafile)
    const read = query.mock.calls.map(([text]: readonly unknown[]) => String(text))
    query.mockRestore()
    expect(read.length).toBeGreaterThan(0)
    expect(read.filter((text) => /from entry|from head/.test(text))).toEqual([])
  })
})
