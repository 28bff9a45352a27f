import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../../../tests/support/people.ts'
import { rowsChangedBy } from '../../../../../tests/support/rows.ts'
import { CreateSdkKeyInput } from '../../../../shared/features/access/schemas/sdk-key.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import { createKey } from './create-key.ts'
import { createServiceToken } from './create-token.ts'
import { keyHash } from './key-hash.ts'
import {
  deadKeysAmong,
  expireKey,
  findKey,
  findKeyByHash,
  findKeyByPublicId,
  keyIdsOf,
  keysOf,
  liveKeys,
  liveKeysAmong,
  revokeKey,
  touchKey,
  updateOrigins,
} from './queries.ts'
import { findRelayedKeys } from './relayed-keys.ts'
import {
  everyServiceToken,
  expireToken,
  findToken,
  findTokenByHash,
  liveScopesOf,
  membersWhoSawToken,
  revokeToken,
  tokensOf,
  touchToken,
} from './token-queries.ts'

const { db } = await testDatabase()

/** A project with a key in two environments and a service token. Tests create two identical ones. */
const aFurnished = async () => {
  const { project } = await aProject(db)
  const make = async (environment: string, kind: 'server' | 'client') => {
    const input = CreateSdkKeyInput.parse({ project: project.project.key, environment, kind, name: 'A program' })
    const { key, text } = await createKey(await inEnvironment(project, environment), input)
    return { id: key.id, text }
  }
  const asked = { project: project.project.key, name: 'robot', role: 'publisher', environments: null } as const
  const { token, text } = await createServiceToken(project, { ...asked, expiresInDays: null })
  return {
    project,
    server: await make('development', 'server'),
    client: await make('production', 'client'),
    token: { id: token.id, text },
  }
}
const [one, other] = [await aFurnished(), await aFurnished()]
const later = new Date(Date.now() + 60_000)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()
const publicId = (text: string) => keyHash(text).toString('hex').slice(0, 24)

describe('what changes one key', () => {
  it.each<[string, 'sdk_key' | 'api_token', (tx: Tx) => Promise<unknown>]>([
    ['revokes it', 'sdk_key', (tx) => revokeKey(tx, one.server.id, later)],
    ['ends it', 'sdk_key', (tx) => expireKey(tx, one.server.id, later)],
    ['sets its origins', 'sdk_key', (tx) => updateOrigins(tx, one.server.id, ['https://a.example'])],
    ['notes its use', 'sdk_key', (tx) => touchKey(tx, one.server.id, later)],
    ['revokes a token', 'api_token', (tx) => revokeToken(tx, one.token.id, later)],
    ['ends a token', 'api_token', (tx) => expireToken(tx, one.token.id, later)],
    ['notes the use of a token', 'api_token', (tx) => touchToken(tx, one.token.id, later)],
  ])('%s, and no other', async (_, table, act) => {
    expect(await rowsChangedBy(db, table, act)).toEqual([table === 'sdk_key' ? one.server.id : one.token.id])
  })

  it.each<[string, 'sdk_key' | 'api_token', (tx: Tx, at: Date) => Promise<unknown>]>([
    ['a key', 'sdk_key', (tx, at) => revokeKey(tx, one.server.id, at)],
    ['a token', 'api_token', (tx, at) => revokeToken(tx, one.token.id, at)],
  ])('leaves the instant at which %s was revoked first', async (_, table, revoke) => {
    const tx = await db.startTransaction().execute()
    const revokedAt = async () =>
      (
        await tx
          .selectFrom(table === 'sdk_key' ? 'sdkKey' : 'apiToken')
          .select('revokedAt')
          .execute()
      )
        .map((row) => row.revokedAt?.getTime())
        .filter((at) => at !== undefined)
    await revoke(tx, later)
    await revoke(tx, new Date(later.getTime() + 1))
    expect(await revokedAt()).toEqual([later.getTime()])
    await tx.rollback().execute()
  })
})

describe('what is read of a project', () => {
  it('has its keys and tokens, and none of another project', async () => {
    const { project, server, client, token } = one
    expect(ids(await keysOf(db, project.project))).toEqual([server.id, client.id].sort())
    const development = (await inEnvironment(project, 'development')).environment
    expect(await keyIdsOf(db, development)).toEqual([server.id])
    expect(await findKey(db, project.project, server.id)).toMatchObject({ id: server.id, environment: 'development' })
    expect(await findKey(db, project.project, other.server.id)).toBeUndefined()
    expect(ids(await tokensOf(db, { projectId: project.project.id }))).toEqual([token.id])
    expect(await findToken(db, { projectId: project.project.id }, token.id)).toMatchObject({ id: token.id })
    expect(await findToken(db, { projectId: project.project.id }, other.token.id)).toBeUndefined()
    expect(await findToken(db, { personId: project.project.id }, token.id)).toBeUndefined()
    expect(ids(await everyServiceToken(db))).toEqual([token.id, other.token.id].sort())
  })

  it('is the one that a text belongs to', async () => {
    const { server, client, token } = other
    for (const { id, text } of [server, client])
      expect(await findKeyByHash(db, keyHash(text))).toMatchObject({ id, project: other.project.project.key })
    expect(await findKeyByPublicId(db, publicId(client.text), 'client')).toMatchObject({ id: client.id })
    expect(await findKeyByPublicId(db, publicId(server.text), 'client')).toBeUndefined()
    expect(await findKeyByPublicId(db, publicId(server.text), 'server')).toMatchObject({ id: server.id })
    expect(await findTokenByHash(db, keyHash(token.text))).toMatchObject({ id: token.id })
    expect(await membersWhoSawToken(db, token.id)).toEqual([other.project.actor.id])
  })
})

