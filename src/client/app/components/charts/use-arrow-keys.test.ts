import { describe, expect, it } from 'vitest'
import { stepAfterKey } from './use-arrow-keys.ts'

describe('walking over a picture by key', () => {
  it.each([
    ['ArrowRight', null, 0],
    ['ArrowLeft', null, 4],
    ['ArrowRight', 4, 4],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 1, 2],
    ['Home', 3, 0],
    ['End', 3, 4],
    ['a', 3, null],
  ])('%s from %s leads to %s', (key, from, to) => {
    expect(stepAfterKey(key, from, 5)).toBe(to)
  })
  it('leads nowhere where there is nothing', () => expect(stepAfterKey('Home', null, 0)).toBe(null))
})
