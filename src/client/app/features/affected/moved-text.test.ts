import { describe, expect, it } from 'vitest'
import { movedText } from './moved-text.ts'

const move = (from: string | null, to: string | null, count: number) => ({ from, to, count })

describe('who moves, in a sentence', () => {
  it.each([
    [[], 200, 'None of the 200 recent contexts would get a different variant.'],
    [
      [move('off', 'on', 20)],
      200,
      'About 20 of 200 recent contexts would get a different variant. All move from off to on.',
    ],
    [
      [move('a', 'b', 20), move('a', null, 5)],
      200,
      'About 25 of 200 recent contexts would get a different variant. Most move from a to b.',
    ],
    [[], 40, 'None of the 40 recent contexts would get a different variant. Based on only 40 contexts.'],
  ])('%j of %d: %s', (moves, contexts, words) => {
    expect(movedText({ moves, depends: 0 }, contexts)).toBe(words)
  })

  it('says that nobody is sure to move where some may', () => {
    const words = 'None of the 2,400 recent contexts is sure to get a different variant.'
    expect(movedText({ moves: [], depends: 362 }, 2_400)).toBe(words)
  })
})
