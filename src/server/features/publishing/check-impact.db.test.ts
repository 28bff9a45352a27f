import { beforeEach, describe, expect, it } from 'vitest'
import { aFlag, split, where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, inEnvironment } from '../../../../tests/support/people.ts'
import { rampSteps } from '../../../../tests/support/ramp-world.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aTeam, type Team } from '../../../../tests/support/team.ts'
import { ProposeRampInput } from '../../../shared/features/ramps/schemas/ramp.ts'
import type { Condition } from '../../../shared/schemas/condition.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { removeAttribute } from '../attributes/remove-attribute.ts'
import { saveAttribute } from '../attributes/save-attribute.ts'
import { approveChange } from '../changes/approve-change.ts'
import { proposeRamp } from '../changes/propose-ramp.ts'
import { applyApproved, bypassApprovals, publishChange } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { saveChange } from '../changes/save-change.ts'
import { editEnvironment } from '../environments/edit-environment.ts'
import { upsertContexts } from '../usage/context-queries.ts'
import { headNumberOf } from './history-queries.ts'
import { publish } from './publish.ts'
import { headsOf } from './queries.ts'
import { restoreRevision } from './restore-revision.ts'

const country = (...codes: string[]) => where('country', 'isOneOf', ...codes)
const environment = 'development'

let team: Team
let flag = 0
let key = ''

/** The environment with its current settings, for a member. */
const there = (who: ProjectCtx): Promise<EnvironmentCtx> => inEnvironment(who, environment)

/** 300 contexts, 10 from each of 30 countries. */
const people = Array.from({ length: 300 }, (_, at) => ({ targetingKey: `user-${at}`, country: `C${at % 30}` }))

beforeEach(async () => {
  team = await aTeam((await testDatabase()).db, 0)
  flag += 1
  key = `flag-${flag}`
  await aLiveFlag(team.ada, key)
  await put(team.ada, (document) => ({
    ...document,
    on: true,
    offVariant: 'off',
    rules: [],
    otherwise: { variant: 'off' },
  }))
  const place = { project: team.key, environment }
  await editEnvironment(await there(team.ada), { ...place, sampling: true, moveLimitPer100k: 5_000 })
  await seen(people)
})

const seen = async (contexts: readonly Record<string, string>[]) => {
  const ctx = await there(team.ada)
  await upsertContexts(ctx.db, ctx.environment.id, contexts, ctx.now())
}

const sampleCount = async () => {
  const ctx = await there(team.ada)
  const rows = await ctx.db
    .selectFrom('sampleContext')
    .select('digest')
    .where('environmentId', '=', ctx.environment.id)
    .execute()
  return { count: rows.length }
}

async function put(who: ProjectCtx, edit: (document: FlagDocument) => FlagDocument) {
  const ctx = await there(who)
  const base = await headNumberOf(ctx.db, ctx.environment)
  const [head] = await headsOf(ctx.db, ctx.environment, [{ kind: 'flag', key }])
  // Safe cast: a flag's head is a flag document.
  const entries = [{ kind: 'flag' as const, key, document: edit(head?.document as FlagDocument) }]
  return publish(ctx, { base, message: 'Because', entries })
}

const onFor =
  (when: Condition) =>
  (document: FlagDocument): FlagDocument => ({
    ...document,
    rules: [{ id: 'r1', when, serve: { variant: 'on' } }],
  })

