import { describe, expect, it } from 'vitest'
import { keysNow } from './keymap.ts'

const changed = { off: false, keys: { c: 'n' } }

describe('the keys a shortcut answers to', () => {
  it('are its own until they are changed', () => {
    expect([keysNow('x', changed), keysNow('c', changed), keysNow('g f', changed)]).toEqual(['x', 'n', 'g f'])
  })

  it('are none while single keys are off, except with a modifier', () => {
    expect([
      keysNow('c', { off: true, keys: {} }),
      keysNow('g f', { off: true, keys: {} }),
      keysNow('mod+k', { off: true, keys: {} }),
    ]).toEqual([null, null, 'mod+k'])
  })
})
