import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../../support/chromium.ts'
import { Hands } from './hands.ts'
import { table } from './table.ts'
import { tasks, type Way } from './tasks.ts'
import { aWorld, type World } from './world.ts'

const page12 = path.resolve(import.meta.dirname, '../../../docs/tasks.md')

/** Tasks that cannot be done yet. One that works must be removed from this list. */
const missing: readonly string[] = []

const counts = new Map<string, number>()
let page: Page
let world: World

beforeAll(async () => {
  const browser = await aChromium()
  world = await aWorld()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    baseURL: world.url,
    timezoneId: 'Europe/Oslo',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const [name = '', value = ''] = world.owner.cookie().split('=')
  await context.addCookies([{ name, value, url: world.url }])
  page = await context.newPage()
})

/** Does a task from its first page, and returns the number of interactions. */
const doIt = async (way: Way, flag: string, patienceMs?: number): Promise<number> => {
  const address = await way.before(world, flag)
  await page.goto(address)
  await page.getByRole('switch').first().waitFor()
  await way.ready?.(page, world, flag)
  if (patienceMs !== undefined) page.setDefaultTimeout(patienceMs)
  const hands = new Hands(page)
  await way.act(hands, flag)
  await way.effect(world, flag, page)
  return hands.count
}

const ways = tasks.flatMap(({ title, pointer, keyboard }, i) => [
  { name: `${i + 1} pointer`, title, way: pointer },
  { name: `${i + 1} keyboard`, title, way: keyboard },
])

describe('an everyday task takes few interactions', () => {
  it.each(ways.filter(({ name }) => !missing.includes(name)))('$name: $title', async ({ name, way }) => {
    const count = await doIt(way, `task-${name.replace(' ', '-')}`)
    counts.set(name, count)
    expect(count).toBeLessThanOrEqual(way.target)
  })

  it.each(ways.filter(({ name }) => missing.includes(name)))(
    '$name is still missing: $title',
    async ({ name, way }) => {
      const count = await doIt(way, `task-${name.replace(' ', '-')}`, 2_000).catch(() => 'missing')
      expect(count).toBe('missing')
    },
  )
})

describe('the page about the tasks', () => {
  it('says what was counted', async () => {
    const text = table(counts)
    if (process.env['FANION_WRITE'] === '1') await writeFile(page12, text)
    expect(await readFile(page12, 'utf8')).toBe(text)
  })
})

afterAll(() => console.log(table(counts)))
