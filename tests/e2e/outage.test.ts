import type { Browser, Page, Route } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { type ServerProcess, startProcess } from '../support/process.ts'
import { anOwner } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

let browser: Browser
let url: string
let page: Page
let server: ServerProcess
let start: () => ServerProcess
let owner: Awaited<ReturnType<typeof anOwner>>

beforeAll(async () => {
  const { url: databaseUrl } = await testDatabase(1)
  const folder = await aFolder('outage')
  const env = { PORT: String(await freePort()), DATABASE_URL: databaseUrl, FANION_DATA_DIR: folder, LOG_LEVEL: 'error' }
  start = () => startProcess(env)
  server = start()
  url = await server.ready
  browser = await aChromium()
  owner = await anOwner(url, 'shop')
  for (const key of ['mid-switch', 'mid-draft', 'mid-edit', 'mid-publish', 'mid-heard', 'in-tabs'])
    await owner.api.flags.create.mutate({ project: 'shop', key, name: key, onIn: ['development'] })
  ;({ page } = await aVisitor(browser, url, owner))
})

/** Kills the server, like a power failure. */
const kill = async () => {
  server.kill('SIGKILL')
  await server.exited
}
const revive = async () => {
  server = start()
  await server.ready
}

const headOf = async (flag: string) => (await owner.api.flags.get.query({ project: 'shop', flag })).heads['development']
const rulesOf = async (flag: string) => (await headOf(flag))?.document.rules.length
const timesPublished = async (key: string) => {
  const where = { project: 'shop', environment: 'development', key }
  return (await owner.api.revisions.list.query(where)).revisions.length
}
const draftsThere = async () => (await owner.api.drafts.list.query({ project: 'shop' })).map(({ key }) => key)
const ruleBar = () => page.getByLabel('Type a rule')
const addRule = async () => {
  await ruleBar().fill('country is NO')
  await ruleBar().press('Enter')
  await page.getByText('1 unpublished change in Development').waitFor()
}
/** A request that publishes, perhaps in a batch after another call. */
const aPublish = /\/trpc\/[^?]*revisions\.publish/
const publishButton = () => page.getByRole('button', { name: /^Publish to Development/ })

afterEach(() => page.unrouteAll())

describe('a server that dies under somebody at work', () => {
  it('takes a switch back where it stands, and the same page tries again once it is there', async () => {
    await page.goto('/p/shop/flags?q=key:mid-switch')
    const own = page.getByRole('switch', { name: 'mid-switch in Development' })
    await own.waitFor()
    await kill()
    await own.click()
    await page.getByText('Couldn’t save.').waitFor()
    expect(await own.isChecked()).toBe(true)
    await revive()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(async () => (await headOf('mid-switch'))?.document.on).toBe(false)
  })

  it('loses no draft, though the page is loaded anew, and publishes it', async () => {
    await page.goto('/p/shop/flags/mid-draft')
    await ruleBar().waitFor()
    await kill()
    await addRule()
    await publishButton().click()
    await page.getByText('Couldn’t publish. The server isn’t responding.').waitFor()
    await page.getByText('Saved on this device until the server responds').waitFor()
    await revive()
    await page.reload()
    await page.getByText('1 unpublished change in Development').waitFor()
    await publishButton().click()
    await expect.poll(() => rulesOf('mid-draft')).toBe(1)
    await expect.poll(draftsThere).toEqual([])
  })

  it('has the draft as soon as it is back, without a reload, and another browser opens it', async () => {
    await page.goto('/p/shop/flags/mid-edit')
    await ruleBar().waitFor()
    await kill()
    await addRule()
    await page.getByText('Saved on this device until the server responds').waitFor()
    await revive()
    await page.getByText(/^Saved \d/).waitFor()
    expect(await draftsThere()).toEqual(['mid-edit'])
    const { page: other } = await aVisitor(browser, url, owner)
    await other.goto('/p/shop/flags/mid-edit')
    await other.getByRole('group', { name: 'Rule 1: country is NO → on' }).waitFor()
    // A draft discarded in one browser disappears from the other when it gets the focus.
    await other.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(draftsThere).toEqual([])
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.getByText('unpublished change').waitFor({ state: 'detached' })
    await other.context().close()
  })

  it('publishes once, though the answer to the first try was lost, without a reload', async () => {
    // Nothing else may notify the page of the publish.
    await page.route('**/trpc/live.events*', (route) => route.abort())
    await page.goto('/p/shop/flags/mid-publish')
    await ruleBar().waitFor()
    await addRule()
    const before = await timesPublished('mid-publish')
    // The publish is committed, but its response is lost.
    const lose = async (route: Route) => {
      await route.fetch()
      await kill()
      await route.abort('connectionreset')
    }
    await page.route(aPublish, lose, { times: 1 })
    await publishButton().click()
    await page.getByText('Couldn’t publish. The server isn’t responding.').waitFor()
    await page.unroute('**/trpc/live.events*')
    await revive()
    expect([(await timesPublished('mid-publish')) - before, await rulesOf('mid-publish')]).toEqual([1, 1])
    // The page fetches the new state by itself, and finds that the draft is part of it.
    await page.getByText('unpublished change').waitFor({ state: 'detached' })
    expect((await timesPublished('mid-publish')) - before).toBe(1)
  })

  it('says nothing of a publish whose answer was lost once it has heard that it is there', async () => {
    await page.goto('/p/shop/flags/mid-heard')
    await ruleBar().waitFor()
    await addRule()
    const lose = async (route: Route) => {
      await route.fetch()
      await page.getByText('unpublished change').waitFor({ state: 'detached' })
      await route.abort('connectionreset')
    }
    await page.route(aPublish, lose, { times: 1 })
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('revisions.publish'))
    await publishButton().click()
    await lost
    await ruleBar().fill('country is SE')
    await ruleBar().press('Enter')
    await page.getByText('1 unpublished change in Development').waitFor()
    expect(await page.getByText('Couldn’t publish.').count()).toBe(0)
    expect(await rulesOf('mid-heard')).toBe(1)
  })
})

