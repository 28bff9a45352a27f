import { describe, expect, it } from 'vitest'
import { where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aSchedulingTeam, hour } from '../../../../tests/support/scheduling.ts'
import {
  aChange,
  aServedFlag,
  aTeam,
  eventsOf,
  headIn,
  inAnHour,
  publishPast,
  servesHalf,
  servesOff,
} from '../../../../tests/support/team.ts'
import { SavePromiseInput } from '../../../shared/features/promises/schemas/promise.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { saveInvariant } from '../promises/save-invariant.ts'
import { applyDueChanges } from './apply-due-changes.ts'
import { approveChange } from './approve-change.ts'
import { inbox } from './inbox.ts'
import { readChange } from './read-change.ts'
import { rebaseChange } from './rebase-change.ts'
import { requestReview } from './request-review.ts'
import { scheduleChange } from './schedule-change.ts'
import { withdrawChange } from './withdraw-change.ts'

describe('a scheduled change', async () => {
  const { db } = await testDatabase(12)
  const { team, now, soon, wait, pass, scheduled, stateOf } = await aSchedulingTeam(db)

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

  it('waits until its time has come, and then is applied by the system', async () => {
    const { flag, change } = await scheduled(servesOff)
    await pass(hour - 1)
    expect(await stateOf(change)).toBe('scheduled')
    await pass(1)
    expect(await stateOf(change)).toBe('applied')
    expect((await revisionsOf(flag)).at(-1)).toMatchObject({
      actorName: 'Fanion',
      changeNumber: change,
      message: `Change ${flag}`,
    })
    expect((await headIn(team.ada, flag)).document.otherwise).toEqual({ variant: 'off' })
    expect((await eventsOf(team, change)).at(-1)).toBe('change.apply')
  })

  it('is applied once, however many servers see that it is due', async () => {
    const due = await Promise.all([1, 2, 3, 4].map(() => scheduled(servesOff)))
    wait()
    await Promise.all(Array.from({ length: 8 }, () => applyDueChanges(team.system)))
    await applyDueChanges(team.system)
    for (const { flag, change } of due) {
      const applied = (await revisionsOf(flag)).filter((revision) => revision.changeNumber === change)
      expect(applied).toHaveLength(1)
    }
  })

  it('that is late after a downtime goes in the order of its time, and says so', async () => {
    const second = await scheduled(servesOff, { at: new Date(now().getTime() + 2 * hour).toISOString() })
    const first = await scheduled(servesOff)
    await pass(5 * hour)
    const [one, two] = [(await revisionsOf(first.flag)).at(-1), (await revisionsOf(second.flag)).at(-1)]
    expect(one?.number).toBeLessThan(two?.number ?? 0)
    expect(one?.message).toContain(`applied ${4 * 3_600} s late`)
    expect(two?.message).toContain(`applied ${3 * 3_600} s late`)
  })

  it('that would break a promise at its hour stops there, tells its author, who mends it', async () => {
    const { flag, change } = await scheduled(servesOff)
    const sentence = `everyone where plan is pro gets ${flag} on`
    const key = `pro-${flag}`
    await saveInvariant(
      team.ada,
      SavePromiseInput.parse({ project: team.key, key, name: 'Pro', sentence, environments: ['production'] }),
    )
    await pass()
    const { state, conflict } = await readChange(team.editor, { change })
    expect(state).toBe('conflicted')
    expect(conflict).toContain(`This breaks “${sentence}”`)
    expect(conflict).toContain('{"plan":"pro"} would get off')
    expect((await headIn(team.ada, flag)).document.otherwise).toEqual({ variant: 'on' })
    const mine = (await inbox(team.editor)).changes.find(({ number }) => number === change)
    expect(mine).toMatchObject({ state: 'conflicted' })
    // includes the promise's project and key
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
    const later = { project: team.key, change: again.number, ...soon() }
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
    await scheduleChange(team.publisher, { project: team.key, change, ...soon() })
    await pass()
    expect(await stateOf(change)).toBe('applied')
  })

  it('that clashes with what was published meanwhile becomes conflicted and publishes nothing', async () => {
    const { flag, change } = await scheduled(servesOff)
    await publishPast(team, flag, servesHalf)
    const before = (await revisionsOf(flag)).length
    await pass()
    const { state, conflict, clashes } = await readChange(team.editor, { change })
    expect({ state, clashes }).toMatchObject({ state: 'conflicted', clashes: [{ key: flag, path: 'otherwise' }] })
    expect(conflict).toContain(`“everyone else” of ${flag} in Production`)
    expect(await revisionsOf(flag)).toHaveLength(before)
    expect((await eventsOf(team, change)).at(-1)).toBe('change.conflict')
  })

  it('is applied where the same users move as was approved, beside what was published meanwhile', async () => {
    const { flag, change } = await scheduled(servesOff)
    await publishPast(team, flag, (document) => ({ ...document, salt: 'another' }))
    await pass()
    expect(await stateOf(change)).toBe('applied')
    const { document } = await headIn(team.ada, flag)
    expect(document).toMatchObject({ salt: 'another', otherwise: { variant: 'off' } })
  })

  it('is merged with what was published meanwhile where nobody has to approve', async () => {
    const free = await aTeam(db, 0, now)
    const flag = await aServedFlag(free)
    const { number: change } = await aChange(free.editor, flag, servesOff)
    await requestReview(free.editor, { change })
    await scheduleChange(free.publisher, { project: free.key, change, ...soon() })
    await publishPast(free, flag, (document) => ({ ...document, salt: 'another' }))
    await pass(hour, free)
    const { document } = await headIn(free.ada, flag)
    expect(document).toMatchObject({ salt: 'another', otherwise: { variant: 'off' } })
  })

  it('of an archived project waits, and is applied once the project is back', async () => {
    const gone = await aTeam(db, 1, now)
    const { change, flag } = await scheduled(servesOff, { by: gone })
    const archive = (archivedAt: Date | null) =>
      db.updateTable('project').set({ archivedAt }).where('key', '=', gone.key).execute()
    await archive(now())
    await pass(hour, gone)
    expect(await stateOf(change, gone)).toBe('scheduled')
    expect((await headIn(gone.ada, flag)).document.otherwise).toEqual({ variant: 'on' })
    await archive(null)
    await applyDueChanges(gone.system)
    expect(await stateOf(change, gone)).toBe('applied')
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
    const after = await scheduled(servesOff)
    await pass()
    expect(await stateOf(change)).toBe('conflicted')
    expect((await readChange(team.ada, { change })).conflict).toContain('variant')
    expect(await stateOf(after.change)).toBe('applied')
  })
})
