import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aPerson, aProject, contextOf } from '../../../../tests/support/people.ts'
import { aChange, aServedFlag, aTeam, headIn, servesOff, type Team } from '../../../../tests/support/team.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { getLocked } from '../flags/get-locked.ts'
import { inbox } from './inbox.ts'
import { readChange } from './read-change.ts'
import { saveChange } from './save-change.ts'
import { withdrawChange } from './withdraw-change.ts'

const { db } = await testDatabase()
const aDraft = async (team: Team) => aChange(team.admin, await aServedFlag(team), servesOff)

describe('the inbox', () => {
  it('has the open changes of every project the caller sees, the one that moved last first', async () => {
    const [one, other] = [await aTeam(db), await aTeam(db)]
    const [first, second] = [await aDraft(one), await aDraft(other)]
    const { projects, changes } = await inbox(contextOf(db, await aPerson(db, 'Olga', 'owner')))
    expect(changes.map(({ project, title }) => [project, title])).toEqual([
      [other.key, second.title],
      [one.key, first.title],
    ])
    // ordered by name, which equals the key in this test
    expect(projects.map(({ key, role }) => `${key} ${role}`)).toEqual(
      [one.key, other.key].toSorted().map((key) => `${key} owner`),
    )
  })

  it('has nothing of a project that the caller does not see, nor of changes that are done', async () => {
    const team = await aTeam(db)
    const { number: change } = await aDraft(team)
    const empty = { projects: [], changes: [], more: false, promises: [], ramps: [], experiments: [] }
    expect(await inbox(team.stranger)).toEqual(empty)
    expect((await inbox(team.viewer)).changes).toHaveLength(1)
    await withdrawChange(team.admin, { change })
    expect(await inbox(team.viewer)).toEqual(empty)
    const { project } = await aProject(db)
    expect((await inbox(project)).projects.map(({ key }) => key)).not.toContain(project.project.key)
  })
})

describe('what PostgreSQL is asked', () => {
  const statements = async (act: () => Promise<unknown>) => {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await act()
      return spy.mock.calls.length
    } finally {
      spy.mockRestore()
    }
  }

  it('is as many statements for one entry, one change or one flag as for several', async () => {
    const team = await aTeam(db)
    const flags = []
    for (const key of ['a', 'b', 'c', 'd']) flags.push(await aServedFlag(team, key))
    const changeOf = async (keys: readonly string[]) => {
      const entries = []
      for (const key of keys) {
        const { base, document } = await headIn(team.editor, key)
        entries.push({ kind: 'flag' as const, key, environment: 'production', base, document: servesOff(document) })
      }
      return saveChange(team.editor, { project: team.key, title: 'Several', message: '', entries })
    }
    const [one, first] = [await changeOf(flags.slice(0, 1)), await statements(() => inbox(team.viewer))]
    const several = await changeOf(flags)
    const read = (change: number) => statements(() => readChange(team.publisher, { change }))
    expect(await read(several.number)).toBe(await read(one.number))
    expect(await statements(() => inbox(team.viewer))).toBe(first)
    const lock = (keys: readonly string[]) => statements(() => inTransaction(team.ada, (tx) => getLocked(tx, keys)))
    expect(await lock(flags)).toBe(await lock(flags.slice(0, 1)))
  })
})
