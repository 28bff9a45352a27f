import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import {
  aChange,
  aServedFlag,
  aTeam,
  headIn,
  servesHalf,
  servesOff,
  type Team,
} from '../../../../tests/support/team.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { approveChange } from './approve-change.ts'
import { editChange } from './edit-change.ts'
import { applyApproved } from './publish-change.ts'
import { readChange } from './read-change.ts'
import { requestReview } from './request-review.ts'

describe('the review of a change', async () => {
  const { db } = await testDatabase()
  const inReview = async (team: Team, author: ProjectCtx = team.editor) => {
    const flag = await aServedFlag(team)
    const { number: change, version } = await aChange(author, flag, servesOff)
    await requestReview(author, { change })
    return { flag, project: team.key, change, version, body: '' }
  }
  const dismiss = (who: ProjectCtx) =>
    db.updateTable('membership').set({ role: 'editor' }).where('personId', '=', who.actor.id).execute()

  it('takes as many approvals as the environment requires', async () => {
    const team = await aTeam(db, 2)
    const it = await inReview(team)
    expect((await approveChange(team.publisher, it)).state).toBe('in-review')
    expect((await approveChange(team.second, it)).state).toBe('approved')
  })

  it('is asked of people by name, who can approve it and did not write it; others still can', async () => {
    const team = await aTeam(db)
    const [publisher, editor, viewer] = [team.publisher, team.editor, team.viewer].map(({ actor }) => String(actor.id))
    const ask = async (...reviewers: (string | undefined)[]) => {
      const { number: change, version } = await aChange(team.editor, await aServedFlag(team), servesOff)
      const asked = await requestReview(team.editor, { change, reviewers: reviewers.map(String) })
      return { asked, it: { project: team.key, change, version, body: '' } }
    }
    const { asked, it } = await ask(publisher, publisher)
    expect(asked.reviewers).toEqual([{ id: publisher, name: 'Pia' }])
    expect((await approveChange(team.second, it)).state).toBe('approved')
    for (const other of [editor, viewer, '018f0000-0000-7000-8000-000000000000'])
      await expect(ask(publisher, other)).rejects.toMatchObject({
        code: 'request/invalid',
        details: { problems: [{ path: 'reviewers[1]' }] },
      })
  })

  it('counts one approval of each reviewer', async () => {
    const team = await aTeam(db, 2)
    const it = await inReview(team)
    await approveChange(team.publisher, it)
    const { state, approvals } = await approveChange(team.publisher, it)
    expect({ state, approvals }).toMatchObject({
      state: 'in-review',
      approvals: [{ environment: 'production', required: 2, given: [{ name: 'Pia' }] }],
    })
  })

  it.each(['publisher', 'admin', 'ada'] as const)('is not for the author, be it the %s', async (author) => {
    const team = await aTeam(db)
    const it = await inReview(team, team[author])
    await expect(approveChange(team[author], it)).rejects.toMatchObject({ code: 'change/own-approval' })
  })

  it('is not for an editor', async () => {
    const team = await aTeam(db)
    const it = await inReview(team, team.publisher)
    await expect(approveChange(team.editor, it)).rejects.toMatchObject({
      code: 'auth/forbidden',
      details: { permission: 'change.approve', needs: 'publisher' },
    })
  })

  it('is over at once where no environment requires an approval', async () => {
    const team = await aTeam(db, 0)
    const it = await inReview(team)
    expect((await readChange(team.editor, it)).state).toBe('approved')
  })

  it('refuses to approve a version that the reviewer has not seen', async () => {
    const team = await aTeam(db)
    const it = await inReview(team)
    await editChange(team.editor, { ...it, title: 'Something else' })
    await expect(approveChange(team.publisher, it)).rejects.toMatchObject({
      code: 'change/edited',
      details: { version: 2 },
    })
  })

  it('starts anew after an edit, which says whose approvals are void', async () => {
    const team = await aTeam(db)
    const it = await inReview(team)
    await approveChange(team.publisher, it)
    const { base, document } = await headIn(team.editor, it.flag)
    const entry = {
      environment: 'production',
      kind: 'flag',
      key: it.flag,
      base,
      document: servesHalf(document),
    } as const
    const { state, reviews } = await editChange(team.editor, { ...it, entries: [entry] })
    expect(state).toBe('in-review')
    expect(reviews).toMatchObject([{ reviewer: { name: 'Pia' }, verdict: 'approve', void: { because: 'edited' } }])
    await expect(applyApproved(team.publisher, it)).rejects.toMatchObject({ code: 'change/wrong-state' })
  })

  it('starts anew when the approver loses the right, also for one who gets it back', async () => {
    const team = await aTeam(db)
    const it = await inReview(team)
    await approveChange(team.publisher, it)
    await dismiss(team.publisher)
    await expect(applyApproved(team.second, it)).rejects.toMatchObject({
      code: 'change/wrong-state',
      details: { state: 'in-review' },
    })
    await db
      .updateTable('membership')
      .set({ role: 'publisher' })
      .where('personId', '=', team.publisher.actor.id)
      .execute()
    expect((await readChange(team.ada, it)).state).toBe('in-review')
  })

  it('goes on while other approvals are enough', async () => {
    const team = await aTeam(db)
    const it = await inReview(team)
    await approveChange(team.publisher, it)
    await dismiss(team.second)
    expect((await applyApproved(team.ada, it)).revisions).toHaveLength(1)
  })

  it('refuses documents that could not be published', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    const broken = await aChange(team.editor, flag, (document) => ({ ...document, otherwise: { variant: 'gone' } }))
    await expect(requestReview(team.editor, { change: broken.number })).rejects.toMatchObject({
      code: 'rule/unknown-variant',
    })
  })
})
