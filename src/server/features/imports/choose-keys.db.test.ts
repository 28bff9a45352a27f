import { describe, expect, it } from 'vitest'
import { flagdFlag, inSegment, launchDarklyPayload } from '../../../../tests/support/bundles.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import {
  apply,
  digests,
  flagd,
  headNumbers,
  headsIn,
  importing,
  itemsOf,
  upload,
} from '../../../../tests/support/imports.ts'
import { aProject } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { chooseKeys } from './choose-keys.ts'
import { undoImport } from './undo-import.ts'

const { db } = await testDatabase()

type Key = Parameters<typeof chooseKeys>[1]['keys'][number]

const choose = (ctx: ProjectCtx, { number, run }: { number: number; run: { number: number } }, ...keys: Key[]) =>
  chooseKeys(importing(ctx), { project: ctx.project.key, source: number, run: run.number, keys })
const flag = (theirs: string, key: string | null): Key => ({ kind: 'flag', theirs, key })

/** A project that has LaunchDarkly's `checkout` and a segment, and flagd files with another `checkout`. */
const twoVendors = async () => {
  const { project } = await aProject(db)
  const theirs = launchDarklyPayload({ checkout: { rules: [inSegment('beta')] } }, { beta: { included: ['ada'] } })
  await apply(project, await upload(project, { 'latest-all.production.json': theirs }))
  const source = await upload(project, {
    'flags.production.json': flagd({ checkout: flagdFlag({ defaultVariant: 'on' }), banner: flagdFlag() }),
  })
  return { project, source }
}

describe('a key that is taken', () => {
  it('gives way to another one, which later readings follow and undo takes back', async () => {
    const { project, source } = await twoVendors()
    const before = await digests(project)
    const statuses = async () =>
      (await itemsOf(project, source.number)).map(({ theirs, key, status }) => [theirs, key, status])
    expect(await statuses()).toEqual([
      ['checkout', 'checkout', 'clash'],
      ['banner', 'banner', 'new'],
    ])
    const chosen = await choose(project, source, flag('checkout', 'checkout-flagd'))
    expect(await statuses()).toEqual([
      ['checkout', 'checkout-flagd', 'new'],
      ['banner', 'banner', 'new'],
    ])
    const [item] = await itemsOf(project, source.number)
    expect(item).toMatchObject({
      verdict: 'changed',
      why: expect.arrayContaining([expect.stringMatching(/^You chose its key\./)]),
    })
    await apply(project, chosen)
    expect((await headsIn(project, 'production'))['checkout-flagd']).toMatchObject({
      ...{ key: 'checkout-flagd', hashKey: 'checkout', otherwise: { variant: 'on' } },
    })
    // importing again finds the same flag, and writes it here if it changed there
    const numbers = await headNumbers(project)
    const again = await upload(project, {
      'flags.production.json': flagd({ checkout: flagdFlag({ defaultVariant: 'on' }), banner: flagdFlag() }),
    })
    expect(again).toMatchObject({ number: source.number, run: { statuses: { same: 2, clash: 0 } } })
    await apply(project, again)
    expect(await headNumbers(project)).toEqual(numbers)
    await apply(
      project,
      await upload(project, { 'flags.production.json': flagd({ checkout: flagdFlag(), banner: flagdFlag() }) }),
    )
    expect((await headsIn(project, 'production'))['checkout-flagd']).toMatchObject({ otherwise: { variant: 'off' } })
    await undoImport(project, { source: source.number })
    expect(await digests(project)).toEqual(before)
  })

  it('is followed by what refers to it', async () => {
    const { project } = await twoVendors()
    const other = launchDarklyPayload(
      { hero: { rules: [inSegment('beta')], prerequisites: [{ key: 'checkout', variation: 0 }] }, checkout: {} },
      { beta: { included: ['eda'] } },
    )
    // another project of the same vendor
    const named = { 'project.json': { key: 'other', environments: { items: [{ key: 'production', mobileKey: 'm' }] } } }
    const source = await upload(project, { ...named, 'latest-all.production.json': other })
    expect(source).toMatchObject({ name: 'other', run: { statuses: { clash: 2 } } })
    const chosen = await choose(project, source, flag('checkout', 'checkout-2'), {
      kind: 'segment',
      theirs: 'beta',
      key: 'beta-2',
    })
    expect(chosen.run.statuses).toMatchObject({ clash: 0, new: 3 })
    await apply(project, chosen)
    const heads = await headsIn(project, 'production')
    expect(JSON.stringify(heads['hero'])).toContain('"checkout-2"')
    expect(JSON.stringify(heads['hero'])).toContain('"beta-2"')
    expect(JSON.stringify(heads['beta'])).toContain('"ada"')
    expect(JSON.stringify(heads['beta-2'])).toContain('"eda"')
  })

  it('is kept by whoever has it: here, in the files, or from before', async () => {
    const { project, source } = await twoVendors()
    const codes = async (...keys: Key[]) => (await refusalOf(choose(project, source, ...keys))).code
    expect(await codes(flag('checkout', 'Checkout'))).toBe('flag/key-taken')
    expect(await codes(flag('checkout', 'BANNER'))).toBe('flag/key-taken')
    expect(await codes(flag('checkout', 'x'), flag('banner', 'X'))).toBe('flag/key-taken')
    expect(await codes(flag('gone', 'x'))).toBe('request/invalid')
    const chosen = await choose(project, source, flag('checkout', 'x'), flag('banner', 'y'))
    expect(await choose(project, chosen, flag('banner', null), flag('checkout', 'x'))).toMatchObject({
      run: { keys: [flag('checkout', 'x')] },
    })
    await apply(project, await choose(project, chosen, flag('checkout', 'y')))
    const again = await upload(project, { 'flags.production.json': flagd({ checkout: flagdFlag() }) })
    expect((await refusalOf(choose(project, again, flag('checkout', 'z')))).code).toBe('request/invalid')
    expect(await choose(project, again, flag('checkout', 'y'))).toMatchObject({ run: { number: again.run.number } })
  })
})
