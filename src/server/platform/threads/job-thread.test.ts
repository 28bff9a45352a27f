import { afterAll, describe, expect, it } from 'vitest'
import { JobThread } from './job-thread.ts'
import type { PatternDone, PatternJob } from './patterns/thread.ts'

const ended: PatternDone = { found: null, ms: -1 }
const thread = new JobThread<PatternJob, PatternDone>({ kind: 'patterns', memoryMb: 128, ended })
afterAll(() => thread.close())

/** A pattern that takes the checker longer than any timeout. */
const endless = `^${'(?:a?b?c?){1,99}'.repeat(30)}$`
const due = (source: string, ms = 20_000) => ({ job: { source, ignoreCase: false, ms: 60_000 }, ms })

describe('a thread for jobs', () => {
  it('does them in the order they came, and asks at each turn whether there is anything to do', async () => {
    const asked: string[] = []
    const at = (name: string, wanted: boolean) => () => {
      asked.push(name)
      return wanted ? due(`^${name}$`) : undefined
    }
    const first = thread.run(at('first', true))
    const second = thread.run(at('second', false))
    const third = thread.run(at('third', true))
    await first
    expect(asked.slice(0, 1)).toEqual(['first'])
    expect(await Promise.all([first, second, third])).toEqual([
      { found: null, ms: expect.any(Number) },
      undefined,
      { found: null, ms: expect.any(Number) },
    ])
    expect(asked).toEqual(['first', 'second', 'third'])
  })

  it('ends one that takes too long, and does the next in a new thread', async () => {
    const [late, next] = await Promise.all([thread.run(() => due(endless, 50)), thread.run(() => due('^a+$'))])
    expect(late).toEqual(ended)
    expect(next).toMatchObject({ found: null })
    expect(next?.ms).toBeGreaterThanOrEqual(0)
  })

  it('closed while a job is under way or waits, lets nobody wait for ever', async () => {
    const running = thread.run(() => due(endless))
    await thread.ready()
    await thread.close()
    expect(await running).toEqual(ended)
    const begun = thread.run(() => due(endless))
    await Promise.resolve()
    await thread.close() // before its program is loaded
    expect(await begun).toEqual(ended)
    expect(await thread.run(() => due('^a+$'))).toMatchObject({ found: null })
  })

  it('goes on after a job that could not be asked for', async () => {
    await expect(
      thread.run(() => {
        throw new Error('no turn')
      }),
    ).rejects.toThrow('no turn')
    expect(await thread.run(() => due('^b+$'))).toMatchObject({ found: null })
  })
})
