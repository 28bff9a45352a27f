import { describe, expect, it } from 'vitest'
import { where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from '../../../../tests/support/people.ts'
import { flagEntry, publishNow } from '../../../../tests/support/publications.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { referencesOf } from '../../../shared/datafile/references.ts'
import { SavePromiseInput } from '../../../shared/features/promises/schemas/promise.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { checkAffectedInvariants } from '../../../shared/impact/promise/touched.ts'
import type { Role } from '../../../shared/permissions.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { removeFlag } from '../flags/remove-flag.ts'
import { datafileOf } from '../publishing/check-invariants.ts'
import { headsOf } from '../publishing/queries.ts'
import { checkInvariant } from './check-invariant.ts'
import { listInvariants } from './list-invariants.ts'
import { listTouchedInvariants } from './list-touched-invariants.ts'
import { removeInvariant } from './remove-invariant.ts'
import { saveInvariant } from './save-invariant.ts'

const { db } = await testDatabase(6)

const save = (ctx: ProjectCtx, key: string, sentence: string, more: object = {}) =>
  saveInvariant(ctx, SavePromiseInput.parse({ project: ctx.project.key, key, name: key, sentence, ...more }))
const aMember = async ({ project }: ProjectCtx, role: Exclude<Role, 'owner'>, environments?: string[]) => {
  const actor = await aPerson(db, 'Bob')
  await join(db, actor, project.key, role, environments)
  return { ...contextOf(db, actor), project: await proveProject(db, actor, project.key) }
}
/** A project whose flag `checkout` is on for everyone in development, and off elsewhere. */
const aShop = async () => {
  const { project } = await aProject(db)
  await aLiveFlag(project, 'checkout')
  return project
}
const placesOf = ({ flags, segments }: Datafile) => [
  ...Object.entries(flags).map(([key, document]) => ({ kind: 'flag' as const, key, document })),
  ...Object.entries(segments).map(([key, document]) => ({ kind: 'segment' as const, key, document })),
]

const here = { environments: ['development'] }

describe('a promise', () => {
  it('is kept with its sentence as data, and told with how it stands where it holds', async () => {
    const shop = await aShop()
    await save(shop, 'staff', 'everyone where plan is staff gets checkout on', { ...here, why: 'they test it' })
    expect(await listInvariants(shop, {})).toEqual([
      expect.objectContaining({
        key: 'staff',
        sentence: 'everyone where plan is staff gets checkout on',
        environments: ['development'],
        force: 'refuses',
        why: 'they test it',
        flag: null,
        owner: { id: expect.any(String), name: 'Ada' },
        states: [{ environment: 'development', state: { state: 'kept' } }],
      }),
    ])
  })

  it('can be made to refuse only where it is kept; to watch, everywhere', async () => {
    const shop = await aShop()
    const sentence = 'everyone gets checkout on'
    const refusal = await refusalOf(save(shop, 'on', sentence))
    expect(refusal).toMatchObject({
      code: 'promise/broken',
      details: { promises: [{ promise: 'on', sentence, state: { state: 'broken', variant: 'off' } }] },
    })
    await save(shop, 'on', sentence, { force: 'watches' })
    const [told] = await listInvariants(shop, {})
    expect(told?.states.map(({ environment, state }) => [environment, state.state])).toEqual([
      ['development', 'kept'],
      ['staging', 'broken'],
      ['production', 'broken'],
    ])
  })

  it('says where its sentence can’t be read, and what is not there', async () => {
    const shop = await aShop()
    const unreadable = async (sentence: string) => {
      const { code, details } = await refusalOf(checkInvariant(shop, { sentence, environments: null }))
      expect(code).toBe('promise/unreadable')
      return details
    }
    expect(await unreadable('everyone gets')).toMatchObject({ problems: [{ expected: 'the key of a flag' }], at: 13 })
    expect(await unreadable('everyone gets chekout on')).toMatchObject({
      problems: [{ problem: 'there is no flag “chekout”' }],
    })
    expect(await unreadable('everyone gets checkout onn')).toMatchObject({
      problems: [{ problem: 'checkout has no variant “onn”', expected: 'one of on, off' }],
    })
    expect(await unreadable('everyone in segment nobody-knows gets checkout on')).toBeDefined()
    expect(await unreadable('everyone where email matches "(a+)+$" gets checkout on')).toBeDefined()
  })

  it('is checked without being kept', async () => {
    const shop = await aShop()
    const checked = await checkInvariant(shop, { sentence: 'nobody gets checkout on', ...here })
    expect(checked.states).toEqual([
      { environment: 'development', state: expect.objectContaining({ state: 'broken', variant: 'on' }) },
    ])
    expect(await listInvariants(shop, {})).toEqual([])
  })

  it('takes a publisher in every environment it holds in; examples take an editor', async () => {
    const shop = await aShop()
    const editor = await aMember(shop, 'editor')
    const limited = await aMember(shop, 'publisher', ['development'])
    const sentence = 'nobody where plan is free gets checkout off'
    const forbidden = { code: 'auth/forbidden', details: { permission: 'promise.edit' } }
    expect(await refusalOf(save(editor, 'free', sentence, here))).toMatchObject(forbidden)
    expect(await refusalOf(save(limited, 'free', sentence, { force: 'watches' }))).toMatchObject(forbidden)
    await save(limited, 'free', sentence, here)
    await save(editor, 'anna', '{"targetingKey":"anna"} gets checkout on', { ...here, flag: 'checkout' })
    expect(await refusalOf(removeInvariant(editor, { key: 'free' }))).toMatchObject(forbidden)
    await removeInvariant(editor, { key: 'anna' })
  })

  it('has a key of its own, is edited by it, and leaves its events', async () => {
    const shop = await aShop()
    await save(shop, 'on', 'everyone gets checkout on', here)
    expect(await refusalOf(save(shop, 'ON', 'everyone gets checkout on', here))).toMatchObject({
      code: 'promise/key-taken',
    })
    expect(await refusalOf(save(shop, 'off', 'everyone gets checkout on', { ...here, edits: true }))).toMatchObject({
      code: 'promise/not-found',
    })
    await save(shop, 'on', 'everyone gets checkout on or off', { ...here, edits: true })
    await removeInvariant(shop, { key: 'on' })
    expect(await refusalOf(removeInvariant(shop, { key: 'on' }))).toMatchObject({ code: 'promise/not-found' })
    const told = (await eventsOf(db, shop.project.id)).filter(({ action }) => action.startsWith('promise.'))
    expect(told.map(({ action }) => action)).toEqual(['promise.save', 'promise.save', 'promise.remove'])
    expect(told[1]).toMatchObject({ before: { sentence: 'everyone gets checkout on' } })
  })

  it('keeps the flag it is about from being archived; the flag’s own examples sleep and go with it', async () => {
    const shop = await aShop()
    await save(shop, 'on', 'everyone gets checkout on', here)
    await save(shop, 'anna', '{"targetingKey":"anna"} gets checkout on', { ...here, flag: 'checkout' })
    expect(await refusalOf(archiveFlag(shop, { flag: 'checkout' }))).toMatchObject({
      code: 'promise/about',
      details: { promises: [{ promise: 'on', about: 'checkout' }] },
    })
    await removeInvariant(shop, { key: 'on' })
    await archiveFlag(shop, { flag: 'checkout' })
    await removeFlag(shop, { flag: 'checkout', confirm: 'checkout' })
    expect(await listInvariants(shop, {})).toEqual([])
  })

  it('is proven of a draft, before it is published, as the publish will', async () => {
    const shop = await aShop()
    await aLiveFlag(shop, 'express')
    await save(shop, 'pro', 'everyone where plan is pro gets checkout on', here)
    await save(shop, 'told', 'nobody where flag express is off gets checkout on', { ...here, force: 'watches' })
    await save(shop, 'elsewhere', 'nobody gets checkout on', { environments: ['production'] })
    const there = await inEnvironment(shop)
    const [head] = await headsOf(db, there.environment, [{ kind: 'flag', key: 'express' }])
    // Safe cast: the head of a flag.
    const express = head?.document as FlagDocument
    const rules = [{ id: 'r', when: where('country', 'is', 'CN'), serve: { variant: 'off' } }]
    const proven = async (entry: Entry) => {
      const named = entry.document === null ? [] : referencesOf(entry.document)
      const { before, promises, lastOn } = await listTouchedInvariants(there, {
        ...{ project: shop.project.key, environment: 'development' },
        ...{ subjects: [{ kind: entry.kind, key: entry.key }], named },
      })
      const after = datafileOf(before, [...placesOf(before), entry])
      const publication = { before, after, entries: [entry], promises, lastOn }
      return checkAffectedInvariants(publication, { nowMs: Date.now(), headNumber: 1, ruleId: 'fix' })
    }
    expect(await proven(flagEntry({ ...express, rules }))).toMatchObject([
      { key: 'told', state: { state: 'broken', witness: { country: 'CN' } }, refuses: false },
    ])
    const [checkout] = await headsOf(db, there.environment, [{ kind: 'flag', key: 'checkout' }])
    const asking = { ...(checkout?.document as FlagDocument), prerequisites: [{ flag: 'express', variants: ['off'] }] }
    const found = await proven(flagEntry(asking))
    expect(found).toMatchObject([
      { key: 'pro', owner: 'Ada', state: { state: 'broken', variant: 'off' }, refuses: true },
      { key: 'told', state: { state: 'kept' } },
    ])
    const refusal = await refusalOf(publishNow(there, [flagEntry(asking)]))
    expect(refusal.details).toMatchObject({
      promises: [{ promise: 'pro', state: { ...found[0]?.state, at: expect.any(String) } }],
    })
    expect(await proven(flagEntry({ ...(checkout?.document as FlagDocument), on: false }))).toMatchObject([
      { key: 'pro', state: { state: 'broken' }, refuses: false },
      { key: 'told' },
    ])
    // edits made while it was off are compared with its state when it was last on
    const flag = checkout?.document as FlagDocument
    await publishNow(there, [flagEntry({ ...flag, on: false })])
    await publishNow(there, [flagEntry({ ...flag, on: false, rules })])
    const again = flagEntry({ ...flag, rules })
    const foretold = (await proven(again)).filter(({ refuses }) => refuses)
    expect(foretold).toMatchObject([{ key: 'pro', state: { state: 'broken', witness: { country: 'CN' } } }])
    expect((await refusalOf(publishNow(there, [again]))).details).toMatchObject({
      promises: [{ promise: 'pro', state: { state: 'broken', witness: { country: 'CN' } } }],
    })
    expect((await proven(flagEntry(flag))).filter(({ refuses }) => refuses)).toEqual([])
  })

  it('of one project is nothing to another', async () => {
    const [shop, other] = [await aShop(), await aShop()]
    await save(shop, 'on', 'everyone gets checkout on', here)
    expect(await listInvariants(other, {})).toEqual([])
    expect(await refusalOf(removeInvariant(other, { key: 'on' }))).toMatchObject({ code: 'promise/not-found' })
  })
})
