import { expect, it } from 'vitest'
import { Parts } from './parts.ts'

const aServer = (failing?: string) => {
  const calls: string[] = []
  const part = (name: string) => ({
    name,
    start: async () => {
      calls.push(`start ${name}`)
      if (name === failing) throw new Error(`${name} failed`)
    },
    stop: async () => void calls.push(`stop ${name}`),
  })
  const pool = { name: 'pool', stop: () => calls.push('stop pool') }
  return { parts: new Parts([pool, part('counts'), part('workers')]), calls }
}

it('parts stop in the reverse order of their start', async () => {
  const { parts, calls } = aServer()
  await parts.start()
  await parts.start()
  await parts.stop()
  expect(calls).toEqual(['start counts', 'start workers', 'stop workers', 'stop counts', 'stop pool'])
})

it('a part that was not started is not stopped, unless it has no start', async () => {
  const { parts, calls } = aServer()
  await parts.stop()
  expect(calls).toEqual(['stop pool'])
})

it('a start that fails leaves the parts after it alone', async () => {
  const { parts, calls } = aServer('counts')
  await expect(parts.start()).rejects.toThrow('counts failed')
  await parts.stop()
  expect(calls).toEqual(['start counts', 'stop counts', 'stop pool'])
})

it('nothing starts once the shutdown has begun', async () => {
  const { parts, calls } = aServer()
  await Promise.all([parts.stop(), parts.start()])
  expect(calls).toEqual(['stop pool'])
})
