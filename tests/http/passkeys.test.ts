import { beforeAll, describe, expect, it } from 'vitest'
import { AddPasskeyInput, PasskeySignInInput } from '../../src/shared/features/access/schemas/passkey.ts'
import { aPasskey } from '../support/passkey.ts'
import { aBrowser } from '../support/server.ts'
import { aWorld, type World } from './world.ts'

let world: World
let passkey: ReturnType<typeof aPasskey>
beforeAll(async () => {
  world = await aWorld()
  passkey = aPasskey(world.url)
  const { challengeId, options } = await world.api.passkeys.options.mutate()
  await world.api.passkeys.add.mutate(
    AddPasskeyInput.parse({ challengeId, name: 'Laptop', response: passkey.made(options) }),
  )
})

const codeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'ok',
    // An error as the client library throws it.
    (error: { data?: { fanion?: { code: string } } }) => error.data?.fanion?.code ?? JSON.stringify(error),
  )

describe('a challenge of a passkey', () => {
  it('signs its person in once, at whichever server it was made, and leaves one short row', async () => {
    const { db } = world.server.services
    const rows = () => db.selectFrom('challenge').select(['id', 'text']).where('personId', 'is', null).execute()
    const before = await rows()
    const stranger = aBrowser(world.url)
    const { challengeId, options } = await stranger.api.passkeys.signInOptions.mutate()
    const input = () => PasskeySignInInput.parse({ challengeId, response: passkey.used(options) })
    expect(await stranger.api.passkeys.signIn.mutate(input())).toMatchObject({ email: 'ada@example.com' })
    expect((await stranger.api.account.status.query()).user).toMatchObject({ email: 'ada@example.com' })
    expect(await codeOf(aBrowser(world.url).api.passkeys.signIn.mutate(input()))).toBe('auth/token-expired')
    const left = (await rows()).filter(({ id }) => !before.some((row) => row.id === id))
    expect(left.map(({ text }) => text)).toEqual([''])
  })

  it('is spent by one of two answers that come at once', async () => {
    const { challengeId, options } = await world.api.passkeys.signInOptions.mutate()
    const answers = [1, 2].map(() => PasskeySignInInput.parse({ challengeId, response: passkey.used(options) }))
    const codes = await Promise.all(
      answers.map((input) => codeOf(aBrowser(world.url).api.passkeys.signIn.mutate(input))),
    )
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  })

  it('is good for what it was made for alone', async () => {
    const forSignIn = await world.api.passkeys.signInOptions.mutate()
    const forConfirm = await world.api.passkeys.confirmOptions.mutate()
    const answered = ({ challengeId, options }: typeof forSignIn) =>
      PasskeySignInInput.parse({ challengeId, response: passkey.used(options) })
    expect(await codeOf(world.api.passkeys.confirm.mutate(answered(forSignIn)))).toBe('auth/token-expired')
    expect(await codeOf(world.api.passkeys.signIn.mutate(answered(forConfirm)))).toBe('auth/token-expired')
    const confirming = answered(forConfirm)
    expect(await codeOf(world.api.passkeys.confirm.mutate(confirming))).toBe('ok')
    expect(await codeOf(world.api.passkeys.confirm.mutate(confirming))).toBe('auth/token-expired')
    const mixed = { ...answered(forSignIn), challengeId: (await world.api.passkeys.signInOptions.mutate()).challengeId }
    expect(await codeOf(world.api.passkeys.signIn.mutate(mixed))).toBe('auth/wrong-credentials')
  })
})

it('each use of a passkey is noted, and an answer that its device gave before is none', async () => {
  const usedAt = async () => (await world.api.passkeys.list.query()).map(({ lastUsedAt }) => lastUsedAt)
  const stranger = aBrowser(world.url)
  const ways = [
    {
      ask: () => world.api.passkeys.confirmOptions.mutate(),
      prove: world.api.passkeys.confirm.mutate,
    },
    { ask: () => stranger.api.passkeys.signInOptions.mutate(), prove: stranger.api.passkeys.signIn.mutate },
  ]
  for (const { ask, prove } of ways) {
    const before = await usedAt()
    const [first, second] = [await ask(), await ask()]
    const older = passkey.used(first.options)
    const newer = passkey.used(second.options)
    expect(await codeOf(prove(PasskeySignInInput.parse({ challengeId: second.challengeId, response: newer })))).toBe(
      'ok',
    )
    expect(await usedAt()).not.toEqual(before)
    const late = PasskeySignInInput.parse({ challengeId: first.challengeId, response: older })
    expect(await codeOf(prove(late))).toBe('auth/wrong-credentials')
  }
})

it('each passkey is that of its person: nobody signs in or confirms with another’s', async () => {
  const email = 'joan@example.com'
  const { link } = await world.api.invitations.create.mutate({ project: world.project, email, role: 'viewer' })
  const joan = aBrowser(world.url)
  const person = { token: link.split('/').at(-1) ?? '', name: 'Joan', password: 'the sentence before' }
  await joan.api.invitations.accept.mutate(person)
  await joan.api.account.signIn.mutate({ email, password: person.password })
  expect(await codeOf(joan.api.passkeys.confirmOptions.mutate())).toBe('passkey/not-found')
  const another = aPasskey(world.url)
  const { challengeId, options } = await joan.api.passkeys.options.mutate()
  await joan.api.passkeys.add.mutate(
    AddPasskeyInput.parse({ challengeId, name: 'Phone', response: another.made(options) }),
  )
  for (const [own, address] of [
    [passkey, 'ada@example.com'],
    [another, email],
  ] as const) {
    const { api } = aBrowser(world.url)
    const asked = await api.passkeys.signInOptions.mutate()
    const input = { challengeId: asked.challengeId, response: own.used(asked.options) }
    expect(await api.passkeys.signIn.mutate(PasskeySignInInput.parse(input))).toMatchObject({ email: address })
    const confirming = await joan.api.passkeys.confirmOptions.mutate()
    const proof = { challengeId: confirming.challengeId, response: own.used(confirming.options) }
    const told = await codeOf(joan.api.passkeys.confirm.mutate(PasskeySignInInput.parse(proof)))
    expect(told).toBe(address === email ? 'ok' : 'auth/wrong-credentials')
  }
})
