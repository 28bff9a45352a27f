import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { aPerson, aProject, contextOf } from '../../../../../tests/support/people.ts'
import { rowsChangedBy } from '../../../../../tests/support/rows.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import { countResets, findReset, insertReset, spendResets } from '../sessions/reset-queries.ts'
import { deleteAttemptsBefore, recordAttempt, refundAttempt, resetAttempts } from './attempt-queries.ts'
import {
  accountsAmong,
  confirmSession,
  deleteExpiredSessions,
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  everyPerson,
  findActivePerson,
  findPerson,
  findPersonByEmail,
  findSession,
  hasOwner,
  lockActiveOwners,
  lockPerson,
  sessionsOf,
  touchPerson,
  touchSession,
  updatePerson,
} from './queries.ts'
import { tokenHash } from './session-token.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T08:00:00Z')
const later = new Date(now.getTime() + 3_600_000)
const { owner } = await aProject(db)
const { newId } = contextOf(db, owner.actor)

/** An account with two sessions and two reset links. Tests create two identical ones. */
const aHolder = async (name: string) => {
  const { id } = await aPerson(db, name)
  if (id === null) throw new Error('a person has an id')
  const made = async (kind: string) => {
    const times = { createdAt: now, seenAt: now, authenticatedAt: now, expiresAt: later }
    const row = { id: newId(), tokenHash: tokenHash(`${name} ${kind}`), personId: id, address: '::1', userAgent: 'x' }
    await db
      .insertInto('session')
      .values({ ...row, ...times })
      .execute()
    const reset = { id: newId(), personId: id, tokenHash: tokenHash(`${name} link ${kind}`), usedAt: null }
    await db.transaction().execute((tx) => insertReset(tx, { ...reset, createdAt: now, expiresAt: later }))
    return { session: row.id, reset: reset.id }
  }
  const [one, two] = [await made('one'), await made('two')]
  const email = (await findPerson(db, id))?.email ?? ''
  return { id, email, sessions: [one.session, two.session], resets: [one.reset, two.reset].sort() }
}
const [bea, cyd] = [await aHolder('Bea'), await aHolder('Cyd')]
const [beaFirst = '', beaSecond = ''] = bea.sessions
const sessions = async (personId: string, at = now) => (await sessionsOf(db, personId, at)).map(({ id }) => id).sort()

/** Runs `look` after `change` inside a transaction that is rolled back. */
const during = async <T>(change: (tx: Tx) => Promise<unknown>, look: (tx: Tx) => Promise<T>): Promise<T> => {
  const tx = await db.startTransaction().execute()
  try {
    await change(tx)
    return await look(tx)
  } finally {
    await tx.rollback().execute()
  }
}
const disabled = (tx: Tx, id: string) => updatePerson(tx, id, { disabledAt: now })

describe('what changes one session', () => {
  it.each<[string, string[], (tx: Tx) => Promise<unknown>]>([
    ['notes its use', [beaFirst], (tx) => touchSession(tx, beaFirst, later, later)],
    ['notes that somebody proved who they are', [beaFirst], (tx) => confirmSession(tx, beaFirst, later)],
    ['ends it', [beaFirst], (tx) => deleteSession(tx, beaFirst)],
    ['ends it for whose it is', [beaFirst], (tx) => deleteSessionOf(tx, bea.id, beaFirst)],
    ['ends none of somebody else', [], (tx) => deleteSessionOf(tx, cyd.id, beaFirst)],
    ['ends all of somebody', bea.sessions, (tx) => deleteSessionsOf(tx, bea.id)],
    ['ends all of somebody but one', [beaSecond], (tx) => deleteSessionsOf(tx, bea.id, beaFirst)],
  ])('%s, and touches no other', async (_, touched, act) => {
    expect(await rowsChangedBy(db, 'session', act)).toEqual(touched.toSorted())
  })

  it('says whether there was one to end', async () => {
    const tell = async (personId: string, id: string) =>
      during(
        async () => undefined,
        (tx) => deleteSessionOf(tx, personId, id),
      )
    expect([await tell(bea.id, beaFirst), await tell(cyd.id, beaFirst)]).toEqual([true, false])
  })

  it('forgets those that are past their end, and none before', async () => {
    const ended = (tx: Tx) => touchSession(tx, beaFirst, now, new Date(now.getTime() + 1_000))
    const left = (at: number) =>
      during(ended, async (tx) => {
        await deleteExpiredSessions(tx, new Date(now.getTime() + at))
        return (await tx.selectFrom('session').select('id').execute()).length
      })
    expect([await left(999), await left(1_001), await left(7_200_000)]).toEqual([4, 3, 0])
  })
})

describe('what changes one person', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['notes that they were here', (tx) => touchPerson(tx, bea.id, later)],
    ['gives them another name', (tx) => updatePerson(tx, bea.id, { name: 'Beatrix' })],
  ])('%s, and touches no other', async (_, act) => {
    expect(await rowsChangedBy(db, 'person', act)).toEqual([bea.id])
  })

  it('spends the links of that one, and leaves the instant of those that were spent', async () => {
    expect(await rowsChangedBy(db, 'password_reset', (tx) => spendResets(tx, bea.id, later))).toEqual(bea.resets)
    const twice = (tx: Tx) => spendResets(tx, bea.id, now)
    const used = await during(twice, async (tx) => {
      await spendResets(tx, bea.id, later)
      return (await tx.selectFrom('passwordReset').select('usedAt').where('usedAt', 'is not', null).execute()).map(
        ({ usedAt }) => usedAt,
      )
    })
    expect(used).toEqual([now, now])
  })
})

