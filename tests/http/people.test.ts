import { TRPCClientError } from '@trpc/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { appCode } from '../support/authenticator.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'

let server: Server
let url: string
let ada: Awaited<ReturnType<typeof anOwner>>
beforeAll(async () => {
  const started = await testServer()
  server = started.server
  url = started.url
  ada = await anOwner(url)
})

const codeOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  // Safe cast: our formatter adds this to the client's error.
  return error instanceof TRPCClientError ? (error.data as { fanion: { code: string } }).fanion.code : undefined
}
const tokenOf = (link: string) => link.split('/').at(-1) ?? ''
const password = 'a long sentence of my own'
let count = 0
const anAddress = () => `person-${count++}@example.com`

/** A member of the owner's project who joined by invitation, in their own browser. */
async function aNewcomer(role: 'viewer' | 'editor' | 'publisher' | 'admin' = 'viewer') {
  const email = anAddress()
  const { link } = await ada.api.invitations.create.mutate({ project: ada.project, email, role })
  const browser = aBrowser(url)
  const user = await browser.api.invitations.accept.mutate({ token: tokenOf(link), name: 'Grace', password })
  return { ...browser, user, email }
}

/** Makes this user's sessions look as if they were confirmed hours ago. */
const ageSession = (personId: string, hours: number) =>
  server.services.db
    .updateTable('session')
    .set({ authenticatedAt: new Date(Date.now() - hours * 3_600_000) })
    .where('personId', '=', personId)
    .execute()

