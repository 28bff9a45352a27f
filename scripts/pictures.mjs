// npm run pictures: makes the screenshots of README and docs from the UI with the demo project and applications that
// evaluate its flags: every screen in light and dark, wide and on a phone. `-- --only home,flags` makes some of them.
// `-- --beside DIR` also combines each with the picture of the same name in a folder of designs.
import { existsSync, mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { livelyDemo } from './pictures/lively-demo.ts'
import { screens } from './pictures/screens.mjs'
import { root } from './project.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' }, beside: { type: 'string' } } })
const only = values.only?.split(',')
const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'phone-light', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
]

ensureBuilt()
const folder = path.join(root, 'docs/pictures')
mkdirSync(folder, { recursive: true })
const demo = await livelyDemo()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const { name: look, ...settings } of looks) {
    const context = await browser.newContext({
      ...settings,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/Oslo',
    })
    const page = await context.newPage()
    await page.goto(`${demo.url}/login`)
    await page.getByLabel('Email').fill(demo.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(demo.owner.password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
    for (const { name, address, design, phone, then, after } of screens) {
      if (only !== undefined && !only.includes(name)) continue
      await page.goto(`${demo.url}${address}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined) // the event stream stays open
      await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null)
      await page.waitForTimeout(700)
      await then?.(page).catch((error) => console.warn(`${name}: ${error.message.split('\n')[0]}`))
      const picture = await page.screenshot()
      await writeFile(path.join(folder, `${name}-${look}.webp`), await smaller(picture))
      await after?.(page)
      const own = look.startsWith('phone') ? phone : design
      if (values.beside && own) await beside(picture, own, look, name)
    }
    await context.close()
  }
} finally {
  await browser.close()
  await demo.stop()
}
console.log(`Pictures are in ${path.relative(root, folder)}.`)

/** Converts a picture to WebP, at half the size. */
async function smaller(picture) {
  const page = await browser.newPage()
  const webp = await page.evaluate(
    async (png) => {
      const image = await createImageBitmap(await (await fetch(png)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      canvas.getContext('2d').drawImage(image, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(webp, 'latin1')
}

/** Places the design on the left and the screenshot on the right. */
async function beside(built, design, look, name) {
  const wanted = path.join(values.beside, `${design}-${look.replace('phone-', '')}.png`)
  if (!existsSync(wanted)) return
  const [left, right] = [await readFile(wanted), built].map((picture) => picture.toString('base64'))
  const page = await browser.newPage({ viewport: { width: 2000, height: 640 } })
  const image = (data) => `<img src="data:image/png;base64,${data}" style="width:50%;height:100%;object-fit:contain">`
  await page.setContent(
    `<body style="margin:0;display:flex;height:100vh;background:#888">${image(left)}${image(right)}</body>`,
  )
  const out = path.join(values.beside === folder ? folder : path.join(root, 'dist/beside'), `${name}-${look}.png`)
  mkdirSync(path.dirname(out), { recursive: true })
  await page.screenshot({ path: out })
  await page.close()
}
