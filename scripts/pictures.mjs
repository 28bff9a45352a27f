// npm run pictures: takes the pictures of README and docs from the real UI on the demo project, in light and dark.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { demoServer } from '../bench/server-process.ts'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { root } from './project.mjs'

const pages = {
  flags: '/p/shop/flags',
  flag: '/p/shop/flags/checkout-v2?env=production',
  connect: '/p/shop/connect',
}

ensureBuilt()
const folder = path.join(root, 'docs/pictures')
mkdirSync(folder, { recursive: true })
const server = await demoServer()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 720 } })
    const page = await context.newPage()
    await page.goto(`${server.url.origin}/login`)
    await page.getByLabel('Email').fill(server.demo.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(server.demo.owner.password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
    for (const [name, address] of Object.entries(pages)) {
      await page.goto(`${server.url.origin}${address}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle').catch(() => undefined) // the event stream never rests
      await page.waitForTimeout(500)
      await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) })
    }
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
console.log(`Pictures are in ${path.relative(root, folder)}.`)
