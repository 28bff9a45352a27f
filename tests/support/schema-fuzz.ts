import { z } from 'zod'
import type { Random } from './http-fuzz.ts'

/*
 * Generates inputs from the schemas themselves, valid ones and nearly valid ones: a field is missing, a discriminant is
 * wrong, a text or list is far too long, or the nesting is as deep as allowed.
 */

type Options = { readonly random: Random; readonly text: () => string; left: number; readonly deepest: number }

/** An input for a schema, with at most about `size` values and `deepest` levels. */
export const anInput = (schema: z.core.$ZodType, random: Random, text: () => string): unknown => {
  const size = random.one([20, 100, 1_000, 5_000, 20, 100, 1_000, 30_000])
  return make(schema, { random, text, left: size, deepest: random.one([6, 12, 40, 90]) }, 0)
}

const make = (schema: z.core.$ZodType, options: Options, depth: number): unknown => {
  const { random } = options
  options.left -= 1
  const chance = random.next()
  if (chance < 0.02) return options.text()
  if (chance < 0.03) return random.one([null, [], {}, 5, true, '', { op: 'arr.elem' }, { kind: 'nothing' }])
  if (depth > options.deepest || options.left < 0) return random.one([true, 'x', 1, null, { variant: 'on' }])
  return made(schema, options, depth)
}

const made = (schema: z.core.$ZodType, options: Options, depth: number): unknown => {
  const { random } = options
  const inner = (of: z.core.$ZodType, deeper = 0) => make(of, options, depth + deeper)
  // The kinds of schemas that this project uses.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return random.next() < 0.6
        ? random.one(['shop', 'checkout', 'development', 'on', 'ada@example.com', ...strangeCursors])
        : aText(options)
    case 'number':
      return random.one([0, 1, 2, 17, 100_000, -1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 63, 1e308])
    case 'boolean':
      return random.next() < 0.5
    case 'literal':
      return def.values[0] ?? null
    case 'enum':
      return random.one(Object.values(def.entries))
    case 'array':
      return Array.from({ length: countOf(options) }, () => inner(def.element, 1))
    case 'record':
      return Object.fromEntries(
        Array.from({ length: countOf(options) }, (_, at) => [`k${at}`, inner(def.valueType, 1)]),
      )
    case 'object':
      return anObject(def.shape, inner, random)
    case 'union':
      return inner(options.left > 0 ? random.one(def.options) : (def.options[0] ?? z.null()))
    case 'lazy':
      return inner(def.getter())
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.in)
    default:
      return aText(options)
  }
}

/** Texts that resemble a page cursor. */
const strangeCursors = [
  `2026-11-20T08:00:00.000Z ${'-'.repeat(36)}`,
  '+275760-09-13T00:00:00.000Z 00000000-0000-4000-8000-000000000000 2147483648',
]

const anObject = (
  shape: z.core.$ZodShape,
  inner: (of: z.core.$ZodType, deeper?: number) => unknown,
  random: Random,
): Record<string, unknown> => {
  const object: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape)) {
    const needed = field._zod.optin === undefined
    if (random.next() < (needed ? 0.985 : 0.4)) object[name] = inner(field, 1)
  }
  if (random.next() < 0.03) object[random.one(['__proto__', 'constructor', 'all', 'not', 'x'])] = 1
  return object
}

const countOf = ({ random, left }: Options): number => {
  const wanted = random.next() < 0.01 ? random.one([1_001, 20_000]) : Math.floor(random.next() * 4)
  return left <= 0 ? 0 : wanted
}

const aText = ({ random, text }: Options): string =>
  random.next() < 0.02 ? 'x'.repeat(random.one([513, 40_000, 200_000])) : text()
