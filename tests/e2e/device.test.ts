import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { aChromium } from '../support/chromium.ts'
import { runCommand } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { anOwner, testServer } from '../support/server.ts'
import { desk, flaws, phone } from './matrix/look.ts'
import { aVisitor } from './visitor.ts'

let browser: Browser
let server: Server
let url: string
let owner: Awaited<ReturnType<typeof anOwner>>
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  ;({ server, url } = await testServer())
  browser = await aChromium()
  owner = await anOwner(url, 'shop')
  await owner.api.flags.create.mutate({ project: 'shop', key: 'checkout', name: 'Checkout' })
  folder = await aFolder('device')
  env = { HOME: folder, XDG_CONFIG_HOME: path.join(folder, 'settings'), FANION_URL: url }
})

const run = (...args: string[]) => runCommand(args, env)
const finished = async (...args: string[]) => {
  const command = run(...args)
  return { code: await command.ended, said: command.said() }
}
/** Starts `fanion login` and waits for its code. */
const aLogin = async (...args: string[]) => {
  const command = run('login', ...args)
  await expect.poll(command.said).toContain('Waiting')
  const code = /^ {4}(\w{4}-\w{4})$/m.exec(command.said())?.[1] ?? ''
  return { ...command, code, link: `${url}/device?code=${code}` }
}
const kept = () => path.join(folder, 'settings/fanion/credentials.json')

describe('fanion login', () => {
  it('is approved in the browser by its code, after the password once more, and keeps a token nobody else can read', async () => {
    const login = await aLogin('--project', 'shop')
    const { page } = await aVisitor(browser, url, owner)
    await server.services.db
      .updateTable('session')
      .set({ authenticatedAt: new Date(Date.now() - 2 * 3_600_000) })
      .execute()
    await page.goto('/device')
    await page.getByLabel('Code').fill(login.code.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByText('view everything, and change nothing (viewer) in shop').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(owner.credentials.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    await page.context().close()

    expect(await login.ended).toBe(0)
    expect(login.said()).toContain('as Ada')
    expect((await stat(kept())).mode & 0o777).toBe(0o600)
    const [token] = await owner.api.tokens.list.query()
    expect(token).toMatchObject({ scopes: [{ project: 'shop', role: 'viewer' }], expiresAt: expect.any(String) })
  })

  it('is enough for pull and check, which ask for the environment to read', async () => {
    const out = path.join(folder, 'flags.gen.ts')
    expect(await finished('pull', '--out', out)).toEqual({
      code: 1,
      said: expect.stringContaining('--environment production'),
    })
    expect((await finished('pull', '--out', out, '--environment', 'development')).code).toBe(0)
    expect(await readFile(out, 'utf8')).toContain('checkout: {')
    expect((await finished('check', '--out', out, '--environment', 'development')).code).toBe(0)
  })

  it('ends with logout, here and on the server', async () => {
    const before = await readFile(kept(), 'utf8')
    const token = /fan_pat_[\w-]{43}/.exec(before)?.[0] ?? ''
    const withToken = () => fetch(`${url}/trpc/projects.list`, { headers: { authorization: `Bearer ${token}` } })
    expect((await withToken()).status).toBe(200)
    expect((await finished('logout')).said).toContain('Signed out')
    expect((await withToken()).status).toBe(401)
    expect(await readFile(kept(), 'utf8')).not.toContain('fan_pat_')
    expect((await finished('pull')).said).toContain('fanion login')
  })

  it('that is denied keeps nothing', async () => {
    const login = await aLogin()
    const { page } = await aVisitor(browser, url, owner)
    await page.goto(login.link)
    await page.getByText('in every project you can see').waitFor()
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'Denied' }).waitFor()
    await page.context().close()
    expect(await login.ended).toBe(1)
    expect(login.said()).toContain('denied')
    expect(await readFile(kept(), 'utf8')).not.toContain('fan_pat_')
  })

  it('leads who is signed out through the sign-in, back to the code', async () => {
    const login = await aLogin()
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(login.link)
    await page.getByLabel('Email').fill(owner.credentials.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.credentials.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    await context.close()
    expect(await login.ended).toBe(0)
  })
})

describe('the page /device', () => {
  it('says which codes it does not know, and has no flaw that axe knows', async () => {
    const begun = await owner.api.devices.begin.mutate({ name: 'a program with a name of some length' })
    const { page, outside } = await aVisitor(browser, url, owner)
    await page.goto('/device')
    await page.getByLabel('Code').fill('nope')
    await page.keyboard.press('Enter')
    await page.getByText('se the eight letters the tool shows').waitFor()
    expect(await flaws(page, [desk, phone])).toEqual([])
    await page.getByLabel('Code').fill('BBBB-BBBB')
    await page.keyboard.press('Enter')
    await page.getByText('No sign-in request matches this code').waitFor()
    await page.getByLabel('Code').fill(begun.userCode)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    expect(await flaws(page, [desk, phone])).toEqual([])
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByRole('heading', { name: 'Denied' }).waitFor()
    expect(outside).toEqual([])
    await page.context().close()
  })
})
