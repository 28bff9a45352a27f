import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { eventsOf } from '../../../../../tests/support/events.ts'
import { aPerson, aProject, contextOf, inEnvironment } from '../../../../../tests/support/people.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import { CreateSdkKeyInput } from '../../../../shared/features/access/schemas/sdk-key.ts'
import { tokenActor } from '../../../platform/auth/token-actor.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Ctx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { createKey } from './create-key.ts'
import { createServiceToken, createToken } from './create-token.ts'
import { findKey } from './queries.ts'
import { revokeSdkKey } from './revoke-sdk-key.ts'
import { rotateKey } from './rotate-key.ts'
import { rotatePersonalToken, rotateServiceToken } from './rotate-token.ts'
import { listServiceTokens, listTokens, revokePersonalToken, revokeServiceToken, revokeThisToken } from './tokens.ts'

const { db } = await testDatabase()
const { owner, project } = await aProject(db)
const hourMs = 3_600_000
let clock = Date.parse('2026-11-20T08:00:00Z')
const now = () => new Date(clock)
const ada: Ctx = { ...owner, now }
const shop: ProjectCtx = { ...project, now }

const aPersonal = (ctx: Ctx = ada, expiresInDays: number | null = null) =>
  createToken(ctx, { name: 'mine', scopes: [{ project: '*', role: 'admin', environments: null }], expiresInDays })
const aService = (expiresInDays: number | null = null) =>
  createServiceToken(shop, {
    ...{ project: shop.project.key, name: 'robot', role: 'publisher', environments: null },
    expiresInDays,
  })
const by = async (text: string): Promise<Ctx> => contextOf(db, await tokenActor(db, text, now()), now)
const works = (text: string) =>
  tokenActor(db, text, now()).then(
    () => true,
    (error: { code: string }) => error.code,
  )
const codeOf = async (act: () => Promise<unknown>) => (await refusalOf(Promise.resolve().then(act))).code

describe('the token that a call came with', () => {
  it('is revoked by itself where it is a person’s own, and no other with it', async () => {
    const [mine, another] = [await aPersonal(), await aPersonal()]
    const { revokedAt } = await revokeThisToken(await by(mine.text))
    expect(revokedAt).toBe(now().toISOString())
    expect([await works(mine.text), await works(another.text)]).toEqual(['auth/token-invalid', true])
  })

  it('is not revoked where it is a service token, or where there is none', async () => {
    const service = await aService()
    expect(await codeOf(async () => revokeThisToken(await by(service.text)))).toBe('auth/forbidden')
    expect(await works(service.text)).toBe(true)
    expect(await codeOf(() => revokeThisToken(ada))).toBe('auth/forbidden')
    const nobody: Actor = { kind: 'anonymous', id: null, name: 'not signed in' }
    expect(await codeOf(() => revokeThisToken(contextOf(db, nobody, now)))).toBe('auth/sign-in-required')
  })
})

describe('a token', () => {
  it('is revoked once, at the instant of the first time, with one event', async () => {
    const { token } = await aService()
    const first = await revokeServiceToken(shop, { id: token.id })
    clock += 1
    expect(await revokeServiceToken(shop, { id: token.id })).toEqual(first)
    const events = (await eventsOf(db, shop.project.id)).filter(
      ({ action, subject }) => action === 'token.revoke' && subject.endsWith(token.prefix),
    )
    expect(events).toHaveLength(1)
  })

  it('of somebody else, or of another project, is not there', async () => {
    const [{ token: mine }, { token: service }] = [await aPersonal(), await aService()]
    const cyd = contextOf(db, await aPerson(db, 'Cyd'), now)
    const other = (await aProject(db)).project
    for (const act of [
      () => revokePersonalToken(cyd, { id: mine.id }),
      () => rotatePersonalToken(cyd, { id: mine.id, overlapHours: 1 }),
      () => revokePersonalToken(ada, { id: service.id }),
      () => revokeServiceToken(other, { id: service.id }),
      () => rotateServiceToken(other, { id: service.id, overlapHours: 1 }),
      () => revokeServiceToken(shop, { id: mine.id }),
    ])
      expect(await codeOf(act)).toBe('token/not-found')
    expect((await listTokens(cyd)).map(({ id }) => id)).toEqual([])
    expect((await listServiceTokens(other)).map(({ id }) => id)).toEqual([])
    expect((await listTokens(ada)).map(({ id }) => id)).toContain(mine.id)
    expect((await listServiceTokens(shop)).map(({ id }) => id)).toContain(service.id)
  })

  it('that takes another’s place lives as long anew, and the old one to the end of the overlap and no longer', async () => {
    const old = await aService(10)
    clock += 24 * hourMs
    const fresh = await rotateServiceToken(shop, { id: old.token.id, overlapHours: 2 })
    expect(Date.parse(fresh.token.expiresAt ?? '') - clock).toBe(10 * 24 * hourMs)
    clock += 2 * hourMs - 1
    expect([await works(old.text), await works(fresh.text)]).toEqual([true, true])
    clock += 1
    expect([await works(old.text), await works(fresh.text)]).toEqual(['auth/token-expired', true])
    expect(await codeOf(() => rotateServiceToken(shop, { id: old.token.id, overlapHours: 2 }))).toBe('token/not-found')
  })

  it('never lives longer for being replaced', async () => {
    const old = await aPersonal(ada, 1)
    clock += 23 * hourMs
    const fresh = await rotatePersonalToken(ada, { id: old.token.id, overlapHours: 100 })
    clock += hourMs
    expect([await works(old.text), await works(fresh.text)]).toEqual(['auth/token-expired', true])
  })
})

describe('a key that takes another’s place', () => {
  const aKey = async (expiresInDays: number | null) => {
    const scope = { project: shop.project.key, environment: 'development' }
    const input = CreateSdkKeyInput.parse({ ...scope, kind: 'server', name: 'A program', expiresInDays })
    return createKey({ ...(await inEnvironment(shop)), now }, input)
  }
  const endOf = async (id: string) => (await findKey(db, shop.project, id))?.expiresAt?.getTime()
  const rotate = (id: string, overlapHours: number) => rotateKey(shop, { project: shop.project.key, id, overlapHours })

  it('lets the old one work for the overlap, and never longer than it would have', async () => {
    const [endless, short] = [await aKey(null), await aKey(1)]
    await rotate(endless.key.id, 5)
    await rotate(short.key.id, 48)
    expect([await endOf(endless.key.id), await endOf(short.key.id)]).toEqual([clock + 5 * hourMs, clock + 24 * hourMs])
    await rotate(short.key.id, 2)
    expect(await endOf(short.key.id)).toBe(clock + 2 * hourMs)
  })

  it('is not made in place of one that was revoked, which is revoked once', async () => {
    const { key } = await aKey(null)
    const first = await revokeSdkKey(shop, { id: key.id })
    clock += 1
    expect(await revokeSdkKey(shop, { id: key.id })).toEqual(first)
    expect(await codeOf(() => rotate(key.id, 1))).toBe('key/not-found')
    const revoked = (await eventsOf(db, shop.project.id)).filter(({ action }) => action === 'key.revoke')
    expect(revoked).toHaveLength(1)
  })
})