it('a relay is told of the keys of its environment by every name they have, and a server key has no public id', async () => {
  const { environment: production } = await inEnvironment(one.project, 'production')
  const { environment: development } = await inEnvironment(one.project, 'development')
  const namesOf = ({ id, text }: { id: string; text: string }) => [
    keyHash(text).toString('hex'),
    `id:${id}`,
    `client:${publicId(text)}`,
  ]
  const all = [one.server, one.client, other.server, other.client].flatMap(namesOf)
  const begun = Date.now()
  const told = async (environmentId: string, afterMs = 0) => {
    const keys = await findRelayedKeys(db, environmentId, [...all, 'client:none'], new Date(begun + afterMs))
    return keys.map(({ name, keyId, kind }) => [name, keyId, kind])
  }
  const [hash, id, publicName] = namesOf(one.client)
  expect(await told(production.id)).toEqual([hash, id, publicName].map((name) => [name, one.client.id, 'client']))
  expect(
    await findRelayedKeys(db, production.id, [`client:${publicId(one.client.text)}`], new Date(begun)),
  ).toHaveLength(1)
  // only these keys are marked as used, at most once a minute
  const used = async () =>
    (await keysOf(db, one.project.project)).map((key) => [key.id, key.lastUsedAt?.getTime()] as const)
  for (const [afterMs, at] of [
    [60_000, begun],
    [60_001, begun + 60_001],
  ] as const) {
    await told(production.id, afterMs)
    expect(new Map(await used())).toEqual(
      new Map([
        [one.client.id, at],
        [one.server.id, undefined],
      ]),
    )
  }
  const ofServer = namesOf(one.server).slice(0, 2)
  expect(await told(development.id)).toEqual(ofServer.map((name) => [name, one.server.id, 'server']))
})

describe('a key that ends', () => {
  const end = Date.parse('2027-01-01T00:00:00Z')
  /** Whether it is found one millisecond before its end, at its end, and after. */
  const aroundTheEnd = async (act: (tx: Tx, now: Date) => Promise<boolean>) => {
    const tx = await db.startTransaction().execute()
    await expireKey(tx, one.client.id, new Date(end))
    await expireToken(tx, one.token.id, new Date(end))
    const found = []
    for (const at of [end - 1, end, end + 1]) found.push(await act(tx, new Date(at)))
    await tx.rollback().execute()
    return found
  }

  it.each<[string, (tx: Tx, now: Date) => Promise<boolean>]>([
    ['among the live ones', async (tx, now) => (await liveKeys(tx, now)).some((key) => key.keyId === one.client.id)],
    [
      'among those of its environment',
      async (tx, now) => {
        const { environment } = await inEnvironment(one.project, 'production')
        const wanted = { hashes: [], publicIds: [], ids: [one.client.id] }
        return (await liveKeysAmong(tx, environment.id, wanted, now)).length === 1
      },
    ],
    [
      'not among the dead ones',
      async (tx, now) => !(await deadKeysAmong(tx, [one.client.id, one.server.id], now)).some(Boolean),
    ],
    ['with the scopes of its token', async (tx, now) => (await liveScopesOf(tx, one.token.id, now)) !== undefined],
  ])('is %s until then, and not at that instant', async (_, act) => {
    expect(await aroundTheEnd(act)).toEqual([true, false, false])
  })

  it('or was revoked, or went with its project, is no live one, and others stay', async () => {
    const all = [one.server.id, one.client.id, other.server.id, other.client.id]
    const live = async (tx: Tx) => (await liveKeys(tx, new Date())).map(({ keyId }) => keyId).sort()
    const without = async (act: (tx: Tx) => Promise<unknown>) => {
      const tx = await db.startTransaction().execute()
      await act(tx)
      const [left, dead] = [await live(tx), await deadKeysAmong(tx, all, new Date())]
      await tx.rollback().execute()
      return { left, dead: ids(dead) }
    }
    expect(await without((tx) => revokeKey(tx, one.server.id, new Date()))).toEqual({
      left: all.filter((id) => id !== one.server.id).sort(),
      dead: [one.server.id],
    })
    const archived = await without((tx) =>
      tx.updateTable('project').set({ archivedAt: new Date() }).where('id', '=', other.project.project.id).execute(),
    )
    expect(archived.left).toEqual([one.server.id, one.client.id].sort())
    expect(archived.dead.toSorted()).toEqual([other.server.id, other.client.id].sort())
    const archiving = await db.startTransaction().execute()
    await archiving
      .updateTable('project')
      .set({ archivedAt: new Date() })
      .where('id', '=', one.project.project.id)
      .execute()
    const found = async ({ text }: { text: string }) =>
      (await findKeyByHash(archiving, keyHash(text))) ?? (await findKeyByPublicId(archiving, publicId(text), 'client'))
    expect([await found(one.client), await found(one.server)]).toEqual([undefined, undefined])
    expect([(await found(other.client))?.id, (await found(other.server))?.id]).toEqual([
      other.client.id,
      other.server.id,
    ])
    await archiving.rollback().execute()
    const tokenOf = await without((tx) => revokeToken(tx, one.token.id, new Date()))
    expect(tokenOf).toEqual({ left: all.toSorted(), dead: [] })
    const tx = await db.startTransaction().execute()
    await revokeToken(tx, one.token.id, new Date())
    expect(await liveScopesOf(tx, one.token.id, new Date())).toBeUndefined()
    expect(await liveScopesOf(tx, other.token.id, new Date())).toMatchObject([{ role: 'publisher' }])
    await tx.rollback().execute()
  })
})
