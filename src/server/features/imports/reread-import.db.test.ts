import { describe, expect, it } from 'vitest'
import { flagdFlag } from '../../../../tests/support/bundles.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import {
  apply,
  digests,
  flagd,
  headNumbers,
  headsIn,
  itemsOf,
  twoFlags,
  upload,
} from '../../../../tests/support/imports.ts'
import { aPerson, aProject, contextOf, inEnvironment, join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { ImportEditsInput } from '../../../shared/features/imports/schemas/import.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { approveChange } from '../changes/approve-change.ts'
import { applyApproved } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { editEnvironment } from '../environments/edit-environment.ts'
import { switchFlag } from '../flags/switch-flag.ts'
import { listEdits } from './list-edits.ts'
import { undoImport } from './undo-import.ts'

const { db } = await testDatabase()

describe('an environment that asks for approvals', () => {
  const approved = async () => {
    const { project } = await aProject(db)
    const production = await inEnvironment(project, 'production')
    await editEnvironment(production, {
      project: project.project.key,
      environment: 'production',
      protected: true,
      requiredApprovals: 1,
    })
    const actor = await aPerson(db, 'Pia')
    await join(db, actor, project.project.key, 'publisher')
    const pia = { ...contextOf(db, actor), project: await proveProject(db, actor, project.project.key) }
    return { project, pia }
  }
  const on = { 'flags.production.json': flagd({ checkout: flagdFlag({ defaultVariant: 'on' }) }) }

  it('gets flags that answer nobody, and a change in review that brings the rest', async () => {
    const { project, pia } = await approved()
    const done = await apply(project, await upload(project, on))
    expect((await headsIn(project, 'production'))['checkout']).toMatchObject({ on: false, offVariant: null })
    const change = done.run.change ?? 0
    expect(await readChange(project, { change })).toMatchObject({ state: 'in-review' })
    await approveChange(pia, { project: project.project.key, change, version: 1, body: '' })
    await applyApproved(pia, { change })
    expect((await headsIn(project, 'production'))['checkout']).toMatchObject({ on: true, otherwise: { variant: 'on' } })
  })

  it('loses both with the import, where nothing was approved', async () => {
    const { project } = await approved()
    const before = await digests(project)
    const source = await apply(project, await upload(project, on))
    await undoImport(project, { source: source.number })
    expect(await digests(project)).toEqual(before)
    expect(await readChange(project, { change: source.run.change ?? 0 })).toMatchObject({ state: 'withdrawn' })
  })

  it('is not turned by an undo past its approvals', async () => {
    const { project, pia } = await approved()
    const source = await apply(project, await upload(project, on))
    const change = source.run.change ?? 0
    await approveChange(pia, { project: project.project.key, change, version: 1, body: '' })
    await applyApproved(pia, { change })
    const before = await digests(project)
    const refused = await refusalOf(undoImport(project, { source: source.number }))
    expect(refused.code).toBe('change/approval-required')
    expect(await digests(project)).toEqual(before)
  })
})

describe('what an import would write over', () => {
  it('is what is live and differs, in each environment that it goes to, by choice', async () => {
    const { project } = await aProject(db)
    const files = (defaultVariant: string) => ({
      'flags.production.json': flagd({ checkout: flagdFlag({ defaultVariant }), banner: flagdFlag() }),
    })
    const editsOf = async (source: number, environment: string, more: object = {}) =>
      listEdits(
        await inEnvironment(project, environment),
        ImportEditsInput.parse({ project: project.project.key, source, environment, ...more }),
      )
    const first = await upload(project, files('on'))
    // all of it is new
    expect(await editsOf(first.number, 'production')).toEqual({ edits: [], more: 0 })
    await apply(project, first)
    const again = await upload(project, files('off'))
    const checkout = { kind: 'flag', key: 'checkout' }
    expect(await editsOf(again.number, 'production')).toMatchObject({
      edits: [{ ...checkout, document: { otherwise: { variant: 'off' } } }],
      more: 0,
    })
    expect(await editsOf(again.number, 'production', { leaveOut: [checkout] })).toEqual({ edits: [], more: 0 })
    expect(await editsOf(again.number, 'staging')).toEqual({ edits: [], more: 0 })
  })
})

describe('reading the same project again', () => {
  it('writes nothing where nothing changed, and what changed where nobody touched it', async () => {
    const { project } = await aProject(db)
    const first = await apply(project, await upload(project, twoFlags))
    const same = await upload(project, twoFlags)
    expect(same).toMatchObject({ number: first.number, run: { number: 2, statuses: { same: 2 } } })
    const before = await headNumbers(project)
    await apply(project, same)
    expect(await headNumbers(project)).toEqual(before)
    const moved = await upload(project, {
      ...twoFlags,
      'flags.production.json': flagd({
        checkout: flagdFlag({ defaultVariant: 'on' }),
        banner: flagdFlag({ state: 'DISABLED' }),
      }),
    })
    expect(moved.run.statuses).toMatchObject({ same: 1, update: 1 })
    await apply(project, moved)
    expect((await headsIn(project, 'production'))['checkout']).toMatchObject({ otherwise: { variant: 'on' } })
    expect(await headNumbers(project)).toEqual({ ...before, production: (before['production'] ?? 0) + 1 })
  })

  it('leaves a flag to whoever published it here, unless it is told to', async () => {
    const { project } = await aProject(db)
    await apply(project, await upload(project, twoFlags))
    const staging = await inEnvironment(project, 'staging')
    await switchFlag(staging, {
      project: project.project.key,
      environment: 'staging',
      flag: 'checkout',
      on: false,
      base: 1,
      message: 'ours',
    })
    const again = await upload(project, twoFlags)
    expect(again.run.statuses).toMatchObject({ same: 1, 'taken-over': 1 })
    await apply(project, again)
    expect((await headsIn(project, 'staging'))['checkout']).toMatchObject({ on: false })
    const taken = await upload(project, twoFlags)
    await apply(project, taken, { replace: [{ kind: 'flag', key: 'checkout' }] })
    expect((await headsIn(project, 'staging'))['checkout']).toMatchObject({ on: true })
  })

  it('keeps every key that it gave', async () => {
    const { project } = await aProject(db)
    const files = (...keys: string[]) => ({
      'flags.production.json': flagd(Object.fromEntries(keys.map((key) => [key, flagdFlag()]))),
    })
    await apply(project, await upload(project, files('Checkout', 'checkout')))
    const keysOf = async (source: number) =>
      Object.fromEntries((await itemsOf(project, source)).map(({ theirs, key }) => [theirs, key]))
    const again = await upload(project, files('checkout', 'CHECKOUT', 'Checkout'))
    expect(await keysOf(again.number)).toMatchObject({
      Checkout: 'Checkout',
      checkout: 'checkout-2',
      CHECKOUT: 'CHECKOUT-3',
    })
  })
})
