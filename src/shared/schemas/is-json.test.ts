import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { byShape, list, record } from './bounded.ts'
import { isJson } from './is-json.ts'
import { Json } from './keys.ts'

/** The same schema without the shortcut. */
const Slow: z.ZodType = z.lazy(() =>
  byShape(list(Slow), record(z.string(), Slow), z.union([z.string(), z.number(), z.boolean(), z.null()])),
)

const anything = fc.anything({ maxDepth: 4, withNullPrototype: true, withDate: true, withMap: true })

describe('JSON', () => {
  it('is what the schema takes as it is', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue()), (value) => {
        const [quick, slow] = [Json.safeParse(value), Slow.safeParse(value)]
        expect(isJson(value) && !slow.success).toBe(false)
        expect(quick.data).toEqual(slow.data)
        expect(quick.error?.issues).toEqual(slow.error?.issues)
      }),
    )
  })

  it.each([
    ['a number too great to be one', JSON.parse('1e999')],
    ['a field that is no field', JSON.parse('{"a":[{"__proto__":1}]}')],
    ['nothing', undefined],
    ['a date', new Date(0)],
  ])('is not %s', (_, value) => {
    expect(isJson(value)).toBe(false)
  })

  it('is looked through once, where something is wrong far inside, too', () => {
    let looks = 0
    const counted = (value: object): object =>
      new Proxy(value, {
        ownKeys: (target) => {
          looks += 1
          return Reflect.ownKeys(target)
        },
      })
    const deep = Array.from({ length: 80 }).reduce<object>((inner) => counted({ a: inner }), counted({ a: 1n }))
    expect(Json.safeParse(deep).success).toBe(false)
    expect(looks).toBeLessThan(80 * 6)
  })
})