describe('an invitation', () => {
  it('shows what it offers, makes an account, and signs in', async () => {
    const email = anAddress()
    const terms = { project: ada.project, email, role: 'publisher' as const, environments: ['staging'] }
    const { link, mailed } = await ada.api.invitations.create.mutate(terms)
    expect(mailed).toBe(false)
    const browser = aBrowser(url)
    const token = tokenOf(link)
    const shown = await browser.api.invitations.show.mutate({ token })
    expect(shown).toMatchObject({ email, role: 'publisher', environments: ['staging'], project: ada.project })
    await browser.api.invitations.accept.mutate({ token, name: 'Grace', password })
    expect(await browser.api.projects.list.query()).toMatchObject([{ key: ada.project, role: 'publisher' }])
  })

  it('works once', async () => {
    const { link } = await ada.api.invitations.create.mutate({
      project: ada.project,
      email: anAddress(),
      role: 'viewer',
    })
    const input = { token: tokenOf(link), name: 'Grace', password }
    await aBrowser(url).api.invitations.accept.mutate(input)
    expect(await codeOf(aBrowser(url).api.invitations.accept.mutate(input))).toBe('invitation/used')
  })

  it('is gone once revoked, with the answer of one that never was', async () => {
    const { link, invitation } = await ada.api.invitations.create.mutate({
      project: ada.project,
      email: anAddress(),
      role: 'viewer',
    })
    await ada.api.invitations.revoke.mutate({ project: ada.project, id: invitation.id })
    const [revoked, unknown] = [tokenOf(link), 'A'.repeat(43)].map((token) =>
      aBrowser(url)
        .api.invitations.show.mutate({ token })
        .catch((error: Error) => error.message),
    )
    expect(await revoked).toBe(await unknown)
  })

  it('expires after seven days with status 410', async () => {
    const { link, invitation } = await ada.api.invitations.create.mutate({
      project: ada.project,
      email: anAddress(),
      role: 'viewer',
    })
    await server.services.db
      .updateTable('invitation')
      .set({ expiresAt: new Date() })
      .where('id', '=', invitation.id)
      .execute()
    const response = await fetch(`${url}/trpc/invitations.show`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: tokenOf(link) }),
    })
    expect(response.status).toBe(410)
  })

  it('for somebody with an account takes them signed in, and nobody else', async () => {
    const grace = await aNewcomer()
    const other = await anOwner(url)
    const invitation = { project: other.project, email: grace.email, role: 'editor' as const }
    const { link } = await other.api.invitations.create.mutate(invitation)
    const token = tokenOf(link)
    expect(await codeOf(aBrowser(url).api.invitations.accept.mutate({ token }))).toBe('auth/sign-in-required')
    expect(await codeOf((await aNewcomer()).api.invitations.accept.mutate({ token }))).toBe('auth/forbidden')
    await grace.api.invitations.accept.mutate({ token })
    expect(await grace.api.projects.list.query()).toHaveLength(2)
  })

  it('keeps only the hash of its link', async () => {
    const { link } = await ada.api.invitations.create.mutate({
      project: ada.project,
      email: anAddress(),
      role: 'viewer',
    })
    const token = tokenOf(link)
    const { db } = server.services
    const rows = [
      await db.selectFrom('invitation').selectAll().execute(),
      await db.selectFrom('event').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('cannot be made by an editor, nor by a stranger', async () => {
    const input = { project: ada.project, email: anAddress(), role: 'viewer' as const }
    expect(await codeOf((await aNewcomer('editor')).api.invitations.create.mutate(input))).toBe('auth/forbidden')
    expect(await codeOf(aBrowser(url).api.invitations.create.mutate(input))).toBe('auth/sign-in-required')
  })
})

describe('a session', () => {
  it('older than an hour is asked to confirm before it touches members, and goes on after', async () => {
    const grace = await aNewcomer('admin')
    await ageSession(grace.user.id, 2)
    const invite = () =>
      grace.api.invitations.create.mutate({ project: ada.project, email: anAddress(), role: 'viewer' })
    expect(await codeOf(invite())).toBe('auth/confirm-required')
    expect(await codeOf(grace.api.account.confirm.mutate({ password: 'wrong password' }))).toBe(
      'auth/wrong-credentials',
    )
    await grace.api.account.confirm.mutate({ password })
    await expect(invite()).resolves.toMatchObject({ mailed: false })
  })

  it('is a new one at each sign-in, whatever cookie the browser came with', async () => {
    const grace = await aNewcomer()
    const first = grace.cookie()
    await grace.api.account.signIn.mutate({ email: grace.email, password })
    expect(grace.cookie()).not.toBe(first)
  })

  it('is listed and revoked by its person, and by nobody else', async () => {
    const grace = await aNewcomer()
    const second = aBrowser(url)
    await second.api.account.signIn.mutate({ email: grace.email, password })
    const sessions = await grace.api.account.sessions.query()
    expect(sessions).toHaveLength(2)
    const other = sessions.find(({ current }) => !current)?.id ?? ''
    expect(await codeOf(ada.api.account.revokeSession.mutate({ id: other }))).toBe('session/not-found')
    await grace.api.account.revokeSession.mutate({ id: other })
    expect((await second.api.account.status.query()).user).toBeNull()
  })

  it('ends everywhere else when the password changes', async () => {
    const grace = await aNewcomer()
    const second = aBrowser(url)
    await second.api.account.signIn.mutate({ email: grace.email, password })
    await grace.api.account.changePassword.mutate({ current: password, next: 'another sentence of mine' })
    expect((await second.api.account.status.query()).user).toBeNull()
    expect((await grace.api.account.status.query()).user).not.toBeNull()
  })

  it('ends when its person is shut out, and comes not back by sign-in', async () => {
    const grace = await aNewcomer()
    await ada.api.users.setDisabled.mutate({ userId: grace.user.id, disabled: true })
    expect(await codeOf(grace.api.projects.list.query())).toBe('auth/sign-in-required')
    const again = grace.api.account.signIn.mutate({ email: grace.email, password })
    expect(await codeOf(again)).toBe('auth/wrong-credentials')
    await ada.api.users.setDisabled.mutate({ userId: grace.user.id, disabled: false })
    await expect(grace.api.account.signIn.mutate({ email: grace.email, password })).resolves.toMatchObject({})
  })

  it('of a disabled account ends for good with its API tokens and reset links, also after enabling it', async () => {
    const grace = await aNewcomer()
    const scopes = [{ project: ada.project, role: 'viewer' as const }]
    const { text: token } = await grace.api.tokens.create.mutate({ name: 'laptop', scopes })
    const { link } = await ada.api.users.makeResetLink.mutate({ userId: grace.user.id })
    await ada.api.users.setDisabled.mutate({ userId: grace.user.id, disabled: true })
    await ada.api.users.setDisabled.mutate({ userId: grace.user.id, disabled: false })
    const answer = await fetch(`${url}/trpc/projects.list`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(401)
    expect(await codeOf(grace.api.projects.list.query())).toBe('auth/sign-in-required')
    const reset = { token: tokenOf(link), password: 'a third sentence of mine' }
    expect(await codeOf(aBrowser(url).api.account.resetPassword.mutate(reset))).toBe('auth/token-invalid')
  })
})

describe('a subscription', () => {
  it('hears nothing more once its person is taken out of the project', async () => {
    const grace = await aNewcomer()
    const heard: string[] = []
    let failed = false
    const subscription = grace.api.live.events.subscribe(
      { project: ada.project },
      {
        onData: ({ data }) => {
          if (data.kind === 'revision') heard.push(...data.subjects.map(({ key }) => key))
        },
        onError: () => {
          failed = true
        },
      },
    )
    const turn = (key: string) => ada.api.flags.create.mutate({ project: ada.project, key, name: key })
    await expect
      .poll(async () => {
        await turn(`before-${count++}`)
        return heard.length
      })
      .toBeGreaterThan(0)
    await ada.api.members.remove.mutate({ project: ada.project, userId: grace.user.id })
    await expect.poll(() => failed).toBe(true)
    await turn('secret-after')
    expect(heard).not.toContain('secret-after')
    subscription.unsubscribe()
  })
})

describe('users', () => {
  it('are listed for owners only', async () => {
    expect(await codeOf((await aNewcomer('admin')).api.users.list.query())).toBe('auth/forbidden')
    expect((await ada.api.users.list.query()).map(({ name }) => name)).toContain('Ada')
  })

  it('always have an owner among them', async () => {
    const me = (await ada.api.account.status.query()).user?.id ?? ''
    expect(await codeOf(ada.api.users.setDisabled.mutate({ userId: me, disabled: true }))).toBe('member/last-owner')
    expect(await codeOf(ada.api.users.setRole.mutate({ userId: me, role: 'member' }))).toBe('member/last-owner')
  })

  it('get a link for a new password from an owner, good once and for all their sessions', async () => {
    const grace = await aNewcomer()
    const { link } = await ada.api.users.makeResetLink.mutate({ userId: grace.user.id })
    const input = { token: tokenOf(link), password: 'a third sentence of mine' }
    // The existence of a link gives no access without its token.
    const guessed = { ...input, token: 'A'.repeat(input.token.length) }
    expect(await codeOf(aBrowser(url).api.account.resetPassword.mutate(guessed))).toBe('auth/token-invalid')
    expect((await grace.api.account.status.query()).user).not.toBeNull()
    await aBrowser(url).api.account.resetPassword.mutate(input)
    expect((await grace.api.account.status.query()).user).toBeNull()
    expect(await codeOf(aBrowser(url).api.account.resetPassword.mutate(input))).toBe('auth/token-invalid')
    await aBrowser(url).api.account.signIn.mutate({ email: grace.email, password: input.password })
  })
})

describe('two-factor sign-in', () => {
  it('asks for a code after the password, takes each once, and recovery codes too', async () => {
    const grace = await aNewcomer()
    const { secret } = await grace.api.account.beginTwoFactor.mutate()
    const now = Date.now()
    const { recoveryCodes } = await grace.api.account.confirmTwoFactor.mutate({ code: appCode(secret, now) })
    const signIn = (code?: string) =>
      aBrowser(url).api.account.signIn.mutate({ email: grace.email, password, ...(code && { code }) })
    expect(await codeOf(signIn())).toBe('auth/second-factor-required')
    expect(await codeOf(signIn(appCode(secret, now)))).toBe('auth/wrong-credentials')
    await expect(signIn(appCode(secret, now + 30_000))).resolves.toMatchObject({ email: grace.email })
    await expect(signIn(recoveryCodes[0])).resolves.toMatchObject({ email: grace.email })
    expect(await codeOf(signIn(recoveryCodes[0]))).toBe('auth/wrong-credentials')
    expect(await grace.api.account.twoFactor.query()).toEqual({ on: true, recoveryCodes: 9 })
  })

  it('does not tell of itself to whoever has a wrong password', async () => {
    const grace = await aNewcomer()
    const { secret } = await grace.api.account.beginTwoFactor.mutate()
    await grace.api.account.confirmTwoFactor.mutate({ code: appCode(secret) })
    const wrong = aBrowser(url).api.account.signIn.mutate({ email: grace.email, password: 'not the password' })
    expect(await codeOf(wrong)).toBe('auth/wrong-credentials')
  })
})

describe('sign-in', () => {
  it('closes after ten wrong attempts, says how long, and answers the same for an account that is not there', async () => {
    const { url: fresh } = await testServer()
    const attempt = (email: string) =>
      fetch(`${fresh}/trpc/account.signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'wrong password' }),
      })
    const email = 'nobody@example.com'
    const statuses: number[] = []
    for (let times = 0; times < 11; times++) statuses.push((await attempt(email)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    expect(Number((await attempt(email)).headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each(['password1234', 'letmeinletmein'])('takes no account with the password %s', async (common) => {
    const input = { email: 'ada@example.com', name: 'Ada', password: common }
    const { url: fresh } = await testServer()
    expect(await codeOf(aBrowser(fresh).api.account.setUp.mutate(input))).toBe('request/invalid')
  })
})
