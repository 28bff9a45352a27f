import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateStrictly, comparisons } from './jsonlogic-number.ts'
import { general } from './test.ts'

const means: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
}
const small = fc.integer({ min: -2, max: 2 })

describe('a strict comparison', () => {
  it.each(Object.keys(means))('%s means of numbers what it means of numbers, each operand with the next', (name) => {
    fc.assert(
      fc.property(fc.array(small, { minLength: 2, maxLength: 4 }), (operands) => {
        const next = operands.slice(1)
        const expected = next.every((value, at) => means[name]?.(operands[at] ?? 0, value))
        expect(comparisons[name]?.(operands)).toBe(expected)
      }),
    )
  })

  it.each(Object.keys(means))('%s takes no single operand', (name) => {
    expect(() => comparisons[name]?.([1])).toThrow(general)
  })
})

describe('a strict sum', () => {
  it.each<[string, unknown[]]>([
    ['*', ['Infinity', 0]],
    ['+', ['Infinity', '-Infinity']],
    ['-', ['Infinity', 'Infinity']],
    ['/', [1, '0']],
    ['/', [-1, 0]],
    ['%', [1, 0]],
  ])('%s that comes to no number fails: %j', (name, operands) => {
    expect(() => calculateStrictly[name]?.(operands)).toThrow(general)
  })

  it('may come to more than there are numbers for', () => {
    expect(calculateStrictly['/']?.(['Infinity', 2])).toBe(Number.POSITIVE_INFINITY)
  })
})
