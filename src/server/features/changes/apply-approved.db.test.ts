import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import {
  aChange,
  aChangeIn,
  aServedFlag,
  aTeam,
  eventsOf,
  headIn,
  publishPast,
  servesHalf,
  servesOff,
} from '../../../../tests/support/team.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { listActivity } from '../audit/list-activity.ts'
import { listRevisions } from '../publishing/list-revisions.ts'
import { createSegment } from '../segments/create-segment.ts'
import { approveChange } from './approve-change.ts'
import { listChanges } from './list-changes.ts'
import { applyApproved, bypassApprovals, publishChange } from './publish-change.ts'
import { readChange } from './read-change.ts'
import { rebaseChange } from './rebase-change.ts'
import { reconcileOvertakenChanges } from './reconcile-after-revision.ts'
import { requestReview } from './request-review.ts'
import { saveChange } from './save-change.ts'

const everywhere = ['development', 'staging', 'production']

describe('a change that is published', async () => {
  const { db } = await testDatabase(10)
  const team = await aTeam(db)
  const project = team.key
  const newest = async (environment: string) => {
    const ctx = await inEnvironment(team.ada, environment)
    return (await listRevisions(ctx, { limit: 1 })).revisions[0]
  }

  it('goes straight from a draft into an environment that is not protected', async () => {
    const flag = await aServedFlag(team)
    const { number: change } = await aChange(team.editor, flag, servesOff, ['development'])
    const { change: applied, revisions } = await publishChange(team.editor, { change })
    expect(applied).toMatchObject({ state: 'applied', revisions: [{ environment: 'development' }] })
    expect(revisions).toMatchObject([{ change, subjects: [{ key: flag }] }])
    expect(await eventsOf(team, change)).toEqual(['change.save', 'change.publish'])
  })

  it('is refused straight into an environment that requires approval, and its page says so', async () => {
    const flag = await aServedFlag(team)
    const { number: change, can } = await aChange(team.publisher, flag, servesOff)
    await expect(publishChange(team.publisher, { change })).rejects.toMatchObject({ code: 'change/approval-required' })
    expect(can.publish).toBe('Production requires 1 approval before publishing.')
  })

  it('goes straight into production where it only turns flags off, marked as an emergency', async () => {
    const flag = await aServedFlag(team)
    const { number: change, can } = await aChange(team.publisher, flag, (document) => ({ ...document, on: false }))
    expect(can.publish).toBeNull()
    const { revisions } = await publishChange(team.publisher, { change })
    expect(revisions).toMatchObject([{ mark: 'emergency' }])
  })

  it('that spans environments is one revision in each, or none at all', async () => {
    const flag = await aServedFlag(team)
    const { number: change, version } = await aChange(team.editor, flag, servesOff, everywhere)
    await requestReview(team.editor, { change })
    await approveChange(team.publisher, { project, change, version, body: '' })
    const { revisions } = await applyApproved(team.publisher, { change })
    expect(revisions.map((revision) => revision.environment).sort()).toEqual([...everywhere].sort())

    const again = await aChange(team.editor, flag, servesHalf, everywhere)
    const before = await Promise.all(everywhere.map(newest))
    await expect(publishChange(team.publisher, { change: again.number })).rejects.toMatchObject({
      code: 'change/approval-required',
    })
    expect(await Promise.all(everywhere.map(newest))).toEqual(before)
  })

  it('that spans environments never waits in a circle with another', async () => {
    const flags = await Promise.all([1, 2, 3, 4].map(() => aServedFlag(team)))
    const changes = []
    for (const [at, flag] of flags.entries()) {
      const places = at % 2 ? ['development', 'staging'] : ['staging', 'development']
      changes.push((await aChange(team.editor, flag, servesOff, places)).number)
    }
    const done = await Promise.all(changes.map((change) => publishChange(team.editor, { change })))
    expect(done.map((one) => one.change.state)).toEqual(flags.map(() => 'applied'))
  })

  it('keeps what was published meanwhile about other fields, where the same users move as were approved', async () => {
    const { change, flag } = await aChangeIn(team, 'approved')
    await publishPast(team, flag, (document) => ({ ...document, salt: 'theirs' }))
    const applied = await applyApproved(team.publisher, { change })
    expect(applied.change).toMatchObject({ state: 'applied', version: 1, reviews: [{ void: null }] })
    expect((await headIn(team.ada, flag)).document).toMatchObject({ salt: 'theirs', otherwise: { variant: 'off' } })
  })

  it('makes no revision where the environment holds already what it proposes', async () => {
    const { change, flag } = await aChangeIn(team, 'approved')
    await publishPast(team, flag, servesOff)
    expect(await applyApproved(team.publisher, { change })).toMatchObject({
      change: { state: 'applied' },
      revisions: [],
    })
  })

  it('without its approvals takes an admin and a reason, and is marked', async () => {
    const { change } = await aChangeIn(team, 'in-review')
    const reason = 'The shop is down.'
    await expect(bypassApprovals(team.publisher, { change, reason })).rejects.toMatchObject({ code: 'auth/forbidden' })
    const { revisions } = await bypassApprovals(team.admin, { change, reason })
    expect(revisions).toMatchObject([{ mark: 'bypassed', message: expect.stringContaining(reason) }])
    const { change: approved } = await aChangeIn(team, 'applied')
    const { changes } = await listChanges(team.admin, { project: team.key, limit: 50 })
    const bypassed = (number: number) => changes.find((one) => one.number === number)?.bypassed
    expect([bypassed(change), bypassed(approved)]).toEqual([true, false])
  })

  it('shows which flags an edit of a segment touches', async () => {
    const key = 'beta-users'
    await createSegment(team.ada, {
      project,
      key,
      name: key,
      description: '',
      document: { included: [], excluded: [], when: null },
    })
    const flag = await aServedFlag(team)
    const rules = [{ id: 'r1', when: { segment: key }, serve: { variant: 'on' } }]
    await publishPast(team, flag, (document) => ({ ...document, rules }), 'development')
    const { base } = await headIn(team.ada, flag, 'development')
    const document = { key, included: ['anna'], excluded: [], when: null }
    const entries = [{ kind: 'segment' as const, environment: 'development', key, base, document }]
    const change = await saveChange(team.editor, { project, title: 'Anna too', message: '', entries })
    expect(change.entries[0]?.touches).toEqual([{ kind: 'flag', key: flag }])
  })
})

