import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { compareModule } from './compare-module.ts'
import type { Declared } from './context-type.ts'
import { flagsModule } from './flags-module.ts'
import { readModule } from './read-module.ts'

type Variants = Record<string, Json>
const flag = (key: string, type: FlagDocument['type'], variants: Variants): [string, FlagDocument] => [
  key,
  {
    key,
    type,
    on: true,
    variants,
    offVariant: Object.keys(variants).at(-1) ?? null,
    prerequisites: [],
    rules: [],
    otherwise: { variant: Object.keys(variants)[0] ?? '' },
    salt: 's',
    visibleToClients: false,
  },
]
const serverOf = (...flags: [string, FlagDocument][]) => ({ project: 'shop', flags: Object.fromEntries(flags) })
const boolean = { on: true, off: false }
const compare = (text: string, server: ReturnType<typeof serverOf>, attributes: readonly Declared[] = []) =>
  compareModule(readModule(text), server, attributes).map(({ kind, subject }) => `${kind} ${subject}`)

const keys = fc.stringMatching(/^[a-z][a-z0-9._-]{0,12}$/)
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json)
const objects = fc.dictionary(
  fc.string({ maxLength: 6 }).filter((name) => name !== '__proto__'),
  json,
  { maxKeys: 3 },
)
const values = fc.oneof(
  fc.constant({ type: 'boolean' as const, variants: boolean as Variants }),
  fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }).map((list) => ({
    type: 'string' as const,
    variants: Object.fromEntries(list.map((value, at) => [`v${at}`, value])) as Variants,
  })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({
    type: 'number' as const,
    variants: { a: Object.is(value, -0) ? 0 : value } as Variants,
  })),
  objects.map((value) => ({ type: 'object' as const, variants: { a: value } as Variants })),
)
const servers = fc
  .uniqueArray(fc.tuple(keys, values), { selector: ([key]) => key, maxLength: 6 })
  .map((list) => serverOf(...list.map(([key, { type, variants }]) => flag(key, type, variants))))

/** Simulates a code formatter: other quotes, trailing commas, semicolons, line breaks and comments. */
const formatted = (text: string): string =>
  text
    .replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\],]|\n/g, (part) => {
      if (part === '{' || part === '[') return `${part}\n    // formatted\n  `
      if (part === '}' || part === ']') return `\n  ${part}`
      if (part === ',') return ', /* here */\n'
      if (!part.startsWith('"') || part.includes("'")) return part
      return `'${part.slice(1, -1).replaceAll('\\"', '"')}'`
    })
    .replaceAll(/, \/\* here \*\/\n\s*\n {2}([}\]])/g, ',\n$1')

describe('a declarations file compared with the server', () => {
  it('agrees with the server that it was pulled from, however it is formatted since', () => {
    fc.assert(
      fc.property(servers, (server) => {
        const text = flagsModule(server)
        expect(compare(text, server)).toEqual([])
        expect(readModule(formatted(text)).flags).toEqual(readModule(text).flags)
      }),
    )
  })

  it("takes no notice of what only the server has, be it a colleague's flag or an attribute that may be left out", () => {
    fc.assert(
      fc.property(servers, servers, (mine, theirs) => {
        const text = flagsModule(mine)
        expect(compare(text, { project: 'shop', flags: { ...theirs.flags, ...mine.flags } })).toEqual([])
      }),
    )
    const optional = { name: 'plan', type: 'string' as const, required: false, knownValues: ['pro'] }
    expect(compare(flagsModule(serverOf()), serverOf(), [optional])).toEqual([])
  })

  it('finds every flag that is gone, and each whose type is another one', () => {
    const text = flagsModule(serverOf(flag('a', 'boolean', boolean), flag('b', 'boolean', boolean)))
    expect(compare(text, serverOf(flag('b', 'number', { x: 1 })))).toEqual(['missing a', 'type b'])
  })

  it('finds a variant that the program cannot take, and a default that nobody serves', () => {
    const text = flagsModule(serverOf(flag('hero', 'string', { a: 'classic', b: 'compact' })))
    expect(compare(text, serverOf(flag('hero', 'string', { a: 'classic', b: 'compact', c: 'wide' })))).toEqual([
      'variant-unknown hero',
    ])
    expect(compare(text, serverOf(flag('hero', 'string', { a: 'classic' })))).toEqual(['default-unknown hero'])
  })

  it('finds that an object has other fields', () => {
    const text = flagsModule(serverOf(flag('limits', 'object', { a: { n: 1 } })))
    expect(compare(text, serverOf(flag('limits', 'object', { a: { n: '1' } })))).toEqual(['type limits'])
    expect(
      compare(text.replace('{ n: number }', 'Limits'), serverOf(flag('limits', 'object', { a: { n: 2 } }))),
    ).toEqual([])
  })

  it('finds an attribute that is required and not declared, or of another type, and none that is stricter here', () => {
    const country = { name: 'country', type: 'string' as const, required: true, knownValues: ['NO'] }
    const nested = { name: 'user.age', type: 'number' as const, required: false, knownValues: [] }
    const text = flagsModule(serverOf(), [country, nested])
    expect(compare(text, serverOf(), [country, nested])).toEqual([])
    expect(compare(flagsModule(serverOf()), serverOf(), [country])).toEqual(['attribute-missing country'])
    expect(compare(text, serverOf(), [{ ...country, knownValues: ['NO', 'SE'], required: false }])).toEqual([])
    expect(compare(text, serverOf(), [{ ...country, type: 'number', knownValues: [47] }])).toEqual([
      'attribute-type country',
    ])
    expect(compare(text.replaceAll('\n  ', ';\n  ').replace('{;', '{'), serverOf(), [country, nested])).toEqual([])
  })

  it('says the line where it cannot read', () => {
    expect(() => readModule('const a = 1\n')).toThrow(/defineFlags/)
    expect(() => readModule('defineFlags({\n  a: somewhere,\n})')).toThrow(/line 2/)
  })
})
