import { afterEach } from 'vitest'
import { openPages } from './chromium.ts'

// What a test that failed left on its pages is printed: often a refusal that says why what was waited for did not come.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of openPages) {
    const text = await page.evaluate(() => document.body.innerText).catch(String)
    console.log(`left on ${page.url()} by “${task.name}”:\n${text}\n`)
  }
}, 30_000)
