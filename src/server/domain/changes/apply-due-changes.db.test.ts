import { describe, expect, it } from 'vitest'
import { where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import {
  aChange,
  aChangeIn,
  aServedFlag,
  aTeam,
  eventsOf,
  headIn,
  inAnHour,
  publishPast,
  servesHalf,
  servesOff,
  type Team,
} from '../../../../tests/support/team.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { SavePromiseInput } from '../../../shared/schemas/promise.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { createServiceToken } from '../keys/create-token.ts'
import { revokeServiceToken } from '../keys/tokens.ts'
import { savePromise } from '../promises/save-promise.ts'
import { applyDueChanges } from './apply-due-changes.ts'
import { approveChange } from './approve-change.ts'
import { inbox } from './inbox.ts'
import { applyApproved } from './publish-change.ts'
import { readChange } from './read-change.ts'
import { rebaseChange } from './rebase-change.ts'
import { requestReview } from './request-review.ts'
import { scheduleChange } from './schedule-change.ts'
import { unscheduleChange } from './unschedule-change.ts'
import { withdrawChange } from './withdraw-change.ts'

const hour = 3_600_000

describe('a scheduled change', async () => {
  const { db } = await testDatabase(12)
  let clock = Date.parse('2026-11-20T08:00:00Z')
  const now = () => new Date(clock)
  const team = await aTeam(db, 1, now)

  const revisionsOf = async (flag: string) => {
    const { there } = await headIn(team.ada, flag)
    return db
      .selectFrom('revision')
      .innerJoin('entry', (join) =>
        join.onRef('entry.environmentId', '=', 'revision.environmentId').onRef('entry.number', '=', 'revision.number'),
      )
      .select(['revision.number', 'revision.message', 'revision.actorName', 'revision.changeNumber'])
      .where('revision.environmentId', '=', there.environment.id)
      .where('entry.key', '=', flag)
      .orderBy('revision.number')
      .execute()
  }
  const scheduled = async (edit: (flag: FlagDocument) => FlagDocument, at: string, by: Team = team) => {
    const flag = await aServedFlag(by)
    const { number: change, version } = await aChange(by.editor, flag, edit)
    await requestReview(by.editor, { change })
    await approveChange(by.publisher, { project: by.key, change, version, body: '' })
    await scheduleChange(by.publisher, { project: by.key, change, at, zone: 'Europe/Vienna' })
    return { flag, change }
  }

  /** A change that another publisher than its approver has scheduled. */
  const scheduledBy = async (who: 'second', as: ProjectCtx = team[who]) => {
    const flag = await aServedFlag(team)
    const { number: change, version } = await aChange(team.editor, flag, servesOff)
    await requestReview(team.editor, { change })
    await approveChange(team.publisher, { project: team.key, change, version, body: '' })
    await scheduleChange(as, { project: team.key, change, at: inAnHour(now()), zone: 'Europe/Vienna' })
    return { flag, change }
  }
  /** What became of a change when its time came: its state, what is served, what was said and what the trail has. */
  const whenDue = async (flag: string, change: number) => {
    clock += hour
    await applyDueChanges(team.system)
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

  it('keeps the instant and the zone that the person meant', async () => {
    const { change } = await scheduled(servesOff, inAnHour(now()))
    const { schedule: kept } = await readChange(team.ada, { change })
    expect(kept).toMatchObject({ at: inAnHour(now()), zone: 'Europe/Vienna', madeBy: 'Pia' })
    await unscheduleChange(team.publisher, { change })
  })

  it('waits until its time has come, and then is applied by the system', async () => {
    const { flag, change } = await scheduled(servesOff, inAnHour(now()))
    clock += hour - 1
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change })).state).toBe('scheduled')
    clock += 1
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change })).state).toBe('applied')
    expect((await revisionsOf(flag)).at(-1)).toMatchObject({
      actorName: 'Fanion',
      changeNumber: change,
      message: `Change ${flag}`,
    })
    expect((await headIn(team.ada, flag)).document.otherwise).toEqual({ variant: 'off' })
    expect((await eventsOf(team, change)).at(-1)).toBe('change.apply')
  })

  it('is applied once, however many servers see that it is due', async () => {
    const due = await Promise.all([1, 2, 3, 4].map(() => scheduled(servesOff, inAnHour(now()))))
    clock += hour
    await Promise.all(Array.from({ length: 8 }, () => applyDueChanges(team.system)))
    await applyDueChanges(team.system)
    for (const { flag, change } of due) {
      const applied = (await revisionsOf(flag)).filter((revision) => revision.changeNumber === change)
      expect(applied).toHaveLength(1)
    }
  })

  it('that is late after a downtime goes in the order of its time, and says so', async () => {
    const second = await scheduled(servesOff, new Date(clock + 2 * hour).toISOString())
    const first = await scheduled(servesOff, inAnHour(now()))
    clock += 5 * hour
    await applyDueChanges(team.system)
    const [one, two] = [(await revisionsOf(first.flag)).at(-1), (await revisionsOf(second.flag)).at(-1)]
    expect(one?.number).toBeLessThan(two?.number ?? 0)
    expect(one?.message).toContain(`applied ${4 * 3_600} s late`)
    expect(two?.message).toContain(`applied ${3 * 3_600} s late`)
  })

  it('that would break a promise at its hour stops there, tells its author, who mends it', async () => {
    const { flag, change } = await scheduled(servesOff, inAnHour(now()))
    const sentence = `everyone where plan is pro gets ${flag} on`
    const key = `pro-${flag}`
    await savePromise(
      team.ada,
      SavePromiseInput.parse({ project: team.key, key, name: 'Pro', sentence, environments: ['production'] }),
    )
    clock += hour
    await applyDueChanges(team.system)
    const { state, conflict } = await readChange(team.editor, { change })
    expect(state).toBe('conflicted')
    expect(conflict).toContain(`This breaks “${sentence}”`)
    expect(conflict).toContain('{"plan":"pro"} would get off')
    expect((await headIn(team.ada, flag)).document.otherwise).toEqual({ variant: 'on' })
    const mine = (await inbox(team.editor)).changes.find(({ number }) => number === change)
    expect(mine).toMatchObject({ state: 'conflicted' })
    // and whose promise it is
    expect((await inbox(team.ada)).promises).toMatchObject([
      { kind: 'stopped', project: team.key, environment: 'production', promise: key, sentence, change },
    ])
    expect((await inbox(team.admin)).promises).toEqual([])

    const again = await aChange(team.editor, flag, servesOff)
    await requestReview(team.editor, { change: again.number })
    const { version: unmended } = again
    const approval = { project: team.key, change: again.number, version: unmended, body: 'the regulator asked' }
    expect(await refusalOf(approveChange(team.publisher, approval))).toMatchObject({
      code: 'promise/broken',
      details: { promises: [{ promise: key }] },
    })
    const broken = { ...approval, break: { promises: [key], reason: 'for a day' } }
    expect(await refusalOf(approveChange(team.publisher, broken))).toMatchObject({
      code: 'auth/forbidden',
      details: { permission: 'promise.break' },
    })
    const approved = await approveChange(team.admin, broken)
    expect(approved.reviews.at(-1)?.body).toBe(`the regulator asked\n\nBreaks ${key}: for a day`)
    const later = { project: team.key, change: again.number, at: inAnHour(now()), zone: 'Europe/Vienna' }
    expect(await refusalOf(scheduleChange(team.publisher, later))).toMatchObject({ code: 'promise/broken' })
    await withdrawChange(team.editor, { change: again.number })

    const { base, document } = await headIn(team.ada, flag)
    const rules = [{ id: 'pro', when: where('plan', 'is', 'pro'), serve: { variant: 'on' } }]
    const mended = { ...servesOff(document), rules }
    const { version } = await rebaseChange(team.editor, {
      ...{ project: team.key, change, choices: [] },
      entries: [{ environment: 'production', kind: 'flag', key: flag, base, document: mended }],
    })
    await approveChange(team.publisher, { project: team.key, change, version, body: '' })
    await scheduleChange(team.publisher, { project: team.key, change, at: inAnHour(now()), zone: 'Europe/Vienna' })
    clock += hour
    await applyDueChanges(team.system)
    expect((await readChange(team.editor, { change })).state).toBe('applied')
  })

  it('that clashes with what was published meanwhile becomes conflicted and publishes nothing', async () => {
    const { flag, change } = await scheduled(servesOff, inAnHour(now()))
    await publishPast(team, flag, servesHalf)
    const before = (await revisionsOf(flag)).length
    clock += hour
    await applyDueChanges(team.system)
    const { state, conflict, clashes } = await readChange(team.editor, { change })
    expect({ state, clashes }).toMatchObject({ state: 'conflicted', clashes: [{ key: flag, path: 'otherwise' }] })
    expect(conflict).toContain(`“everyone else” of ${flag} in production`)
    expect(await revisionsOf(flag)).toHaveLength(before)
    expect((await eventsOf(team, change)).at(-1)).toBe('change.conflict')
  })

  it('goes back to review where it does more than was approved, and says why', async () => {
    const { flag, change } = await scheduled(servesOff, inAnHour(now()))
    await publishPast(team, flag, (document) => ({ ...document, variants: { ...document.variants, off: true } }))
    clock += hour
    await applyDueChanges(team.system)
    const { state, schedule, reviews } = await readChange(team.ada, { change })
    expect({ state, schedule }).toEqual({ state: 'in-review', schedule: null })
    expect(reviews.map(({ body }) => body).join()).toContain(`does more than was approved: ${flag} in production`)
    expect((await headIn(team.ada, flag)).document.otherwise).toEqual({ variant: 'on' })
  })

  it('is applied where the same users move as was approved, beside what was published meanwhile', async () => {
    const { flag, change } = await scheduled(servesOff, inAnHour(now()))
    await publishPast(team, flag, (document) => ({ ...document, salt: 'another' }))
    clock += hour
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change })).state).toBe('applied')
    const { document } = await headIn(team.ada, flag)
    expect(document).toMatchObject({ salt: 'another', otherwise: { variant: 'off' } })
  })

  it('is merged with what was published meanwhile where nobody has to approve', async () => {
    const free = await aTeam(db, 0, now)
    const flag = await aServedFlag(free)
    const { number: change } = await aChange(free.editor, flag, servesOff)
    await requestReview(free.editor, { change })
    await scheduleChange(free.publisher, { project: free.key, change, at: inAnHour(now()), zone: 'Europe/Vienna' })
    await publishPast(free, flag, (document) => ({ ...document, salt: 'another' }))
    clock += hour
    await applyDueChanges(free.system)
    const { document } = await headIn(free.ada, flag)
    expect(document).toMatchObject({ salt: 'another', otherwise: { variant: 'off' } })
  })

  it.each([
    ['was removed', () => db.deleteFrom('membership')],
    ['may not schedule any more', () => db.updateTable('membership').set({ role: 'editor' })],
    ['may do so elsewhere only', () => db.updateTable('membership').set({ environments: ['staging'] })],
  ] as const)('of somebody who %s goes back to review when it is due, and tells', async (_why, leave) => {
    const { flag, change } = await scheduledBy('second')
    // Kysely's builders of two statements share this method, of which TypeScript makes no one type
    await (leave() as ReturnType<typeof db.deleteFrom<'membership'>>)
      .where('personId', '=', team.second.actor.id)
      .execute()
    expect(await whenDue(flag, change)).toEqual(wentBack)
    await db.deleteFrom('membership').where('personId', '=', team.second.actor.id).execute()
    await join(db, team.second.actor, team.key, 'publisher')
  })

  it('of somebody who is shut out goes back to review when it is due', async () => {
    const { flag, change } = await scheduledBy('second')
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
    const kept = await scheduledBy('second', robot)
    clock += hour
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change: kept.change })).state).toBe('applied')
    const again = await scheduledBy('second', robot)
    await revokeServiceToken(team.admin, { id: token.id })
    expect(await whenDue(again.flag, again.change)).toEqual(wentBack)
  })

  it('of an archived project waits, and is applied once the project is back', async () => {
    const gone = await aTeam(db, 1, now)
    const { change, flag } = await scheduled(servesOff, inAnHour(now()), gone)
    const archive = (archivedAt: Date | null) =>
      db.updateTable('project').set({ archivedAt }).where('key', '=', gone.key).execute()
    await archive(now())
    clock += hour
    await applyDueChanges(gone.system)
    expect((await readChange(gone.ada, { change })).state).toBe('scheduled')
    expect((await headIn(gone.ada, flag)).document.otherwise).toEqual({ variant: 'on' })
    await archive(null)
    await applyDueChanges(gone.system)
    expect((await readChange(gone.ada, { change })).state).toBe('applied')
  })

  it('that breaks a rule by now becomes conflicted, and those after it are applied', async () => {
    const withBeta = (flag: FlagDocument) => ({ ...flag, variants: { ...flag.variants, beta: true } })
    const withoutBeta = (flag: FlagDocument) => ({ ...flag, variants: { on: true, off: false } })
    const flag = await aServedFlag(team)
    await publishPast(team, flag, withBeta)
    const { number: change, version } = await aChange(team.editor, flag, (document) => ({
      ...document,
      otherwise: { variant: 'beta' },
    }))
    await requestReview(team.editor, { change })
    await approveChange(team.publisher, { project: team.key, change, version, body: '' })
    await scheduleChange(team.publisher, { project: team.key, change, at: inAnHour(now()), zone: 'UTC' })
    await publishPast(team, flag, withoutBeta)
    const after = await scheduled(servesOff, inAnHour(now()))
    clock += hour
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change })).state).toBe('conflicted')
    expect((await readChange(team.ada, { change })).conflict).toContain('variant')
    expect((await readChange(team.ada, { change: after.change })).state).toBe('applied')
  })

  it('whose approver has lost the right goes back to review', async () => {
    const other = await aTeam(db, 1, now)
    const { change } = await scheduled(servesOff, inAnHour(now()), other)
    await db
      .updateTable('membership')
      .set({ role: 'editor' })
      .where('personId', '=', other.publisher.actor.id)
      .execute()
    clock += hour
    await applyDueChanges(other.system)
    const { state, reviews, schedule: running } = await readChange(other.ada, { change })
    expect({ state, running }).toEqual({ state: 'in-review', running: null })
    expect(reviews).toMatchObject([{ reviewer: { name: 'Pia' }, void: { because: 'right-lost' } }])
    expect((await eventsOf(other, change)).at(-1)).toBe('change.lapse')
  })

  it('that was taken off its schedule is not applied', async () => {
    const { change } = await scheduled(servesOff, inAnHour(now()))
    await unscheduleChange(team.publisher, { change })
    clock += hour
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change })).state).toBe('approved')
    await applyApproved(team.publisher, { change })
  })

  it.each([
    ['sooner than in a minute', 30_000],
    ['later than in a year', 400 * 24 * hour],
  ])('is refused a time %s', async (_, aheadMs) => {
    const { change } = await aChangeIn(team, 'approved')
    const at = new Date(clock + aheadMs).toISOString()
    await expect(scheduleChange(team.publisher, { project: team.key, change, at, zone: 'UTC' })).rejects.toMatchObject({
      code: 'request/invalid',
      details: { problems: [{ path: 'at' }] },
    })
  })

  it('is refused a zone that does not exist', async () => {
    const { change } = await aChangeIn(team, 'approved')
    const when = { at: inAnHour(now()), zone: 'Europe/Wien' }
    await expect(scheduleChange(team.publisher, { project: team.key, change, ...when })).rejects.toMatchObject({
      code: 'request/invalid',
      details: { problems: [{ path: 'zone' }] },
    })
  })
})
