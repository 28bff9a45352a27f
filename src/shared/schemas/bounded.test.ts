import { readdirSync } from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { schemaProblems } from '../errors/schema-problems.ts'
import { byField, byShape, list, mostIssues, record } from './bounded.ts'
import { Condition } from './condition.ts'

const root = path.resolve(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^schemas\/[^/]+\.ts$|^importers\/[^/]+\/config\.ts$/.test(file) && !file.endsWith('.test.ts'))
  .toSorted()
const schemas: [string, z.ZodType][] = []
for (const file of files) {
  const module: Record<string, unknown> = await import(path.join(root, file))
  for (const [name, value] of Object.entries(module)) {
    if (value instanceof z.ZodType) schemas.push([`${file} ${name}`, value])
  }
}

/** Counts how often any part of an input is read. */
const watched = (input: unknown): { input: unknown; steps: () => number } => {
  let steps = 0
  const known = new Map<object, object>()
  const watch = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const proxy =
      known.get(value) ??
      new Proxy(value, {
        get(target, name, receiver) {
          steps += 1
          return watch(Reflect.get(target, name, receiver))
        },
      })
    known.set(value, proxy)
    return proxy
  }
  return { input: watch(input), steps: () => steps }
}

const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + 1 + sizeOf(inner), 1)
    : 1

/** Wraps a value in every construct that leads to a union member or deeper, in any order, as a hostile caller would. */
const inside: ((inner: unknown) => unknown)[] = [
  (inner) => ({ all: [inner] }),
  (inner) => ({ any: [inner, inner] }),
  (inner) => ({ not: inner }),
  (inner) => ({ read: { firstOf: [['a']] }, test: { op: 'arr.elem', when: inner } }),
  (inner) => ({ each: { firstOf: [['a']] }, test: { op: 'arr.size', when: inner } }),
  (inner) => ({ each: { firstOf: [[]] }, read: { firstOf: [[]] }, test: { op: 'arr.all', each: [inner] } }),
  (inner) => ({ flagTest: { flag: 'a', test: { valueWhen: inner } } }),
  (inner) => ({ wide: { slots: [{ serve: inner }], overflowServe: inner, noUnitServe: inner } }),
  (inner) => ({ rules: [{ when: inner, serve: inner, pre: [{ when: inner }, { flagTest: inner }] }] }),
  (inner) => ({ entries: [{ kind: 'flag', document: inner }] }),
  (inner) => ({ variants: { on: inner }, otherwise: inner }),
  (inner) => ({ values: [inner], type: 'AND' }),
  (inner) => ({ conditions: [inner], rules: [inner] }),
  (inner) => ({ and: [inner], or: [inner], key: 'k' }),
  (inner) => [inner],
]
const atTheEnd: unknown[] = [
  undefined,
  null,
  5,
  'x',
  [],
  {},
  { attribute: 5 },
  'x'.repeat(10_000),
  { ['k'.repeat(9_000)]: 1 },
]

const garbage = fc
  .record({
    layers: fc.array(fc.constantFrom(...inside), { minLength: 0, maxLength: 60 }),
    end: fc.oneof(fc.constantFrom(...atTheEnd), fc.anything({ maxDepth: 2 })),
    width: fc.constantFrom(1, 1, 1, 1_000),
  })
  // A layer that contains its inner value twice doubles the size, so only a few are allowed.
  .map(({ layers, end, width }) => {
    let made: unknown = width === 1 ? end : Array.from({ length: width }, () => end)
    for (const layer of layers) {
      const next = layer(made)
      made = sizeOf(next) > 50_000 ? { not: made } : next
    }
    return made
  })

const oneArgument = (depth: number, make: (inner: unknown) => unknown, end: unknown): unknown => {
  let made = end
  for (let at = 0; at < depth; at += 1) made = make(made)
  return made
}