describe('more tabs than a browser has connections', () => {
  /** In a headless browser every page is visible, so visibility is simulated. */
  const turn = (tab: Page, sight: 'visible' | 'hidden') =>
    tab.evaluate((now) => {
      Object.assign(globalThis, { sight: now })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, sight)
  const shown = (tab: Page) => tab.getByRole('switch', { name: 'in-tabs in Development' })
  const connection = (tab: Page, word: string) => tab.locator(`[data-connection="${word}"]`).waitFor()
  const publish = async (on: boolean) => {
    const head = await headOf('in-tabs')
    if (head === undefined) throw new Error('in-tabs is not there')
    await owner.api.revisions.publish.mutate({
      ...{ project: 'shop', environment: 'development', base: head.revision, message: '' },
      entries: [{ kind: 'flag', key: 'in-tabs', document: { ...head.document, on } }],
    })
  }

  it('all load, since none that is hidden follows what happens, and show it when they are seen again', async () => {
    const { page: seen } = await aVisitor(browser, url, owner)
    await seen.addInitScript({ content: `globalThis.sight = 'visible'` })
    await seen
      .context()
      .addInitScript(() =>
        Object.defineProperty(document, 'visibilityState', { get: () => Reflect.get(globalThis, 'sight') ?? 'hidden' }),
      )
    await seen.clock.install()
    const load = async (tab: Page) => {
      await tab.goto('/p/shop/flags?q=key:in-tabs')
      await shown(tab).waitFor()
      return tab
    }
    await load(seen)
    await connection(seen, 'live')
    const hidden: Page[] = []
    while (hidden.length < 9) hidden.push(await load(await seen.context().newPage()))
    const [first] = hidden
    if (first === undefined) throw new Error('no page was opened')

    await publish(false)
    await expect.poll(() => shown(seen).isChecked()).toBe(false)
    expect(await shown(first).isChecked()).toBe(true)
    await turn(first, 'visible')
    await expect.poll(() => shown(first).isChecked()).toBe(false)
    await connection(first, 'live')

    await turn(seen, 'hidden')
    await seen.clock.fastForward(6_000)
    await connection(seen, 'connecting')
    await publish(true)
    await expect.poll(() => shown(first).isChecked()).toBe(true)
    await seen.clock.fastForward(10_000)
    expect([await shown(seen).isChecked(), await seen.getByText('You’re offline.').count()]).toEqual([false, 0])
    await turn(seen, 'visible')
    await expect.poll(() => shown(seen).isChecked()).toBe(true)
    await connection(seen, 'live')
    await seen.context().close()
  })
})