describe('what is read of somebody', () => {
  it('is theirs alone', async () => {
    expect(await sessions(bea.id)).toEqual(bea.sessions.toSorted())
    expect(await findPersonByEmail(db, cyd.email)).toMatchObject({ id: cyd.id })
    expect(await findPerson(db, cyd.id)).toMatchObject({ id: cyd.id })
    expect(await findActivePerson(db, cyd.id)).toMatchObject({ id: cyd.id })
    expect(await accountsAmong(db, [cyd.email, 'nobody@example.com'])).toEqual([cyd.email])
    expect(await findSession(db, tokenHash('Cyd two'), now)).toMatchObject({ personId: cyd.id })
    expect(await findReset(db, tokenHash('Cyd link two'))).toMatchObject({ personId: cyd.id })
    expect(await db.transaction().execute((tx) => lockPerson(tx, cyd.id))).toMatchObject({ id: cyd.id })
    const all = await everyPerson(db)
    expect(all.map(({ name, projects }) => [name, Number(projects)])).toEqual([
      ['Ada', 1],
      ['Bea', 0],
      ['Cyd', 0],
    ])
  })

  it('is nothing they could act by while they are disabled', async () => {
    const seen = await during(
      (tx) => disabled(tx, bea.id),
      async (tx) => [
        await findActivePerson(tx, bea.id),
        await findSession(tx, tokenHash('Bea one'), now),
        await findReset(tx, tokenHash('Bea link one')),
        (await findActivePerson(tx, cyd.id))?.id,
        (await findSession(tx, tokenHash('Cyd one'), now))?.personId,
        (await findReset(tx, tokenHash('Cyd link one')))?.personId,
      ],
    )
    expect(seen).toEqual([undefined, undefined, undefined, cyd.id, cyd.id, cyd.id])
  })

  it('counts the links of that person since an instant, and none at it', async () => {
    const since = (ms: number) => countResets(db, bea.id, new Date(now.getTime() + ms))
    expect([await since(-1), await since(0)]).toEqual([2, 0])
  })
})

describe('the owners', () => {
  it('who can sign in are those who are owners and not disabled', async () => {
    const { id } = owner.actor
    const ownersWhile = (change: (tx: Tx) => Promise<unknown>) => during(change, (tx) => lockActiveOwners(tx))
    expect(await ownersWhile(async () => undefined)).toEqual([id])
    expect(await ownersWhile((tx) => disabled(tx, id ?? ''))).toEqual([])
    expect(await ownersWhile((tx) => updatePerson(tx, cyd.id, { instanceRole: 'owner' }))).toEqual(
      [id ?? '', cyd.id].toSorted(),
    )
  })

  it('are none where everybody is a member', async () => {
    const demoted = (tx: Tx) => updatePerson(tx, owner.actor.id ?? '', { instanceRole: 'member' })
    expect([await hasOwner(db), await during(demoted, hasOwner)]).toEqual([true, false])
  })
})

describe('attempts', () => {
  const doors = { windowMs: 60_000, free: 2, firstDelayMs: 5_000, longestDelayMs: 12_000 }
  const at = (ms: number) => new Date(now.getTime() + ms)
  const closed = async (subject: string, ms: number) => {
    const until = await recordAttempt(db, subject, at(ms), doors)
    return until === null ? null : until.getTime() - now.getTime()
  }

  it('close the door after the free ones, each time for twice as long, up to the longest', async () => {
    const seen = []
    for (const ms of [0, 0, 0, 4_999, 5_000, 14_999, 15_000, 27_000]) seen.push(await closed('a', ms))
    expect(seen).toEqual([null, null, 5_000, 5_000, 15_000, 15_000, 27_000, 39_000])
    expect(await closed('b', 0)).toBeNull()
    // counted from the end of the last block
    expect([await closed('a', 99_000), await closed('a', 99_001)]).toEqual([111_000, 111_000])
    expect(await closed('a', 171_001)).toBeNull()
  })

  it('are given back one at a time, forgotten by subject or by age, and those of others stay', async () => {
    for (const subject of ['c', 'c', 'd']) await recordAttempt(db, subject, later, doors)
    expect(await rowsChangedBy(db, 'attempt', (tx) => refundAttempt(tx, 'c'), 'subject')).toEqual(['c'])
    expect(await rowsChangedBy(db, 'attempt', (tx) => resetAttempts(tx, 'c'), 'subject')).toEqual(['c'])
    const counted = during(
      async (tx) => {
        for (let times = 0; times < 3; times++) await refundAttempt(tx, 'c')
      },
      (tx) => tx.selectFrom('attempt').select(['subject', 'count']).where('subject', 'in', ['c', 'd']).execute(),
    )
    expect(await counted).toEqual(
      expect.arrayContaining([
        { subject: 'c', count: 0 },
        { subject: 'd', count: 1 },
      ]),
    )
    const forgotten = (ms: number) =>
      rowsChangedBy(db, 'attempt', (tx) => deleteAttemptsBefore(tx, new Date(later.getTime() + ms)), 'subject')
    expect((await forgotten(0)).filter((subject) => 'cd'.includes(subject))).toEqual([])
    expect((await forgotten(1)).filter((subject) => 'cd'.includes(subject))).toEqual(['c', 'd'])
  })
})
