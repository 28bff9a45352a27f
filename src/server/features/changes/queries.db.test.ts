import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { aChange, aServedFlag, aTeam, servesOff } from '../../../../tests/support/team.ts'
import { type ChangeFilter, changesOf } from './queries.ts'
import { requestReview } from './request-review.ts'

const { db } = await testDatabase()
const [team, other] = [await aTeam(db), await aTeam(db)]
const environments = ['development', 'production']
const flags = [await aServedFlag(team, 'one'), await aServedFlag(team, 'two')]
const idOf = async (environment: string) => (await inEnvironment(team.ada, environment)).environment.id
const ids = new Map([
  ['development', await idOf('development')],
  ['production', await idOf('production')],
])

// two of each, in all combinations, and the same in another project
const all: { number: number; author: 'editor' | 'publisher'; flag: string; environment: string; state: string }[] = []
for (const author of ['editor', 'publisher'] as const)
  for (const flag of flags)
    for (const environment of environments) {
      const { number } = await aChange(team[author], flag, servesOff, [environment])
      const isAsked = flag === 'two' && environment === 'production'
      if (isAsked) await requestReview(team[author], { change: number })
      all.push({ number, author, flag, environment, state: isAsked ? 'in-review' : 'draft' })
    }
await aChange(other.editor, await aServedFlag(other, 'one'), servesOff)

/** Each filter alone, with its expected result. */
const filters: [string, Partial<ChangeFilter>, (one: (typeof all)[number]) => boolean][] = [
  ['an author', { authorId: team.editor.actor.id ?? '' }, ({ author }) => author === 'editor'],
  ['a state', { states: ['in-review'] }, ({ state }) => state === 'in-review'],
  ['an environment', { environmentId: ids.get('production') }, ({ environment }) => environment === 'production'],
  ['a flag', { key: 'two' }, ({ flag }) => flag === 'two'],
  ['a kind', { kind: 'segment' }, () => false],
  ['what is older', { before: all[5]?.number }, ({ number }) => number < (all[5]?.number ?? 0)],
]
const pairs = filters.flatMap((one, at) => filters.slice(at).map((two) => [one, two] as const))

describe('the changes of a project', () => {
  it.each(pairs)('by $0.0 and $1.0', async ([, one, isOne], [, two, isTwo]) => {
    const found = await changesOf(db, team.ada.project, { limit: 100, ...one, ...two })
    const expected = all.filter((change) => isOne(change) && isTwo(change)).map(({ number }) => number)
    expect(found.map(({ number }) => number)).toEqual(expected.sort((a, b) => b - a))
  })

  it('are all of them, the newest first, as many as were asked for', async () => {
    const found = await changesOf(db, team.ada.project, { limit: 3 })
    expect(found.map(({ number }) => number)).toEqual(
      all
        .map(({ number }) => number)
        .sort((a, b) => b - a)
        .slice(0, 3),
    )
  })
})
