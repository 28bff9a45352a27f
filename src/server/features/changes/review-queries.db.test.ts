import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { rowsChangedBy } from '../../../../tests/support/rows.ts'
import { aChangeIn, aTeam } from '../../../../tests/support/team.ts'
import { insertAuthors, lockOpenChanges, updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { approvalsOf, changesApprovedBy, reviewsOf, voidReviews } from './review-queries.ts'

const { db } = await testDatabase()
const team = await aTeam(db)
const at = new Date('2026-11-20T08:00:00Z')
const idOf = async (number: number) =>
  (
    await db
      .selectFrom('change')
      .select('id')
      .where('projectId', '=', team.ada.project.id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).id

const [approved, other, refused] = [
  await aChangeIn(team, 'approved'),
  await aChangeIn(team, 'approved'),
  await aChangeIn(team, 'changes-requested'),
]
const [one, two, three] = [await idOf(approved.change), await idOf(other.change), await idOf(refused.change)]
const pia = team.publisher.actor.id
const approvals = async (id: string) =>
  (await approvalsOf(db, team.ada.project, id)).map(({ reviewerId }) => reviewerId)
const reviewOf = async (id: string) => (await reviewsOf(db, id))[0]?.id ?? ''

describe('the approvals of a change', () => {
  it('are of that change, and of reviewers who approved it', async () => {
    expect([await approvals(one), await approvals(two), await approvals(three)]).toEqual([[pia], [pia], []])
    expect((await reviewsOf(db, three)).map(({ verdict }) => verdict)).toEqual(['request-changes'])
  })

  it('are told of the person who gave them, among the changes that are asked for', async () => {
    const told = async (who: string | null, ids: string[]) =>
      (await changesApprovedBy(db, who, ids)).map(({ changeId }) => changeId).sort()
    expect(await told(pia, [one, two, three])).toEqual([one, two].sort())
    expect(await told(pia, [two])).toEqual([two])
    expect(await told(pia, [])).toEqual([])
    expect(await told(team.second.actor.id, [one, two, three])).toEqual([])
    expect(await told(null, [one, two, three])).toEqual([])
  })

  it('are none once they are void, which touches those alone', async () => {
    const review = await reviewOf(one)
    expect(await rowsChangedBy(db, 'review', (tx) => voidReviews(tx, [review], at, 'right-lost'))).toEqual([review])
    expect(await rowsChangedBy(db, 'review', (tx) => voidReviews(tx, [], at, 'right-lost'))).toEqual([])
    const tx = await db.startTransaction().execute()
    await voidReviews(tx, [review], at, 'right-lost')
    const left = [await approvalsOf(tx, team.ada.project, one), await changesApprovedBy(tx, pia, [one, two])]
    await tx.rollback().execute()
    expect(left).toEqual([[], [{ changeId: two }]])
  })

  it('are none of whoever wrote any of it', async () => {
    const tx = await db.startTransaction().execute()
    await insertAuthors(tx, one, [pia ?? ''])
    const left = [await approvalsOf(tx, team.ada.project, one), await approvalsOf(tx, team.ada.project, two)]
    await tx.rollback().execute()
    expect(left.map((rows) => rows.length)).toEqual([0, 1])
  })

  it('say what their giver is in this project now, and nothing of one who is shut out', async () => {
    const elsewhere = await aTeam(db)
    expect(await approvalsOf(db, team.ada.project, one)).toMatchObject([{ role: 'publisher', instanceRole: 'member' }])
    expect(await approvalsOf(db, elsewhere.ada.project, one)).toMatchObject([{ role: null, instanceRole: 'member' }])
    const tx = await db.startTransaction().execute()
    await tx
      .updateTable('person')
      .set({ disabledAt: at })
      .where('id', '=', pia ?? '')
      .execute()
    const shut = await approvalsOf(tx, team.ada.project, one)
    await tx.rollback().execute()
    expect(shut).toMatchObject([{ role: null, instanceRole: null }])
  })
})

describe('a change', () => {
  it('is changed alone', async () => {
    expect(await rowsChangedBy(db, 'change', (tx) => updateChange(tx, one, { title: 'Another' }))).toEqual([one])
  })

  it('is open in the environments that it is about, until it is applied or withdrawn', async () => {
    const own = await aTeam(db)
    const made = {
      draft: await aChangeIn(own, 'draft'),
      approved: await aChangeIn(own, 'approved'),
      applied: await aChangeIn(own, 'applied'),
      withdrawn: await aChangeIn(own, 'withdrawn'),
    }
    const open = async (environment: string) => {
      const { environment: there } = await inEnvironment(own.ada, environment)
      return db.transaction().execute((tx) => lockOpenChanges(tx, there))
    }
    expect([await open('production'), await open('development')]).toEqual([
      [made.draft.change, made.approved.change],
      [],
    ])
    expect((await readChange(own.ada, { change: made.applied.change })).state).toBe('applied')
  })
})
