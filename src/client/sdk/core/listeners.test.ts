import { describe, expect, it } from 'vitest'
import { createListeners } from './listeners.ts'

const aSet = () => {
  const thrown: unknown[] = []
  const listeners = createListeners<{ change: number; status: string }>((name, cause) => thrown.push([name, cause]))
  return { listeners, thrown }
}

describe('listeners', () => {
  it('hear the events of their name only', () => {
    const { listeners } = aSet()
    const heard: unknown[] = []
    listeners.on('change', (n) => heard.push(n))
    listeners.emit('status', 'ready')
    listeners.emit('change', 1)
    expect(heard).toEqual([1])
  })

  it('are called although one before them throws, and the fault is handed on', () => {
    const { listeners, thrown } = aSet()
    const heard: unknown[] = []
    const fault = new Error('mine')
    listeners.on('change', () => {
      throw fault
    })
    listeners.on('change', (n) => heard.push(n))
    listeners.emit('change', 1)
    expect(heard).toEqual([1])
    expect(thrown).toEqual([['change', fault]])
  })

  it('may be async: a rejection is handed on, not left unhandled', async () => {
    const { listeners, thrown } = aSet()
    const fault = new Error('later')
    listeners.on('change', async () => {
      throw fault
    })
    listeners.emit('change', 1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(thrown).toEqual([['change', fault]])
  })

  it('hear nothing any more once taken away, even when the same function is still there', () => {
    const { listeners } = aSet()
    const heard: unknown[] = []
    const listener = (n: number) => heard.push(n)
    const off = listeners.on('change', listener)
    listeners.on('change', listener)
    off()
    off()
    listeners.emit('change', 1)
    expect(heard).toEqual([1])
    expect(listeners.count('change')).toBe(1)
  })

  it('may take themselves away while they are called', () => {
    const { listeners } = aSet()
    const heard: unknown[] = []
    const off = listeners.on('change', (n) => {
      heard.push(n)
      off()
    })
    listeners.on('change', (n) => heard.push(-n))
    listeners.emit('change', 1)
    listeners.emit('change', 2)
    expect(heard).toEqual([1, -1, -2])
  })
})
