import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { join } from '../../../../tests/support/people.ts'
import { aSchedulingTeam, hour } from '../../../../tests/support/scheduling.ts'
import { aTeam, eventsOf, headIn, publishPast, servesOff } from '../../../../tests/support/team.ts'
import { createServiceToken } from '../access/keys/create-token.ts'
import { revokeServiceToken } from '../access/keys/tokens.ts'
import { readChange } from './read-change.ts'

describe('a scheduled change', async () => {
  const { db } = await testDatabase(12)
  const { team, now, pass, scheduled, stateOf } = await aSchedulingTeam(db)

  /** Runs the schedule and returns the result: the change's state, what is served, its comments and audit events. */
  const whenDue = async (flag: string, change: number) => {
    await pass()
    const { state, schedule: running, reviews } = await readChange(team.ada, { change })
    return {
      ...{ state, running, said: reviews.at(-1)?.body },
      serves: (await headIn(team.ada, flag)).document.otherwise,
      event: (await eventsOf(team, change)).at(-1),
    }
  }
  const wentBack = {
    ...{ state: 'in-review', running: null, said: expect.stringContaining('may not do so any more') },
    ...{ serves: { variant: 'on' }, event: 'change.lapse' },
  }

  it.each([
    ['was removed', () => db.deleteFrom('membership')],
    ['may not schedule any more', () => db.updateTable('membership').set({ role: 'editor' })],
    ['may do so elsewhere only', () => db.updateTable('membership').set({ environments: ['staging'] })],
  ] as const)('of somebody who %s goes back to review when it is due, and tells', async (_why, leave) => {
    const { flag, change } = await scheduled(servesOff, { as: team.second })
    // Cast: TypeScript cannot unify the method that the two statement builders share.
    await (leave() as ReturnType<typeof db.deleteFrom<'membership'>>)
      .where('personId', '=', team.second.actor.id)
      .execute()
    expect(await whenDue(flag, change)).toEqual(wentBack)
    await db.deleteFrom('membership').where('personId', '=', team.second.actor.id).execute()
    await join(db, team.second.actor, team.key, 'publisher')
  })

  it('of somebody who is shut out goes back to review when it is due', async () => {
    const { flag, change } = await scheduled(servesOff, { as: team.second })
    const shut = (disabledAt: Date | null) =>
      db
        .updateTable('person')
        .set({ disabledAt })
        .where('id', '=', team.second.actor.id ?? '')
        .execute()
    await shut(now())
    expect(await whenDue(flag, change)).toEqual(wentBack)
    await shut(null)
  })

  it('of a service token that was revoked goes back to review when it is due', async () => {
    const scopes = [{ project: team.key, role: 'publisher' as const, environments: null }]
    const { token } = await createServiceToken(team.admin, {
      project: team.key,
      name: 'robot',
      role: 'publisher',
      environments: null,
      expiresInDays: null,
    })
    const robot = {
      ...team.second,
      actor: { kind: 'token' as const, id: token.id, name: 'robot', person: null, scopes },
    }
    const kept = await scheduled(servesOff, { as: robot })
    await pass()
    expect(await stateOf(kept.change)).toBe('applied')
    const again = await scheduled(servesOff, { as: robot })
    await revokeServiceToken(team.admin, { id: token.id })
    expect(await whenDue(again.flag, again.change)).toEqual(wentBack)
  })

  it('whose approver has lost the right goes back to review', async () => {
    const other = await aTeam(db, 1, now)
    const { change } = await scheduled(servesOff, { by: other })
    await db
      .updateTable('membership')
      .set({ role: 'editor' })
      .where('personId', '=', other.publisher.actor.id)
      .execute()
    await pass(hour, other)
    const { state, reviews, schedule: running } = await readChange(other.ada, { change })
    expect({ state, running }).toEqual({ state: 'in-review', running: null })
    expect(reviews).toMatchObject([{ reviewer: { name: 'Pia' }, void: { because: 'right-lost' } }])
    expect((await eventsOf(other, change)).at(-1)).toBe('change.lapse')
  })

  it('goes back to review where it does more than was approved, and says why', async () => {
    const { flag, change } = await scheduled(servesOff)
    await publishPast(team, flag, (document) => ({ ...document, variants: { ...document.variants, off: true } }))
    await pass()
    const { state, schedule, reviews } = await readChange(team.ada, { change })
    expect({ state, schedule }).toEqual({ state: 'in-review', schedule: null })
    expect(reviews.map(({ body }) => body).join()).toContain(`does more than was approved: ${flag} in production`)
    expect((await headIn(team.ada, flag)).document.otherwise).toEqual({ variant: 'on' })
  })
})
