import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { aTeam } from '../../../../tests/support/team.ts'
import { deleteDrafts, draftsOf, upsertDraft } from './queries.ts'

const { db } = await testDatabase()
const [team, other] = [await aTeam(db), await aTeam(db)]
const environmentOf = async (where: typeof team, key: string) => (await inEnvironment(where.ada, key)).environment
const environments = new Map([
  ['production', await environmentOf(team, 'production')],
  ['staging', await environmentOf(team, 'staging')],
])
const [eda, pia] = [team.editor.actor.id ?? '', team.publisher.actor.id ?? '']
const kinds = ['flag', 'segment'] as const
const keys = ['one', 'two']

// two of each, and the same in another project
const places = [...environments.keys()].flatMap((environment) =>
  kinds.flatMap((kind) => keys.map((key) => ({ environment, kind, key }))),
)
for (const personId of [eda, pia]) {
  for (const { environment, kind, key } of places)
    await upsertDraft(db, draft(personId, environments.get(environment)?.id ?? '', kind, key))
  await upsertDraft(db, draft(personId, (await environmentOf(other, 'production')).id, 'flag', 'one'))
}

function draft(personId: string, environmentId: string, kind: 'flag' | 'segment', key: string) {
  return { personId, environmentId, kind, key, base: 1, document: '{}', updatedAt: new Date() }
}
const named = (one: { environment: string; kind: string; key: string }) => `${one.environment} ${one.kind} ${one.key}`
const left = async (personId: string, where = team) =>
  (await draftsOf(db, where.ada.project, personId)).map(named).sort()
const whole = places.map(named).sort()

describe('the drafts of a person', () => {
  it('are those of one project', async () => {
    expect([await left(eda), await left(eda, other)]).toEqual([whole, ['production flag one']])
  })

  it('go place by place, and nobody else’s with them', async () => {
    const gone = new Set<string>()
    for (const place of places.filter((_, at) => at % 3 === 0)) {
      await deleteDrafts(db, eda, [place, { ...place, environment: 'nowhere' }], environments)
      gone.add(named(place))
      expect(await left(eda)).toEqual(whole.filter((one) => !gone.has(one)))
    }
    expect([await left(pia), await left(eda, other)]).toEqual([whole, ['production flag one']])
  })
})
