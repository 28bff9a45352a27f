import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag, aSegment } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, inEnvironment } from '../../../../tests/support/people.ts'
import { flagEntry, publishNow, removal } from '../../../../tests/support/publications.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aServedFlag, aTeam, headIn, publishPast, servesOff, type Team } from '../../../../tests/support/team.ts'
import { CreateFlagInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { allows } from '../../../shared/permissions.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { createFlag } from '../flags/create-flag.ts'
import { restoreFlag } from '../flags/restore-flag.ts'
import { switchFlag } from '../flags/switch-flag.ts'
import { publish } from '../publishing/publish.ts'
import { restoreRevision } from '../publishing/restore-revision.ts'
import { createSegment } from '../segments/create-segment.ts'
import { approveChange } from './approve-change.ts'
import { applyApproved } from './publish-change.ts'
import { requestReview } from './request-review.ts'
import { saveChange } from './save-change.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

const required = { code: 'change/approval-required' }
const production = (ctx: ProjectCtx) => inEnvironment(ctx, 'production')
/** Publishes without any protection, as test setup. */
const lay = async (team: Team, entries: Entry[]) => {
  const there = await production(team.ada)
  const { headNumber } = await db
    .selectFrom('environment')
    .select('headNumber')
    .where('id', '=', there.environment.id)
    .executeTakeFirstOrThrow()
  return publish(there, { base: headNumber, message: 'ground', entries, cleared: true })
}
const turnOff = async (team: Team, flag: string, who: ProjectCtx = team.publisher) =>
  switchFlag(await production(who), {
    project: team.key,
    environment: 'production',
    flag,
    on: false,
    base: (await headIn(team.ada, flag)).base,
  })
const newFlag = (ctx: ProjectCtx, key: string, more: object = {}) =>
  createFlag(ctx, CreateFlagInput.parse({ project: ctx.project.key, key, name: key, ...more }))

describe('where approvals are required, a flag that comes or goes', () => {
  it('is not turned off, taken away and brought in anew with another off answer', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    await turnOff(team, flag)
    const publisher = await production(team.publisher)
    expect(await refusalOf(publishNow(publisher, [removal('flag', flag)], 'gone'))).toMatchObject(required)
    await lay(team, [removal('flag', flag)])
    const wide = aFlag(flag).switchedOff().with({ offVariant: 'on' })
    for (const document of [
      wide,
      wide.with({ offVariant: 'off', off: { variant: 'on' } }),
      wide.with({ offVariant: 'off' }),
    ])
      expect(await refusalOf(publishNow(publisher, [flagEntry(document)], 'back'))).toMatchObject(required)
  })

  it('is created without an answer of its own there, by whoever creates it', async () => {
    const team = await aTeam(db)
    const variants = [
      { key: 'no', value: false },
      { key: 'yes', value: true },
    ]
    await newFlag(team.editor, 'by-editor', { type: 'boolean', variants })
    await newFlag(team.admin, 'by-admin', { type: 'boolean', variants })
    for (const flag of ['by-editor', 'by-admin'])
      expect((await headIn(team.ada, flag)).document).toMatchObject({ on: false, offVariant: null })
    expect((await headIn(team.ada, 'by-editor', 'development')).document.offVariant).toBe('yes')
    await expect(newFlag(team.admin, 'asked', { onIn: ['production'] })).rejects.toMatchObject(required)
  })

  it('is archived once its answer was taken away by a change, and restored without an answer or as it stood', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    await turnOff(team, flag)
    await expect(archiveFlag(team.publisher, { flag })).rejects.toMatchObject(required)
    const { base } = await headIn(team.editor, flag)
    const entries = [{ kind: 'flag' as const, key: flag, environment: 'production', base, document: null }]
    const saved = await saveChange(team.editor, { project: team.key, title: 'gone', message: '', entries })
    await requestReview(team.editor, { change: saved.number })
    await approveChange(team.publisher, { project: team.key, change: saved.number, version: 1, body: '' })
    await applyApproved(team.publisher, { change: saved.number })
    await archiveFlag(team.editor, { flag })
    await restoreFlag(team.editor, { flag })
    expect((await headIn(team.ada, flag)).document).toMatchObject({ on: false, offVariant: null })
    await lay(team, [removal('flag', flag)])
    await archiveFlag(team.publisher, { flag })
    await restoreFlag(team.publisher, { flag, asItWas: true })
    expect((await headIn(team.ada, flag)).document).toMatchObject({ on: false })
    expect((await headIn(team.ada, flag, 'development')).document).toMatchObject({ offVariant: 'off' })
  })
})