describe('a publish that moves many of the contexts seen', () => {
  it('is refused over the limit, and passes up to it', async () => {
    const refusal = await refusalOf(put(team.editor, onFor(country('C1', 'C2'))))
    expect(refusal).toMatchObject({
      code: 'impact/second-look',
      details: { measure: { state: 'measured', moved: 20, contexts: 300 }, limitPer100k: 5_000 },
    })
    expect(refusal.message).toBe(
      'Development asks for a second look: 20 of 300 move, over 5%. Request a review instead.',
    )
    await put(team.editor, onFor(country('C1')))
  })

  it('is refused whoever publishes it', async () => {
    for (const who of [team.ada, team.admin, team.publisher])
      expect((await refusalOf(put(who, onFor(country('C1', 'C2'))))).code).toBe('impact/second-look')
  })

  it('is refused of a ramp by where it leads, however few its first step moves', async () => {
    // so that the ramp's result does not count as a rollback to an approved state
    await put(team.editor, onFor(country('C1')))
    const ctx = await there(team.publisher)
    const base = await headNumberOf(ctx.db, ctx.environment)
    const plan = { rule: null, to: 'on', steps: rampSteps }
    const proposal = ProposeRampInput.parse({ project: team.key, environment, flag: key, base, plan })
    const { number: change } = await proposeRamp(ctx, proposal)
    const { code, details } = await refusalOf(publishChange(team.publisher, { change }))
    expect({ code, details }).toMatchObject({ code: 'impact/second-look', details: { measure: { moved: 290 } } })
    await editEnvironment(await there(team.ada), { project: team.key, environment, moveLimitPer100k: null })
    await publishChange(team.publisher, { change })
    expect((await readChange(team.ada, { change })).state).toBe('applied')
  })

  it('passes where it provably moves nobody, turns the flag off, or goes back', async () => {
    const place = { project: team.key, environment }
    await put(team.editor, onFor({ all: [country('C1'), country('C2')] }))
    await editEnvironment(await there(team.ada), { ...place, moveLimitPer100k: null })
    await put(team.editor, onFor(true))
    await editEnvironment(await there(team.ada), { ...place, moveLimitPer100k: 0 })
    await put(team.editor, (document) => ({ ...document, on: false }))
    const ctx = await there(team.editor)
    const head = await headNumberOf(ctx.db, ctx.environment)
    await restoreRevision(ctx, { to: head - 1, base: head, subjects: [{ kind: 'flag', key }], message: 'Back' })
    expect(await headNumberOf(ctx.db, ctx.environment)).toBe(head + 1)
    expect((await refusalOf(put(team.editor, onFor(country('C1'))))).code).toBe('impact/second-look')
  })

  it('passes where the environment asks for none', async () => {
    await editEnvironment(await there(team.ada), { project: team.key, environment, moveLimitPer100k: null })
    await expect(put(team.editor, onFor(true))).resolves.toBeDefined()
  })

  it('is refused where too few were seen to tell', async () => {
    const ctx = await there(team.ada)
    await ctx.db.deleteFrom('sampleContext').where('environmentId', '=', ctx.environment.id).execute()
    await seen(people.slice(0, 41))
    const { details, message } = await refusalOf(put(team.editor, onFor(country('C1'))))
    expect(details['measure']).toEqual({ state: 'unmeasured', because: 'few', contexts: 41 })
    expect(message).toContain('only 41 contexts seen, of 200 needed to tell')
  })

  it('counts those who may move, by what they are kept without', async () => {
    await saveAttribute(team.ada, {
      project: team.key,
      name: 'email',
      type: 'string',
      required: false,
      knownValues: [],
      personal: true,
      description: '',
    })
    // declaring an attribute as personal data deletes the sample contexts
    await seen(people)
    const { details } = await refusalOf(put(team.editor, onFor(where('email', 'endsWith', '@acme.com'))))
    expect(details['measure']).toEqual({ state: 'measured', moved: 300, contexts: 300 })
  })

  it('forgets what was kept without an attribute that is no personal data any more: nobody would seem to have it', async () => {
    const email = { type: 'string' as const, required: false, knownValues: [], personal: true, description: '' }
    const declare = (personal: boolean) =>
      saveAttribute(team.ada, { project: team.key, name: 'email', ...email, personal })
    await declare(true)
    await seen(people)
    await declare(false)
    const { details } = await refusalOf(put(team.editor, onFor(where('email', 'endsWith', '@acme.com'))))
    expect(details['measure']).toEqual({ state: 'unmeasured', because: 'few', contexts: 0 })
    await declare(true)
    await seen(people)
    await removeAttribute(team.ada, { name: 'email' })
    const { count } = await sampleCount()
    expect(count).toBe(0)
  })

  it('holds no flag back that comes', async () => {
    await expect(aLiveFlag(team.ada, `fresh-${flag}`)).resolves.toBeDefined()
  })

  it('counts what moves through other flags', async () => {
    await aLiveFlag(team.ada, `child-${flag}`)
    const place = { project: team.key, environment }
    await editEnvironment(await there(team.ada), { ...place, moveLimitPer100k: null })
    const ctx = await there(team.ada)
    const child = aFlag(`child-${flag}`)
      .requiring(key, 'on')
      .serving(split({ on: 100_000 }))
    const base = await headNumberOf(ctx.db, ctx.environment)
    await publish(ctx, { base, message: '', entries: [{ kind: 'flag', key: child.key, document: child }] })
    await editEnvironment(ctx, { ...place, moveLimitPer100k: 5_000 })
    const { details } = await refusalOf(put(team.editor, onFor(country('C1', 'C2'))))
    expect(details['measure']).toMatchObject({ moved: 20 })
  })
})

describe('a change that moves many', () => {
  const reviewed = async () => {
    const ctx = await there(team.editor)
    const [head] = await headsOf(ctx.db, ctx.environment, [{ kind: 'flag', key }])
    const base = await headNumberOf(ctx.db, ctx.environment)
    // Safe cast: a flag's head is a flag document.
    const document = onFor(country('C1', 'C2'))(head?.document as FlagDocument)
    const entries = [{ kind: 'flag' as const, key, environment, base, document }]
    const { number } = await saveChange(team.editor, { project: team.key, title: 'Many', message: 'Many', entries })
    return requestReview(team.editor, { change: number })
  }

  it('needs one approval, though the environment requires none, and is not measured again', async () => {
    const { number: change, state, version, approvals } = await reviewed()
    expect([state, approvals]).toEqual(['in-review', [{ environment, required: 1, given: [] }]])
    await approveChange(team.publisher, { project: team.key, change, version, body: '' })
    const { revisions } = await applyApproved(team.publisher, { change })
    expect(revisions).toHaveLength(1)
  })

  it('goes past it by an admin with a reason', async () => {
    const { number: change } = await reviewed()
    const { revisions } = await bypassApprovals(team.admin, { change, reason: 'It burns' })
    expect(revisions).toMatchObject([{ mark: 'bypassed' }])
  })

  it('that came to move many only after it was let pass goes back to review', async () => {
    await editEnvironment(await there(team.ada), { project: team.key, environment, moveLimitPer100k: 50_000 })
    const { number: change, state } = await reviewed()
    expect(state).toBe('approved')
    await editEnvironment(await there(team.ada), { project: team.key, environment, moveLimitPer100k: 5_000 })
    await expect(applyApproved(team.publisher, { change })).rejects.toMatchObject({ code: 'change/wrong-state' })
    expect(await readChange(team.publisher, { change })).toMatchObject({
      state: 'in-review',
      approvals: [{ required: 1 }],
    })
  })
})

describe('the limit of an environment', () => {
  it('is refused where no contexts are sampled, and goes when sampling does', async () => {
    const ctx = await inEnvironment(team.ada, 'staging')
    const place = { project: team.key, environment: 'staging' }
    const refusal = await refusalOf(editEnvironment(ctx, { ...place, moveLimitPer100k: 5_000 }))
    expect(refusal.details.problems).toMatchObject([{ path: 'moveLimitPer100k' }])
  })
})
