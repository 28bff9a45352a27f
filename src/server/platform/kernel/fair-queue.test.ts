import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { FairQueue } from './fair-queue.ts'

const sizes = { atOnce: 2, atOncePerCaller: 1, waiting: 6, waitingPerCaller: 3, retryAfterSeconds: 2 }

/** Work that ends when the test says so, and the order in which it started. */
function aWorkshop(turns = new FairQueue(sizes)) {
  const begun: string[] = []
  const running = new Map<string, () => void>()
  const bring = (caller: string, name: string) =>
    turns
      .run(caller, () => {
        begun.push(name)
        return new Promise<void>((resolve) => running.set(name, resolve))
      })
      .then(
        () => 'done',
        (error: unknown) => (error instanceof FanionError ? error.code : String(error)),
      )
  const end = async (name: string) => {
    running.get(name)?.()
    running.delete(name)
    // promises resume waiting work
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, running, bring, end }
}

describe('turns', () => {
  it('lets a caller who comes late in before the rest of one who brought much', async () => {
    const { begun, bring, end } = aWorkshop()
    for (const name of ['a1', 'a2', 'a3']) void bring('a', name)
    void bring('b', 'b1')
    void bring('c', 'c1')
    expect(begun).toEqual(['a1', 'b1'])
    await end('a1')
    expect(begun).toEqual(['a1', 'b1', 'a2'])
    await end('b1')
    expect(begun).toEqual(['a1', 'b1', 'a2', 'c1'])
  })

  it('refuse at once what finds no room, and say when to come back', async () => {
    const { begun, bring } = aWorkshop()
    for (const name of ['a1', 'a2', 'a3', 'a4']) void bring('a', name)
    expect(await bring('a', 'a5')).toBe('request/rate-limited')
    await expect(
      new FairQueue({ ...sizes, atOnce: 0, waiting: 0 }).run('a', async () => undefined),
    ).rejects.toMatchObject({
      details: { retryAfterSeconds: 2 },
    })
    expect(begun).toEqual(['a1'])
  })

  it('goes on after work that fails', async () => {
    const turns = new FairQueue({ ...sizes, atOnce: 1 })
    await expect(turns.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turns.run('a', async () => 'fine')).toBe('fine')
  })

  it('never run more than may run, never refuse while there is room, and end all that was let in', async () => {
    const steps = fc.array(fc.record({ caller: fc.constantFrom('a', 'b', 'c', 'd'), end: fc.boolean() }), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (acts) => {
        const { begun, running, bring, end } = aWorkshop()
        const answers: Promise<string>[] = []
        for (const [at, { caller, end: ends }] of acts.entries()) {
          const [oldest] = running.keys()
          if (ends && oldest !== undefined) await end(oldest)
          else answers.push(bring(caller, `${caller}${at}`))
          expect(running.size).toBeLessThanOrEqual(sizes.atOnce)
          const callers = [...running.keys()].map((name) => name[0])
          expect(new Set(callers).size).toBe(callers.length)
        }
        while (running.size > 0) for (const name of running.keys()) await end(name)
        const said = await Promise.all(answers)
        expect(said.filter((one) => one === 'done')).toHaveLength(begun.length)
        const allDone = said.every((one) => one === 'done')
        expect(allDone || acts.length > sizes.waitingPerCaller).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})
