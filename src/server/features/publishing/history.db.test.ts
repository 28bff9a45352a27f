import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import {
  aServedFlag,
  aTeam,
  headIn,
  publishPast,
  servesHalf,
  servesOff,
  type Team,
} from '../../../../tests/support/team.ts'
import { digestOf } from '../../../shared/datafile/digest.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { explainAsOf } from '../schedules/explain-as-of.ts'
import { datafileAsOf } from './datafile-as-of.ts'
import { diff } from './diff.ts'
import { restoreRevision } from './restore-revision.ts'

const switchedOff: typeof servesOff = (document) => ({ ...document, on: false })
const day = 24 * 3_600_000
const documentsOf = ({ flags, segments }: Datafile) => ({ flags, segments })
describe('the history of an environment', async () => {
  const { db } = await testDatabase()
  let clock = Date.parse('2026-01-01T00:00:00Z')
  const team = await aTeam(db, 0, () => new Date(clock))
  const flag = await aServedFlag(team)
  const there = () => inEnvironment(team.ada)
  const publish = (edit: Parameters<typeof publishPast>[2], key = flag) => {
    clock += 1_000
    return publishPast(team, key, edit, 'development')
  }

  it('has the datafile of every revision, as it was served', async () => {
    const served: Datafile[] = []
    for (const edit of [servesOff, servesHalf, switchedOff, servesOff]) {
      await publish(edit)
      served.push(await datafileAsOf(await there(), {}))
    }
    await aServedFlag(team)
    for (const datafile of served) {
      expect(await datafileAsOf(await there(), { revision: datafile.revision })).toEqual(datafile)
      expect(digestOf(datafile.flags, datafile.segments)).toBe(datafile.digest)
    }
  })

  it('has the datafile of every instant', async () => {
    const one = await publish(servesOff)
    const two = await publish(servesHalf)
    const between = new Date(Date.parse(two.publishedAt) - 1).toISOString()
    expect((await datafileAsOf(await there(), { at: between })).revision).toBe(one.number)
    expect((await datafileAsOf(await there(), { at: two.publishedAt })).revision).toBe(two.number)
    expect(await datafileAsOf(await there(), { at: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      revision: 0,
      flags: {},
    })
  })

  it('refuses a revision that is not there, and names the newest', async () => {
    const { revision: head } = await datafileAsOf(await there(), {})
    const refused = datafileAsOf(await there(), { revision: head + 1 })
    await expect(refused).rejects.toMatchObject({ code: 'revision/not-found', details: { head } })
  })

  it('replays an answer with the documents and the clock of then', async () => {
    const until = new Date(clock + 60_000).toISOString()
    const rules = [
      {
        id: 'r1',
        when: { attribute: 'signedUp', operator: 'newerThan' as const, values: ['10s'] },
        serve: { variant: 'off' },
      },
    ]
    const { number } = await publish((document) => ({ ...document, rules, on: true, otherwise: { variant: 'on' } }))
    await publish((document) => ({ ...document, rules: [] }))
    const context = { signedUp: new Date(clock - 1_000).toISOString() }
    const then = await explainAsOf(await there(), { flag, context, revision: number })
    expect(then).toMatchObject({ revision: number, outcome: { variant: 'off', reason: 'TARGETING_MATCH' } })
    const later = await explainAsOf(await there(), { flag, context, revision: number, at: until })
    expect(later.outcome.variant).toBe('on')
    expect((await explainAsOf(await there(), { flag, context })).outcome.variant).toBe('on')
  })

  it('shows what differs between two revisions, in either direction', async () => {
    const before = (await publish(servesOff)).number
    const other = await aServedFlag(team)
    const after = (await publish(servesHalf)).number
    const forth = await diff(await there(), { from: before, to: after })
    expect(forth.differences).toMatchObject(
      [
        { key: flag, before: { otherwise: { variant: 'off' } }, after: { otherwise: { split: {} } } },
        { key: other, before: null, after: { key: other } },
      ].sort((a, b) => (a.key < b.key ? -1 : 1)),
    )
    const back = await diff(await there(), { from: after, to: before })
    expect(back.differences).toEqual(forth.differences.map((one) => ({ ...one, before: one.after, after: one.before })))
    const only = await diff(await there(), { from: before, to: after, kind: 'flag', key: other })
    expect(only.differences.map((one) => one.key)).toEqual([other])
  })

  it('shows nothing where a state came back in between', async () => {
    const { number } = await publish(servesOff)
    await publish(servesHalf)
    const again = await publish(servesOff)
    expect((await diff(await there(), { from: number, to: again.number })).differences).toEqual([])
  })
})

describe('a restore', async () => {
  const { db } = await testDatabase()
  let clock: number
  let team: Team
  let flag: string
  let base: number
  beforeEach(async () => {
    clock = Date.parse('2026-01-01T00:00:00Z')
    team = await aTeam(db, 1, () => new Date(clock))
    flag = await aServedFlag(team)
    base = (await headIn(team.ada, flag)).base
  })
  const as = (who: ProjectCtx, environment = 'production'): Promise<EnvironmentCtx> => inEnvironment(who, environment)
  const head = async (environment = 'production') => (await headIn(team.ada, flag, environment)).base
  const subject = () => ({ kind: 'flag' as const, key: flag })

  it('brings a whole environment back to exactly what it was, as a new revision', async () => {
    const before = await datafileAsOf(await as(team.ada, 'development'), {})
    await publishPast(team, flag, servesHalf, 'development')
    await aServedFlag(team)
    const now = await head('development')
    const { revision } = await restoreRevision(await as(team.editor, 'development'), {
      to: before.revision,
      base: now,
      message: '',
    })
    expect(revision).toMatchObject({
      number: now + 1,
      mark: 'restore',
      message: `Restored everything to revision ${before.revision}`,
    })
    const after = await datafileAsOf(await as(team.ada, 'development'), {})
    expect(documentsOf(after)).toEqual(documentsOf(before))
    expect(after.digest).toBe(before.digest)
  })

  it('of one flag leaves the others as they are', async () => {
    const other = await aServedFlag(team)
    const to = await head()
    await publishPast(team, flag, servesHalf)
    await publishPast(team, other, servesHalf)
    const { revision } = await restoreRevision(await as(team.publisher), {
      to,
      base: await head(),
      subjects: [subject()],
      message: '',
    })
    expect(revision?.subjects).toEqual([subject()])
    expect((await headIn(team.ada, other)).document).toMatchObject(servesHalf((await headIn(team.ada, other)).document))
  })

  it('to what was live within 30 days needs no second approval', async () => {
    const to = await head()
    await publishPast(team, flag, servesOff)
    clock += 29 * day
    const { revision } = await restoreRevision(await as(team.publisher), {
      to,
      base: await head(),
      subjects: [subject()],
      message: '',
    })
    expect(revision).toMatchObject({ mark: 'restore', actor: { name: 'Pia' } })
  })

  it('to what was live longer ago needs the approvals of any publish', async () => {
    const to = await head()
    await publishPast(team, flag, servesHalf)
    clock += 31 * day
    const input = { to, base: await head(), message: '' }
    await expect(restoreRevision(await as(team.publisher), input)).rejects.toMatchObject({
      code: 'change/approval-required',
    })
    await expect(restoreRevision(await as(team.publisher), { ...input, subjects: [subject()] })).rejects.toMatchObject({
      code: 'change/approval-required',
    })
  })

  it('is refused to an editor in a protected environment', async () => {
    const to = await head()
    await publishPast(team, flag, servesOff)
    const input = { to, base: await head(), message: '' }
    await expect(restoreRevision(await as(team.editor), input)).rejects.toMatchObject({ code: 'auth/forbidden' })
  })

  it('is refused where somebody published the same flag meanwhile', async () => {
    const seen = await head()
    await publishPast(team, flag, servesHalf)
    await expect(
      restoreRevision(await as(team.publisher), { to: base, base: seen, subjects: [subject()], message: '' }),
    ).rejects.toMatchObject({
      code: 'revision/stale',
    })
  })

  it('makes no revision where nothing differs', async () => {
    const to = await head()
    expect(await restoreRevision(await as(team.publisher), { to, base: to, message: '' })).toEqual({
      revision: null,
      leftOut: [],
    })
  })

  it('leaves out what was archived since, and says so', async () => {
    const gone = await aServedFlag(team)
    const to = await head('development')
    await db.updateTable('environment').set({ requiredApprovals: 0 }).where('key', '=', 'production').execute()
    await archiveFlag(team.ada, { flag: gone })
    await publishPast(team, flag, servesHalf, 'development')
    const input = { to, base: await head('development'), message: '' }
    const { leftOut, revision } = await restoreRevision(await as(team.editor, 'development'), input)
    expect(leftOut).toEqual([{ kind: 'flag', key: gone }])
    expect(revision?.subjects).toEqual([subject()])
  })

  it('is in the log of events', async () => {
    const to = await head('development')
    await publishPast(team, flag, servesOff, 'development')
    const { revision } = await restoreRevision(await as(team.editor, 'development'), {
      to,
      base: await head('development'),
      message: '',
    })
    const event = await db
      .selectFrom('event')
      .select(['action', 'after', 'actorName'])
      .where('subject', '=', `${team.key}/development/${revision?.number}`)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ action: 'revision.publish', actorName: 'Eda', after: { mark: 'restore' } })
  })
})
