import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aPerson, aProject, contextOf } from '../../../../tests/support/people.ts'
import { aChange, aServedFlag, aTeam, servesOff, type Team } from '../../../../tests/support/team.ts'
import { inbox } from './inbox.ts'
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
    // ordered by name, which is the key here
    expect(projects.map(({ key, role }) => `${key} ${role}`)).toEqual(
      [one.key, other.key].toSorted().map((key) => `${key} owner`),
    )
  })

  it('has nothing of a project that the caller does not see, nor of changes that are done', async () => {
    const team = await aTeam(db)
    const { number: change } = await aDraft(team)
    const empty = { projects: [], changes: [], more: false, promises: [], ramps: [] }
    expect(await inbox(team.stranger)).toEqual(empty)
    expect((await inbox(team.viewer)).changes).toHaveLength(1)
    await withdrawChange(team.admin, { change })
    expect(await inbox(team.viewer)).toEqual(empty)
    const { project } = await aProject(db)
    expect((await inbox(project)).projects.map(({ key }) => key)).not.toContain(project.project.key)
  })
})