describe('a refused condition inside arr.elem', () => {
  it('is refused in work that grows with its length', () => {
    const stepsAt = (depth: number): number => {
      const nest = (inner: unknown) => ({ each: { firstOf: [[]] }, test: { op: 'arr.elem', when: inner } })
      const { input, steps } = watched(oneArgument(depth, nest, { attribute: 5 }))
      const { error } = Condition.safeParse(input)
      expect(error?.message.length).toBeLessThan(20_000)
      return steps()
    }
    const [ten, twenty, eighty] = [stepsAt(10), stepsAt(20), stepsAt(80)]
    expect(twenty).toBeLessThan(3 * ten)
    expect(eighty).toBeLessThan(10 * ten)
  })

  it('has the problem at its place', () => {
    const input = oneArgument(3, (when) => ({ read: { firstOf: [[]] }, test: { op: 'arr.elem', when } }), { not: 5 })
    const { error } = Condition.safeParse(input)
    expect(error && schemaProblems(error, input)).toMatchObject([
      { path: ['test', 'when', 'test', 'when', 'test', 'when', 'not'], problem: 'is 5' },
    ])
  })
})

describe('the bounded forms of zod', () => {
  const Either = byField(
    { a: z.strictObject({ a: z.number() }), b: z.strictObject({ b: z.string() }) },
    z.literal(true),
  )

  it('take what the plain forms take', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 3 }), (input) => {
        const plain = z.union([z.strictObject({ a: z.number() }), z.strictObject({ b: z.string() }), z.literal(true)])
        expect(Either.safeParse(input).success).toBe(plain.safeParse(input).success)
        expect(list(z.number()).max(3).safeParse(input).data).toEqual(z.array(z.number()).max(3).safeParse(input).data)
        const [ours, theirs] = [record(z.string(), z.number()), z.record(z.string(), z.number())]
        expect(ours.safeParse(input).data).toEqual(theirs.safeParse(input).data)
        const Any: z.ZodType = byShape(list(z.any()), record(z.string(), z.any()), z.string())
        expect(Any.safeParse(input).success).toBe(
          typeof input === 'string' || Array.isArray(input) || record(z.string(), z.any()).safeParse(input).success,
        )
      }),
    )
  })

  it('keep a list of a million wrong elements to a few issues', () => {
    const input = new Array(1_000_000).fill('x')
    expect(list(z.number()).safeParse(input).error?.issues).toHaveLength(mostIssues)
    expect(list(z.number()).max(5).safeParse(input).error?.issues).toHaveLength(1)
  })

  it('end where an input leads into itself', () => {
    const circle: unknown[] = []
    circle.push({ not: { all: circle } })
    expect(() => Condition.safeParse({ all: circle })).not.toThrow()
    const loop: { not?: unknown } = {}
    loop.not = new Proxy(loop, {})
    expect(() => Condition.safeParse(loop)).not.toThrow()
  })

  it('say which forms there are', () => {
    const { error } = Either.safeParse({ c: 1 })
    expect(error && schemaProblems(error, { c: 1 })).toMatchObject([
      { path: [], expected: 'true; or an object with a; or an object with b' },
    ])
  })
})

describe(`each of the ${schemas.length} schemas`, () => {
  it('refuses nested garbage with bounded work, issues and words', async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const worst = { steps: 0, issues: 0, message: 0, problems: 0, ms: 0, of: '' }
    await fc.assert(
      fc.asyncProperty(garbage, async (made) => {
        await new Promise(setImmediate)
        const size = sizeOf(made)
        for (const [name, schema] of schemas) {
          const { input, steps } = watched(made)
          const started = performance.now()
          const { error } = schema.safeParse(input)
          if (error === undefined) continue
          const problems = schemaProblems(error, made)
          const found = {
            steps: steps() / size,
            issues: error.issues.length,
            message: error.message.length,
            problems: JSON.stringify(problems).length,
          }
          const ms = performance.now() - started
          if (ms > worst.ms) Object.assign(worst, { ms, of: name })
          for (const key of ['steps', 'issues', 'message', 'problems'] as const)
            worst[key] = Math.max(worst[key], found[key])
          const most = { steps: 200, issues: 1_000, message: 1_000_000, problems: 200_000 }
          const over = (['steps', 'issues', 'message', 'problems'] as const).filter((key) => found[key] > most[key])
          expect([name, over]).toEqual([name, []])
          expect(problems.length).toBeLessThanOrEqual(100)
        }
      }),
      { numRuns: 60 },
    )
    delay.disable()
    console.log(
      `worst of ${schemas.length} schemas: ${JSON.stringify(worst)}; event loop at most ${delay.max / 1e6} ms`,
    )
  })
})