describe('the way back', () => {
  const back = async (team: Team, flag: string, to: number, who = team.publisher) =>
    restoreRevision(await production(who), {
      to,
      base: (await headIn(team.ada, flag)).base,
      message: '',
      subjects: [{ kind: 'flag', key: flag }],
    })

  it('does not lead to what stood before approvals were required', async () => {
    const team = await aTeam(db, 0)
    const flag = await aServedFlag(team)
    const { base: early } = await headIn(team.ada, flag)
    await publishPast(team, flag, servesOff)
    await db
      .updateTable('environment')
      .set({ requiredApprovals: 1 })
      .where('id', '=', (await headIn(team.ada, flag)).there.environment.id)
      .execute()
    await expect(back(team, flag, early)).rejects.toMatchObject(required)
  })

  it('leads to the state that stood when approvals came to be required', async () => {
    const team = await aTeam(db, 0)
    const flag = await aServedFlag(team)
    const { base, there } = await headIn(team.ada, flag)
    await db.updateTable('environment').set({ requiredApprovals: 1 }).where('id', '=', there.environment.id).execute()
    await publishPast(team, flag, servesOff)
    expect((await back(team, flag, base)).revision).toMatchObject({ mark: 'restore' })
  })

  it('of one flag does not lead to a whole that never stood: what it depends on has moved', async () => {
    const team = await aTeam(db)
    const [parent, flag] = [await aServedFlag(team), await aServedFlag(team)]
    const prerequisites = [{ flag: parent, variants: ['off'] }]
    await publishPast(team, flag, (document) => ({ ...document, prerequisites }))
    const { base } = await headIn(team.ada, flag)
    await publishPast(team, flag, (document) => ({ ...document, prerequisites: [] }))
    await publishPast(team, flag, servesOff)
    await publishPast(team, parent, servesOff)
    await expect(back(team, flag, base)).rejects.toMatchObject(required)
  })

  it('from a flag that was turned off is one act, for whoever turned it off', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    const off = await turnOff(team, flag)
    const on = await switchFlag(await production(team.publisher), {
      project: team.key,
      environment: 'production',
      flag,
      on: true,
      base: off.number,
    })
    expect(on.mark).toBe('restore')
    expect((await headIn(team.ada, flag)).document.on).toBe(true)
  })

  it('from a flag that was turned off goes to review where something it depends on has moved', async () => {
    const team = await aTeam(db)
    const [parent, flag] = [await aServedFlag(team), await aServedFlag(team)]
    const prerequisites = [{ flag: parent, variants: ['on'] }]
    await publishPast(team, flag, (document) => ({ ...document, prerequisites }))
    await turnOff(team, flag)
    await publishPast(team, parent, (document) => ({ ...document, salt: 'another' }))
    const input = { project: team.key, environment: 'production', flag, on: true }
    const { base } = await headIn(team.ada, flag)
    const publisher = await production(team.publisher)
    await expect(switchFlag(publisher, { ...input, base })).rejects.toMatchObject(required)
  })
})

describe('what fills a reference', () => {
  const naming = (key: string, when: FlagDocument['rules'][number]['when']) => aFlag(key).rule(when, 'on')

  it('that was missing is left to a change: a segment', async () => {
    const team = await aTeam(db)
    await aLiveFlag(team.ada, 'asks')
    await createSegment(team.ada, { project: team.key, key: 'inside', name: 'x', description: '', document: empty })
    const wide = naming('asks', { segment: 'inside', missing: 'false' })
    await lay(team, [flagEntry(wide)])
    // an import or an older version of Fanion can leave a reference to a missing segment
    await db.deleteFrom('head').where('kind', '=', 'segment').where('key', '=', 'inside').execute()
    const publisher = await production(team.publisher)
    const everybody = { kind: 'segment' as const, key: 'inside', document: aSegment('inside', { when: true }) }
    expect(await refusalOf(publishNow(publisher, [everybody], 'in'))).toMatchObject(required)
    const input = { project: team.key, key: 'other', name: 'x', description: '', document: empty }
    await createSegment(team.editor, input)
  })

  it('that was missing is left to a change: a flag that is off', async () => {
    const team = await aTeam(db)
    await aLiveFlag(team.ada, 'asks')
    const flagTest = { flag: 'later', test: { variantIn: ['off'] }, missing: 'false' as const }
    const wide = naming('asks', { flagTest })
    const there = await production(team.ada)
    await lay(team, [flagEntry(aFlag('asks'))])
    const document = JSON.stringify({ ...wide })
    await db
      .updateTable('head')
      .set({ document })
      .where('environmentId', '=', there.environment.id)
      .where('key', '=', 'asks')
      .execute()
    await db
      .insertInto('reference')
      .values({ environmentId: there.environment.id, kind: 'flag', key: 'asks', toKind: 'flag', toKey: 'later' })
      .execute()
    await newFlag(team.editor, 'later')
    expect((await headIn(team.ada, 'later')).document).toBeUndefined()
    expect((await headIn(team.ada, 'later', 'development')).document).toBeDefined()
  })
})

const empty = { included: [], excluded: [], when: null }

describe('a kill switch', () => {
  it('that would turn another flag on needs approval, unless that is turned off with it', async () => {
    const team = await aTeam(db)
    const [fallback, main] = [await aServedFlag(team), await aServedFlag(team)]
    const rules = [{ id: 'r1', when: { not: { flag: main, variants: ['on'] } }, serve: { variant: 'on' } }]
    await publishPast(team, fallback, (document) => ({ ...document, rules, otherwise: { variant: 'off' } }))
    await expect(turnOff(team, main)).rejects.toMatchObject({
      ...required,
      message: expect.stringContaining(`turn on ${fallback}`),
    })
    const [a, b] = [await headIn(team.ada, fallback), await headIn(team.ada, main)]
    const both = [a, b].map(({ document }) => flagEntry({ ...document, on: false } as ReturnType<typeof aFlag>))
    const publisher = await production(team.publisher)
    expect(await publishNow(publisher, both)).toMatchObject({ mark: 'emergency' })
  })

  it('that turns off what requires it says so in the audit trail', async () => {
    const team = await aTeam(db)
    const [needs, main] = [await aServedFlag(team), await aServedFlag(team)]
    const prerequisites = [{ flag: main, variants: ['on'] }]
    await publishPast(team, needs, (document) => ({ ...document, prerequisites }))
    expect(await turnOff(team, main)).toMatchObject({ mark: 'emergency' })
    const event = await db
      .selectFrom('event')
      .select('after')
      .where('action', '=', 'revision.publish')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(event.after).toMatchObject({ mark: 'emergency', alsoOff: [needs] })
  })

  it('is no editor’s', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    expect(allows('editor', 'revision.turn-off-protected')).toBe(false)
    await expect(turnOff(team, flag, team.editor)).rejects.toMatchObject({ code: 'auth/forbidden' })
  })
})
