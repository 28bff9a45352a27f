import { describe, expect, it } from 'vitest'
import { flag, head, owner, page } from './flag-at-hand.ts'

describe('typing in a flag with many rules of many values', () => {
  const rules = 30

  /** Counts the renders of rule lines from now on, using the browser's precise call counts. */
  const linesDrawn = async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('Profiler.enable')
    await session.send('Debugger.enable')
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    await session.send('Profiler.takePreciseCoverage')
    return async () => {
      const { result } = await session.send('Profiler.takePreciseCoverage')
      let calls = 0
      for (const { scriptId, functions } of result) {
        const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId })
        const drawing = functions
          .flatMap(({ ranges: [whole] }) => (whole === undefined ? [] : [whole]))
          .filter(({ startOffset, endOffset }) =>
            scriptSource.slice(startOffset, endOffset).includes('Actions for rule '),
          )
          .sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
        calls += drawing[0]?.count ?? 0
      }
      await session.detach()
      return calls
    }
  }

  it('keeps nothing with a key, draws no other rule, and has it all after a reload', async () => {
    const { revision: base, document } = await head('development')
    const long = {
      ...document,
      rules: Array.from({ length: rules }, (_, rule) => ({
        id: `r${rule}`,
        when: {
          attribute: 'organisation',
          operator: 'isOneOf' as const,
          values: Array.from({ length: 100 }, (_, n) => `org-${rule}-${n}`),
        },
        serve: { variant: 'on' },
      })),
    }
    const entries = [{ kind: 'flag' as const, key: flag, document: long }]
    await owner.api.revisions.publish.mutate({
      project: 'shop',
      environment: 'development',
      base,
      message: '',
      entries,
    })
    await page.locator('[data-rule=r0]').click()
    const name = page.getByRole('textbox', { name: 'Rule 1, name', exact: true })
    await name.fill('A')
    const isKept = () =>
      page.evaluate(() => Object.values<string>(localStorage).some((text) => text.includes('"unsaved":false')))
    await expect.poll(isKept).toBe(true)
    await page.evaluate(() => {
      // Called below with its own storage.
      // oxlint-disable-next-line typescript/unbound-method
      const put = Storage.prototype.setItem
      const kept: number[] = []
      Storage.prototype.setItem = function (key, value) {
        kept.push(value.length)
        put.call(this, key, value)
      }
      Object.assign(globalThis, { kept })
    })
    const lines = await linesDrawn()
    await name.press('End')
    const keptWhile = await page.evaluate(async () => {
      const { kept } = globalThis as unknown as { kept: number[] }
      kept.length = 0
      for (const letter of 'BCDEFGHIJK') {
        globalThis.document.execCommand('insertText', false, letter)
        // Everything synchronous has run by then; pauses between keys on a slow machine do not count.
        await Promise.resolve()
      }
      return kept.length
    })
    // Only the line of the named rule follows each key. The other 29 render only when findings and counts arrive.
    expect(await lines()).toBeLessThan(10 + 2 * rules)
    expect(keptWhile).toBe(0)
    await page.reload()
    await page.locator('[data-rule=r0]').click()
    expect(await name.inputValue()).toBe('ABCDEFGHIJK')
  })
})
