import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LaneMark, merged } from './time-lanes.tsx'

const mark = (lane: string, atMs: number, more: Partial<LaneMark> = {}): LaneMark => ({
  ...{ id: `${lane} ${atMs}`, lane, atMs, count: 1, words: `at ${atMs}` },
  ...more,
})

describe('marks on a lane', () => {
  it('become one where they would stand on each other, those of another lane stay', () => {
    const marks = [mark('a', 0), mark('b', 4), mark('a', 10, { urgent: true }), mark('a', 100)]
    expect(merged(marks, (atMs) => atMs).map(({ lane, count, urgent }) => [lane, count, urgent])).toEqual([
      ['a', 2, true],
      ['b', 1, undefined],
      ['a', 1, undefined],
    ])
  })

  it('are all counted, and stand apart', () => {
    const some = fc.array(fc.record({ lane: fc.constantFrom('a', 'b'), at: fc.integer({ min: 0, max: 1_000 }) }))
    fc.assert(
      fc.property(some, (places) => {
        const marks = places.toSorted((a, b) => a.at - b.at).map(({ lane, at }) => mark(lane, at))
        const shown = merged(marks, (atMs) => atMs)
        expect(shown.reduce((sum, { count }) => sum + count, 0)).toBe(marks.length)
        for (const lane of ['a', 'b']) {
          const lengths = shown.filter((one) => one.lane === lane).length
          const span = marks.filter((one) => one.lane === lane).map(({ atMs }) => atMs)
          // Only marks near the first one merge, so a long row stays a row.
          expect(lengths).toBeGreaterThanOrEqual(
            span.length === 0 ? 0 : (Math.max(...span) - Math.min(...span)) / 1_000,
          )
          const there = shown.filter((one) => one.lane === lane).map(({ atMs }) => atMs)
          expect(there).toEqual(there.toSorted((a, b) => a - b))
        }
      }),
    )
  })
})
