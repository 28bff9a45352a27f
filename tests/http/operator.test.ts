import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../src/shared/version.ts'
import { aFolder } from '../support/folder.ts'
import { serverProgram, startProcess } from '../support/process.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'

let folder: string
let there: Awaited<ReturnType<typeof testServer>>
let ada: Awaited<ReturnType<typeof anOwner>>

const run = async (args: readonly string[], env: Record<string, string> = {}) => {
  const given = { DATABASE_URL: there.databaseUrl, FANION_DATA_DIR: folder, FANION_PUBLIC_URL: there.url, ...env }
  const done = startProcess(given, [serverProgram, ...args])
  return { code: await done.exited, said: done.output() }
}

/** The owner's current password. */
let password: string
const signedIn = async () => {
  const browser = aBrowser(there.url)
  await browser.api.account.signIn.mutate({ email: ada.credentials.email, password })
  return browser
}

beforeAll(async () => {
  folder = await aFolder('operator')
  there = await testServer()
  ada = await anOwner(there.url)
  password = ada.credentials.password
})

describe('whoever has the server’s own machine', () => {
  it('lets a sole owner set a new password, without a mail server, and it is in the audit log', async () => {
    const { code, said } = await run(['admin', 'reset-password', ' ADA@example.com '])
    expect(code).toBe(0)
    const [, token = ''] = /\/reset\/(\S+)/.exec(said) ?? []
    expect(said).toContain(`${there.url}/reset/`)
    password = 'a new and longer password'
    await aBrowser(there.url).api.account.resetPassword.mutate({ token, password })
    const { events } = await (await signedIn()).api.audit.list.query({ action: 'user.make-reset-link' })
    expect(events).toMatchObject([{ actor: { kind: 'system', name: 'Operator' }, subject: 'ada@example.com' }])
  })

  it('makes an owner of somebody who was shut out', async () => {
    const owner = await signedIn()
    const [before] = await owner.api.users.list.query()
    expect((await run(['admin', 'reset-two-factor', 'ada@example.com'])).said).toContain('without a second factor')
    expect((await run(['admin', 'make-owner', 'ada@example.com'])).said).toContain('ada@example.com is an owner now.')
    expect(await owner.api.users.list.query()).toMatchObject([{ id: before?.id, instanceRole: 'owner' }])
  })

  it.each([
    [['admin', 'reset-password', 'nobody@example.com'], 1, 'No account has the address nobody@example.com.'],
    [['admin', 'make-king', 'ada@example.com'], 2, 'reset-password, reset-two-factor, make-owner'],
    [['admin', 'reset-password'], 2, 'for which address'],
    [['start', '--prot', '80'], 2, 'There is no option --prot. Did you mean --port?'],
    [['start', '--port', 'many'], 1, 'PORT is "many"; use a whole number'],
  ])('is told what is wrong with fanion %j', async (args, status, words) => {
    const { code, said } = await run(args)
    expect(said).toContain(words)
    expect(code).toBe(status)
  })

  it('is told in a sentence why a command can do nothing, and no password', async () => {
    const away = { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x', FANION_SECRET: 'given' }
    const wrong = Object.assign(new URL(there.databaseUrl), { password: 'hunter2' }).href
    const all = await Promise.all([
      ...[
        ['admin', 'make-owner', 'ada@example.com'],
        ['audit', 'verify'],
        ['audit', 'archive', '3', 'a.jsonl'],
      ].map((args) => run(args, away)),
      run(['backup', path.join(folder, 'a.tar.gz')], away),
      run(['migrate'], away),
      run(['audit', 'verify'], { ...away, DATABASE_URL: wrong }),
    ])
    for (const { code, said } of all) {
      expect(said).not.toMatch(/\n\s+at |hunter2/)
      expect(said).toContain('Check that PostgreSQL is running')
      expect(code).toBe(1)
    }
    expect(await run(['audit', 'verify'], { LOG_LEVEL: 'loud' })).toEqual({
      code: 1,
      said: expect.stringMatching(/^\nfanion: LOG_LEVEL is "loud"; use one of [^\n]*\n\n$/),
    })
  })

  it('is told that nothing is in the folder a command looks in, and none is made', async () => {
    const nowhere = path.join(folder, 'misspelt')
    const inIt = (...args: string[]) => run(args, { DATABASE_URL: '', FANION_DATA_DIR: nowhere })
    const all = await Promise.all([
      inIt('admin', 'make-owner', 'ada@example.com'),
      inIt('backup', path.join(folder, 'b.tar.gz')),
      inIt('restore', path.join(folder, 'no.tar.gz')),
      inIt('signing-key'),
    ])
    for (const { code, said } of all) {
      expect(said).toMatch(/Set FANION_DATA_DIR to the data folder of the server|no.tar.gz can’t be read/)
      expect(said).not.toMatch(/\n\s+at /)
      expect(code).toBe(1)
    }
    expect(existsSync(nowhere)).toBe(false)
  })

  it('sees every setting and where it comes from, and no secret', async () => {
    const { code, said } = await run(['config', '--port', '4711'], {
      SMTP_URL: 'smtp://u:hidden@127.0.0.1:1',
      MAIL_FROM: 'a@b.c',
    })
    expect(said).toMatch(/^PORT +4711 +--port /m)
    expect(said).toMatch(/^SMTP_URL +\(set\) +variable /m)
    expect(said).toMatch(/^LOG_LEVEL +warn +default /m)
    expect(said).not.toContain('hidden')
    expect(code).toBe(0)
  })
})

describe('fanion doctor', () => {
  it('finds nothing wrong with what runs, and sees a stream come through', async () => {
    const owner = await signedIn()
    const { text } = await owner.api.keys.create.mutate({
      ...{ project: ada.project, environment: 'production', kind: 'server', name: 'doctor' },
    })
    const { code, said } = await run(['doctor'], { FANION_KEY: text })
    expect(said).toMatch(/✓ database: PostgreSQL .* up to date/)
    for (const fine of ['clock: The', 'webhooks: There are none', 'address: Fanion', 'streams: Streams come through'])
      expect(said).toContain(`✓ ${fine}`)
    expect(said).not.toContain(text)
    expect(said).toContain('Nothing is wrong.')
    expect(code).toBe(0)
  })

  it('says what to do where a stream is held back, the mail server is gone, and others can read the secret', async () => {
    const buffers = http.createServer((request, answer) => {
      if (request.url === '/healthz') answer.end(JSON.stringify({ ok: true, version }))
    })
    await new Promise<void>((listening) => buffers.listen(0, '127.0.0.1', listening))
    const { port } = buffers.address() as AddressInfo
    const own = await aFolder('operator-own')
    await writeFile(path.join(own, 'secret'), 'a secret\n', { mode: 0o644 })
    const { code, said } = await run(['doctor'], {
      ...{ FANION_DATA_DIR: own, FANION_PUBLIC_URL: `http://127.0.0.1:${port}`, FANION_KEY: 'fan_srv_any' },
      ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.c' },
    })
    buffers.closeAllConnections()
    buffers.close()
    expect(said).toMatch(/✗ mail: The mail server refuses: .*ECONNREFUSED/)
    expect(said).toMatch(/✗ streams: .*nothing came within 5 s[^]*proxy_buffering off/)
    expect(said).toContain(`Run: chmod 600 ${path.join(own, 'secret')}`)
    expect(said).toContain('3 to mend.')
    expect(code).toBe(1)
  })

  it('makes nothing where nothing is, and names a database that is away', async () => {
    const nowhere = path.join(await aFolder('operator-none'), 'data')
    const { code, said } = await run(['doctor'], {
      ...{ FANION_DATA_DIR: nowhere, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', FANION_PUBLIC_URL: '', PORT: '1' },
    })
    expect(existsSync(nowhere)).toBe(false)
    expect(said).toMatch(/✗ database: It can’t be used: .*ECONNREFUSED/)
    expect(said).toContain('– address: Nobody answers')
    expect(code).toBe(1)
  })
})