describe('a rebase', async () => {
  const { db } = await testDatabase()
  const team = await aTeam(db)
  const place = (key: string) => ({ environment: 'production', kind: 'flag' as const, key, path: 'otherwise' })

  it('shows base, theirs and yours of every clash', async () => {
    const { change, flag } = await aChangeIn(team, 'conflicted')
    expect((await readChange(team.editor, { change })).clashes).toEqual([
      {
        ...place(flag),
        base: { variant: 'on' },
        theirs: servesHalf(await headIn(team.ada, flag).then((now) => now.document)).otherwise,
        yours: { variant: 'off' },
      },
    ])
  })

  it('is refused while a clash has no choice', async () => {
    const { change, flag } = await aChangeIn(team, 'conflicted')
    await expect(rebaseChange(team.editor, { project: team.key, change, choices: [] })).rejects.toMatchObject({
      code: 'change/conflicted',
      details: { clashes: [{ key: flag, path: 'otherwise' }] },
    })
  })

  it.each([{ path: 'salt' }, { key: 'another' }, { environment: 'staging' }, { kind: 'segment' as const }])(
    'is refused a choice where nothing clashes: %j',
    async (elsewhere) => {
      const { change, flag } = await aChangeIn(team, 'conflicted')
      const choices = [{ ...place(flag), ...elsewhere, take: 'yours' as const }]
      await expect(rebaseChange(team.editor, { project: team.key, change, choices })).rejects.toMatchObject({
        code: 'request/invalid',
        details: { problems: [{ path: 'choices[0].path' }] },
      })
    },
  )

  it.each(['yours', 'theirs'] as const)('takes %s where it was chosen, and can be approved again', async (take) => {
    const { change, flag } = await aChangeIn(team, 'conflicted')
    const theirs = (await headIn(team.ada, flag)).document.otherwise
    const choices = [{ ...place(flag), take }]
    const { state, version, entries } = await rebaseChange(team.editor, { project: team.key, change, choices })
    expect(state).toBe('in-review')
    expect(entries[0]?.document).toMatchObject({ otherwise: take === 'yours' ? { variant: 'off' } : theirs })
    await approveChange(team.publisher, { project: team.key, change, version, body: '' })
    expect((await applyApproved(team.publisher, { change })).change.state).toBe('applied')
  })

  it('is called by what it now does, unless a person named it', async () => {
    const flag = await aServedFlag(team)
    const share = (units: number) => (document: FlagDocument) => ({
      ...document,
      otherwise: {
        split: {
          parts: [
            { variant: 'on', from: 0, to: units },
            { variant: 'off', from: units, to: 100_000 },
          ],
        },
      },
    })
    await publishPast(team, flag, share(25_000))
    const { base, document } = await headIn(team.ada, flag)
    const entry = {
      kind: 'flag' as const,
      environment: 'production',
      key: flag,
      base,
      document: share(60_000)(document),
    }
    const made = `Roll out ${flag} to 60% of everyone else (was 25%)`
    const save = (title: string) => saveChange(team.editor, { project: team.key, title, message: '', entries: [entry] })
    const [own, named] = [await save(made), await save('More for everyone')]
    for (const { number: change } of [own, named]) await requestReview(team.editor, { change })
    await publishPast(team, flag, share(40_000))
    await reconcileOvertakenChanges(team.system)
    const choices = [{ ...place(flag), take: 'yours' as const }]
    const titles = await Promise.all(
      [own, named].map(async ({ number: change }) => {
        return (await rebaseChange(team.editor, { project: team.key, change, choices })).title
      }),
    )
    expect(titles).toEqual([`Roll out ${flag} to 60% of everyone else (was 40%)`, 'More for everyone'])
  })

  it('can be called by what it does from then on, and its event says what it proposed before', async () => {
    const { change, flag } = await aChangeIn(team, 'conflicted')
    const theirs = (await headIn(team.ada, flag)).document
    const was = (await readChange(team.editor, { change })).title
    const choices = [{ ...place(flag), take: 'theirs' as const }]
    const input = { project: team.key, change, choices, title: 'Nothing any more' }
    expect((await rebaseChange(team.editor, input)).title).toBe('Nothing any more')
    const { events } = await listActivity(team.ada, { project: team.key, action: 'change.rebase', limit: 1 })
    expect(events).toMatchObject([
      {
        before: {
          title: was,
          entries: [{ environment: 'production', key: flag, document: { otherwise: { variant: 'off' } } }],
        },
        after: { title: 'Nothing any more', entries: [{ document: { otherwise: theirs.otherwise } }] },
      },
    ])
  })

  it('keeps no approval that was given before', async () => {
    const two = await aTeam(db, 2)
    const flag = await aServedFlag(two)
    const { number: change, version } = await aChange(two.editor, flag, servesOff)
    await requestReview(two.editor, { change })
    await approveChange(two.publisher, { project: two.key, change, version, body: '' })
    await publishPast(two, flag, servesHalf)
    await expect(approveChange(two.second, { project: two.key, change, version, body: '' })).rejects.toMatchObject({
      code: 'change/conflicted',
    })
    const choices = [{ ...place(flag), take: 'yours' as const }]
    const rebased = await rebaseChange(two.editor, { project: two.key, change, choices })
    expect(rebased.reviews).toMatchObject([{ verdict: 'approve', void: { because: 'edited' } }])
    const again = { project: two.key, change, version: rebased.version, body: '' }
    expect((await approveChange(two.second, again)).state).toBe('in-review')
    expect((await approveChange(two.publisher, again)).state).toBe('approved')
  })

  it('takes what the author merged by hand', async () => {
    const { change, flag } = await aChangeIn(team, 'conflicted')
    const { base, document } = await headIn(team.ada, flag)
    const mine = { ...servesOff(document), salt: 'by hand' }
    const entries = [{ kind: 'flag' as const, environment: 'production', key: flag, base, document: mine }]
    const rebased = await rebaseChange(team.editor, { project: team.key, change, choices: [], entries })
    expect(rebased).toMatchObject({ state: 'in-review', entries: [{ document: mine }] })
  })
})
