import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalise } from './normalise.ts'

const top = 2 ** 32 - 1

describe('a normalisation', () => {
  it.each<[Parameters<typeof normalise>[0], hash: number, point: number]>([
    [{ kind: 'mod', mod: 100 }, 250, 50],
    [{ kind: 'mod', mod: 100, add: 1 }, 200, 1],
    [{ kind: 'mod', mod: 1000, div: 1000 }, 1_234, 0.234],
    [{ kind: 'mod', mod: 0, add: 1 }, 7, 1],
    [{ kind: 'div', by: 2 ** 60 - 1 }, 2 ** 60 - 1, 1],
    [{ kind: 'scale', to: 100_000 }, top, 99_999],
    [{ kind: 'scale', to: 100_000 }, 2 ** 31, 50_000],
    [{ kind: 'absint32', by: 2147483647 }, 2147483647, 100],
    [{ kind: 'absint32', by: 2147483647 }, top, 100 / 2147483647],
    [{ kind: 'absint32', by: 2147483648 }, 2147483648, 100],
  ])('%j puts %i at %f', (norm, hash, point) => {
    expect(normalise(norm)(hash)).toBe(point)
  })

  it('by multiplication is exact where binary64 is not', () => {
    fc.assert(
      fc.property(fc.nat(top), fc.nat(2 ** 31 - 1), (hash, total) => {
        expect(normalise({ kind: 'mulshift', total })(hash)).toBe(Number((BigInt(hash) * BigInt(total)) >> 32n))
      }),
    )
  })
})
