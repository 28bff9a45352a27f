import { describe, expect, it } from 'vitest'
import { flag, head, owner, page } from './flag-at-hand.ts'

describe('typing in a flag with many rules of many values', () => {
  const rules = 30

  /** How often what draws the line of a rule ran, from now on: the browser counts calls, and one function says those words. */
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
      // it is called with its own store below
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
        // whatever a key has done at once is done; a slow machine's pause between keys is none
        await Promise.resolve()
      }
      return kept.length
    })
    // the line of the rule that is named follows each key; none of the other 29 does, but with findings and counts as they come
    expect(await lines()).toBeLessThan(10 + 2 * rules)
    expect(keptWhile).toBe(0)
    await page.reload()
    await page.locator('[data-rule=r0]').click()
    expect(await name.inputValue()).toBe('ABCDEFGHIJK')
  })
})
