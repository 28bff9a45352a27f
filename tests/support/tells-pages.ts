import { afterEach } from 'vitest'
import { openPages } from './chromium.ts'

// Prints the text of open pages when a test fails: often an error that explains why something did not appear.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of openPages) {
    const text = await page.evaluate(() => document.body.innerText).catch(String)
    console.log(`left on ${page.url()} by “${task.name}”:\n${text}\n`)
  }
}, 30_000)
