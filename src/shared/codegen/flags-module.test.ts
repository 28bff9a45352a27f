import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { flagsModule } from './flags-module.ts'
import { readModule } from './read-module.ts'

const flag = (key: string, type: FlagDocument['type'], variants: Record<string, Json>): [string, FlagDocument] => [
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
const moduleOf = (...flags: [string, FlagDocument][]) =>
  flagsModule({ project: 'shop', flags: Object.fromEntries(flags) })

describe('the module of flag declarations', () => {
  it('names flags in camel case, with the value of the off variant as default', () => {
    expect(moduleOf(flag('checkout-v2', 'boolean', { on: true, off: false }))).toContain(
      `  checkoutV2: { key: "checkout-v2", type: 'boolean', default: false },`,
    )
  })

  it('leaves the key out where it is the name', () => {
    expect(moduleOf(flag('hero', 'string', { a: 'classic', b: 'compact' }))).toContain(
      `  hero: { type: 'string', variants: ["classic","compact"], default: "compact" },`,
    )
  })

  it('keeps the keys where two would get one name, and where a key begins with a digit', () => {
    const on = { on: true, off: false }
    const text = moduleOf(flag('a-b', 'boolean', on), flag('a.b', 'boolean', on), flag('2fa', 'boolean', on))
    expect(text).toContain(`"a-b": {`)
    expect(text).toContain(`"a.b": {`)
    expect(text).toContain(`"2fa": {`)
  })

  it('leaves numbers open', () => {
    expect(moduleOf(flag('limit', 'number', { low: 1, high: 9 }))).toContain(`limit: { type: 'number', default: 9 }`)
  })

  it('types object flags from all their values', () => {
    const text = moduleOf(flag('search', 'object', { a: { n: 1, tags: ['x'] }, b: { n: 2, extra: null } }))
    expect(text).toContain('objectFlag<{ n: number; tags?: readonly string[]; extra?: null }>({"n":2,"extra":null})')
    expect(text).toContain(`import { defineFlags, objectFlag } from '@fanion/sdk'`)
  })

  const boolean = (key: string) => flag(key, 'boolean', { on: true, off: false })
  const noted = (description: string, settled: { variant: string | null } | null = null) =>
    flagsModule(
      { project: 'shop', flags: Object.fromEntries([boolean('hero')]) },
      [],
      [{ flag: 'hero', description, settled }],
    )

  it('carries descriptions as comments, and marks what has settled as deprecated', () => {
    expect(noted('The new checkout.')).toContain(`({\n  /** The new checkout. */\n  hero: {`)
    expect(noted('One.\n\nTwo.')).toContain(`({\n  /**\n   * One.\n   *\n   * Two.\n   */\n  hero: {`)
    expect(noted('', { variant: 'on' })).toContain(
      `  /** @deprecated Settled: everybody gets "on". Remove it from the code. */\n  hero: {`,
    )
    expect(noted('Old.', { variant: null })).toContain(
      `   * Old.\n   * @deprecated Settled: everybody gets the default. Remove it from the code.\n   */`,
    )
    expect(noted('@deprecated not at all\n @internal')).not.toMatch(/\* +@/)
    expect(noted('  ')).toBe(flagsModule({ project: 'shop', flags: Object.fromEntries([boolean('hero')]) }))
  })

  it('stays the module it is whatever a description says', () => {
    const { flags, context } = readModule(noted(''))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[*/@\n\r\u2028 a`${}]{0,30}$/)), (text) => {
        expect(readModule(noted(text, { variant: text || null }))).toMatchObject({ flags, context })
      }),
    )
  })

  it('types the context by the attributes of the project, where it declares any', () => {
    const flags = Object.fromEntries([flag('hero', 'boolean', { on: true, off: false })])
    const country = { name: 'country', type: 'string' as const, required: true, knownValues: [] }
    const text = flagsModule({ project: 'shop', flags }, [country])
    expect(text).toContain('export type Context = {\n  targetingKey?: string\n  country: string\n}\n')
    expect(text).toContain('export const flags = defineFlags<Context>()({\n  hero: {')
    expect(flagsModule({ project: 'shop', flags })).not.toContain('Context')
  })

  it('does not change with the order of flags, nor with their rules', () => {
    const a = flag('a', 'boolean', { on: true, off: false })
    const b = flag('b', 'boolean', { on: true, off: false })
    const ruled: [string, FlagDocument] = ['a', { ...a[1], rules: [{ id: 'r', when: true, serve: { variant: 'on' } }] }]
    expect(moduleOf(ruled, b)).toBe(moduleOf(b, a))
  })
})
