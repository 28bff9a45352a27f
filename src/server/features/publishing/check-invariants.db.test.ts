import { describe, expect, it } from 'vitest'
import { where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from '../../../../tests/support/people.ts'
import { flagEntry, headOf, publishNow } from '../../../../tests/support/publications.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { CreateEnvironmentInput } from '../../../shared/features/projects/schemas/project.ts'
import type { InvariantOverride } from '../../../shared/features/promises/schemas/promise.ts'
import { SavePromiseInput } from '../../../shared/features/promises/schemas/promise.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironment, proveProject } from '../../platform/kernel/scope.ts'
import { createEnvironment } from '../environments/create-environment.ts'
import { removeInvariant } from '../promises/remove-invariant.ts'
import { saveInvariant } from '../promises/save-invariant.ts'
import { createSegment } from '../segments/create-segment.ts'
import { listRevisions } from './list-revisions.ts'
import { publish } from './publish.ts'
import { headsOf } from './queries.ts'
import { requireNoEnforcedInvariants } from './require-no-enforced-invariants.ts'
import { restoreRevision } from './restore-revision.ts'

const { db } = await testDatabase(8)

/** The development environment of a project with flags that are on for everyone there. */
const aShop = async (...flags: string[]): Promise<EnvironmentCtx> => {
  const { project } = await aProject(db)
  for (const flag of flags) await aLiveFlag(project, flag)
  return inEnvironment(project)
}
const promise = (ctx: EnvironmentCtx, key: string, sentence: string, more: object = {}) =>
  saveInvariant(
    ctx,
    SavePromiseInput.parse({
      project: ctx.project.key,
      key,
      name: key,
      sentence,
      environments: [ctx.environment.key],
      ...more,
    }),
  )
const documentOf = async (ctx: EnvironmentCtx, key: string): Promise<FlagDocument> => {
  const [head] = await headsOf(db, ctx.environment, [{ kind: 'flag', key }])
  // Safe cast: these are heads of flags.
  return head?.document as FlagDocument
}
const edited = async (ctx: EnvironmentCtx, key: string, edit: (flag: FlagDocument) => Partial<FlagDocument>) => {
  const document = await documentOf(ctx, key)
  return flagEntry({ ...document, ...edit(document) })
}
const offFor = (attribute: string, value: string) => (): Partial<FlagDocument> => ({
  rules: [{ id: `r-${value}`, when: where(attribute, 'is', value), serve: { variant: 'off' } }],
})
const breaking = async (ctx: EnvironmentCtx, entries: Entry[], broken: InvariantOverride) =>
  publish(ctx, { base: await headOf(ctx), message: '', entries, break: broken })

describe('a publish', () => {
  it('that breaks a promise is refused with somebody it breaks it for, and nothing of it is kept', async () => {
    const shop = await aShop('checkout')
    await promise(shop, 'pro', 'everyone where plan is pro gets checkout on')
    await promise(shop, 'max', 'everyone where plan is max gets checkout on')
    const head = await headOf(shop)
    const refusal = await refusalOf(publishNow(shop, [await edited(shop, 'checkout', offFor('country', 'CN'))]))
    expect(refusal).toMatchObject({ code: 'promise/broken' })
    expect(refusal.details).toMatchObject({
      environment: 'development',
      promises: [
        {
          promise: 'max',
          state: { state: 'broken', witness: { country: 'CN', plan: 'max' }, variant: 'off', rule: 0 },
        },
        { promise: 'pro', state: { state: 'broken', witness: { country: 'CN', plan: 'pro' } } },
      ],
    })
    expect(refusal.details).toMatchObject({ promises: [{ fix: { says: 'Add “plan is max → on” as rule 1' } }, {}] })
    expect(refusal.message).toContain('would get off, by rule 1')
    expect(await headOf(shop)).toBe(head)
    await publishNow(shop, [await edited(shop, 'checkout', offFor('plan', 'free'))])
  })

  it('may do whatever does not make a broken promise worse', async () => {
    const shop = await aShop('checkout')
    await publishNow(shop, [await edited(shop, 'checkout', offFor('country', 'CN'))])
    await promise(shop, 'on', 'everyone gets checkout on', { force: 'watches' })
    await saveInvariant(
      shop,
      SavePromiseInput.parse({
        ...{ project: shop.project.key, key: 'pro', name: 'pro' },
        ...{ sentence: 'everyone where plan is pro and country is NO gets checkout on', environments: ['development'] },
      }),
    )
    const both = (): Partial<FlagDocument> => ({
      rules: ['CN', 'SE'].map((country) => ({
        id: country,
        when: where('country', 'is', country),
        serve: { variant: 'off' },
      })),
    })
    const revision = await publishNow(shop, [await edited(shop, 'checkout', both)])
    expect(revision.broke).toMatchObject([{ promise: 'on', state: { witness: { country: 'SE' } }, reason: null }])
    const again = await publishNow(shop, [await edited(shop, 'checkout', offFor('country', 'SE'))])
    expect(again.broke).toBeUndefined()
  })

  it('is proven through segments and prerequisites, whoever the promise is about', async () => {
    const shop = await aShop('checkout', 'express')
    const document = { included: ['anna'], excluded: [], when: null }
    await createSegment(shop, { project: shop.project.key, key: 'staff', name: 'staff', description: '', document })
    await promise(shop, 'staff', 'everyone in segment staff gets checkout on')
    await promise(shop, 'both', 'everyone where flag express is on gets checkout on')
    await publishNow(shop, [
      await edited(shop, 'checkout', () => ({ prerequisites: [{ flag: 'express', variants: ['on'] }] })),
    ])
    const refusal = await refusalOf(publishNow(shop, [await edited(shop, 'express', offFor('plan', 'free'))]))
    expect(refusal.details).toMatchObject({ promises: [{ promise: 'staff' }] })
    const everyone: Entry = { kind: 'segment', key: 'staff', document: { key: 'staff', ...document, when: true } }
    await publishNow(shop, [everyone])
  })

  it('is not refused for turning flags off, and says what that breaks', async () => {
    const shop = await aShop('checkout')
    await promise(shop, 'on', 'everyone gets checkout on')
    const revision = await publishNow(shop, [await edited(shop, 'checkout', () => ({ on: false }))])
    expect(revision.broke).toMatchObject([{ promise: 'on', reason: null }])
    const [newest] = (await listRevisions(shop, { limit: 1 })).revisions
    expect(newest?.broke).toEqual(revision.broke)
    // turning off and editing at the same time is not an emergency
    const other = await aShop('checkout')
    await promise(other, 'on', 'everyone gets checkout on')
    const more = await edited(other, 'checkout', () => ({ on: false, salt: 'another' }))
    expect(await refusalOf(publishNow(other, [more]))).toMatchObject({ code: 'promise/broken' })
  })

  it('that turns on what was edited while it was off is refused as it would have been while it was on', async () => {
    const shop = await aShop('checkout', 'express')
    await promise(shop, 'pro', 'everyone where plan is pro gets checkout on')
    const turned = (key: string, on: boolean) => edited(shop, key, () => ({ on }))
    await publishNow(shop, [await turned('checkout', false)])
    await publishNow(shop, [await edited(shop, 'checkout', offFor('country', 'CN'))])
    const refusal = await refusalOf(publishNow(shop, [await turned('checkout', true)]))
    expect(refusal.details).toMatchObject({
      promises: [{ promise: 'pro', state: { state: 'broken', witness: { country: 'CN', plan: 'pro' } } }],
    })
    await breaking(shop, [await turned('checkout', true)], { promises: ['pro'], reason: 'the regulator asked' })
    // an admin's override persists while the flag is turned off and on again
    await publishNow(shop, [await turned('checkout', false)])
    await publishNow(shop, [await turned('checkout', true)])
    // also through a prerequisite
    await publishNow(shop, [await edited(shop, 'checkout', () => ({ rules: [] }))])
    const required = { prerequisites: [{ flag: 'express', variants: ['on'] }] }
    await publishNow(shop, [await edited(shop, 'checkout', () => required)])
    await publishNow(shop, [await turned('express', false)])
    await publishNow(shop, [await edited(shop, 'checkout', offFor('country', 'SE'))])
    expect((await refusalOf(publishNow(shop, [await turned('express', true)]))).code).toBe('promise/broken')
  })

  it('that turns a flag off is refused where that gives somebody what a promise denies them', async () => {
    const shop = await aShop('checkout', 'express')
    const rules = [{ id: 'r', when: { not: { flag: 'express', variants: ['on'] } }, serve: { variant: 'on' } }]
    await publishNow(shop, [await edited(shop, 'checkout', () => ({ rules, otherwise: { variant: 'off' } }))])
    await promise(shop, 'cn', 'nobody where country is CN gets checkout on')
    const off = await edited(shop, 'express', () => ({ on: false }))
    expect((await refusalOf(publishNow(shop, [off]))).code).toBe('promise/broken')
    // also rejected if its off value violates the promise
    await publishNow(shop, [await edited(shop, 'checkout', () => ({ rules: [], offVariant: 'on' }))])
    await publishNow(shop, [off])
    const itself = await edited(shop, 'checkout', () => ({ on: false }))
    expect((await refusalOf(publishNow(shop, [itself]))).code).toBe('promise/broken')
  })

  it('breaks a promise knowingly by an admin’s word, by name and with a reason that history keeps', async () => {
    const shop = await aShop('checkout')
    await promise(shop, 'pro', 'everyone where plan is pro gets checkout on')
    await promise(shop, 'max', 'everyone where plan is max gets checkout on')
    const entry = await edited(shop, 'checkout', offFor('country', 'CN'))
    const reason = 'the regulator asked'
    const onlyOne = await refusalOf(breaking(shop, [entry], { promises: ['pro'], reason }))
    expect(onlyOne.details).toMatchObject({ promises: [{ promise: 'max' }] })
    const actor = await aPerson(db, 'Bob')
    await join(db, actor, shop.project.key, 'publisher')
    const project = await proveProject(db, actor, shop.project.key)
    const bob = { ...contextOf(db, actor), project, environment: await proveEnvironment(db, project, 'development') }
    expect(await refusalOf(breaking(bob, [entry], { promises: ['pro', 'max'], reason }))).toMatchObject({
      code: 'auth/forbidden',
      details: { permission: 'promise.break' },
    })
    const revision = await breaking(shop, [entry], { promises: ['pro', 'max'], reason })
    expect(revision.broke?.map((one) => [one.promise, one.reason])).toEqual([
      ['max', reason],
      ['pro', reason],
    ])
    // the promise stays broken, and unrelated edits can still be published
    await publishNow(shop, [await edited(shop, 'checkout', (flag) => ({ rules: [...flag.rules], salt: 'another' }))])
  })

  it('by which a flag goes is refused by what its own project promised of it, and by nothing else', async () => {
    const [shop, other] = [await aShop('checkout', 'hero'), await aShop('checkout')]
    for (const one of [shop, other])
      await publishNow(one, [await edited(one, 'checkout', () => ({ otherwise: { variant: 'on' } }))])
    await promise(shop, 'on', 'everyone gets checkout on')
    const going = (one: EnvironmentCtx, ...flags: string[]) =>
      requireNoEnforcedInvariants(one, flags).catch((error: unknown) => error)
    for (const flags of [['checkout'], ['hero', 'checkout']])
      expect(await going(shop, ...flags)).toMatchObject({ code: 'promise/about' })
    expect([await going(shop, 'hero'), await going(other, 'checkout')]).toEqual([undefined, undefined])
  })

  it('that begins an environment is not refused', async () => {
    const shop = await aShop('checkout')
    await publishNow(shop, [await edited(shop, 'checkout', () => ({ otherwise: { variant: 'on' } }))])
    const sentence = 'nobody gets checkout off'
    await saveInvariant(
      shop,
      SavePromiseInput.parse({ project: shop.project.key, key: 'never', name: 'never', sentence, force: 'watches' }),
    )
    await db.updateTable('promise').set({ force: 'refuses' }).where('key', '=', 'never').execute()
    const { environment } = await createEnvironment(
      shop,
      CreateEnvironmentInput.parse({ project: shop.project.key, key: 'canary', name: 'Canary', colour: 'pink' }),
    ).then(() => inEnvironment(shop, 'canary'))
    const [first] = (await listRevisions({ ...shop, environment }, { limit: 1 })).revisions
    expect(first?.broke).toMatchObject([{ promise: 'never', reason: null }])
  })

  it('that restores an old state keeps what is promised by now', async () => {
    const shop = await aShop('checkout')
    await publishNow(shop, [await edited(shop, 'checkout', offFor('plan', 'pro'))])
    const to = await headOf(shop)
    await publishNow(shop, [await edited(shop, 'checkout', () => ({ rules: [] }))])
    await promise(shop, 'pro', 'everyone where plan is pro gets checkout on')
    const back = { to, base: to + 1, message: '' }
    expect(await refusalOf(restoreRevision(shop, back))).toMatchObject({ code: 'promise/broken' })
    const done = await restoreRevision(shop, { ...back, break: { promises: ['pro'], reason: 'it was better' } })
    expect(done.revision?.broke).toMatchObject([{ promise: 'pro', reason: 'it was better' }])
  })

  it('that moves somebody from what they are to keep is refused', async () => {
    const shop = await aShop('sso')
    await promise(shop, 'sso', 'nobody where plan is enterprise loses sso on')
    expect(await refusalOf(publishNow(shop, [await edited(shop, 'sso', offFor('region', 'eu'))]))).toMatchObject({
      code: 'promise/broken',
      details: { promises: [{ state: { witness: { plan: 'enterprise', region: 'eu' } } }] },
    })
    await publishNow(shop, [await edited(shop, 'sso', offFor('plan', 'free'))])
  })

  it('that can’t be proven to keep a promise is refused, in bounded steps', async () => {
    const shop = await aShop('checkout')
    await promise(shop, 'on', 'everyone where plan is pro gets checkout on')
    const hostile = await edited(shop, 'checkout', () => ({
      rules: Array.from({ length: 24 }, (_, at) => ({
        id: `r${at}`,
        when: {
          all: [0, 1].map((half) => ({
            any: [0, 1, 2, 3].map((one) => where(`a${(at * 7 + half * 3 + one * 5) % 24}`, 'is', `v${at}`)),
          })),
        },
        serve: { variant: at % 2 ? 'on' : 'off' },
      })),
    }))
    expect(await refusalOf(publishNow(shop, [hostile]))).toMatchObject({ code: expect.stringMatching(/^promise\//) })
  })

  it('raced by another never breaks with it what neither breaks alone', async () => {
    // G newly requires H, which requires F, while F is turned off for some users. Each publish alone keeps “everyone
    // gets g on”.
    const rounds = Number(process.env['FANION_PROMISE_RACES'] ?? 12)
    const shop = await aShop('f', 'g', 'h')
    const requires = (flag: string) => (): Partial<FlagDocument> => ({ prerequisites: [{ flag, variants: ['on'] }] })
    await publishNow(shop, [await edited(shop, 'h', requires('f'))])
    await promise(shop, 'g', 'everyone gets g on')
    for (let round = 0; round < rounds; round += 1) {
      const base = await headOf(shop)
      const start = [
        await edited(shop, 'f', () => ({ rules: [] })),
        await edited(shop, 'g', () => ({ prerequisites: [] })),
      ]
      const one = await edited(shop, 'f', offFor('plan', 'free'))
      const two = await edited(shop, 'g', requires('h'))
      const done = await Promise.allSettled(
        [one, two].map((entry) => publish(shop, { base, message: '', entries: [entry] })),
      )
      expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(1)
      await publishNow(shop, start)
    }
    // if a promise is saved during a publish that breaks it, one of the two is rejected
    await removeInvariant(shop, { key: 'g' })
    for (let round = 0; round < rounds; round += 1) {
      const entry = await edited(shop, 'g', offFor('plan', 'free'))
      const done = await Promise.allSettled([publishNow(shop, [entry]), promise(shop, 'g', 'everyone gets g on')])
      expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(1)
      if (done[1].status === 'fulfilled') await removeInvariant(shop, { key: 'g' })
      else await publishNow(shop, [await edited(shop, 'g', () => ({ rules: [] }))])
    }
  })
})
