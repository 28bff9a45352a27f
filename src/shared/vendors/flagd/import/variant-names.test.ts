import { describe, expect, it } from 'vitest'
import type { Json } from '../../../schemas/keys.ts'
import { createImportedEvaluator } from '../../importing/imported-evaluator.ts'
import { compileFlagd } from './compile.ts'
import { FlagdConfig } from './config.ts'

const variants = { '100%': 100, 'Variant A': 1, '': 0, 'eu/de': 49, '-5': -5, A: 2, a: 3, off: 4 }

const imported = (targeting: Json, defaultVariant = 'off') =>
  compileFlagd(FlagdConfig.parse({ flags: { f: { state: 'ENABLED', variants, defaultVariant, targeting } } }), 'v2')

const plan = { var: 'plan' }
const isPro = { '===': [plan, 'pro'] }

describe('variants of flagd whose names are no keys', () => {
  it.each(Object.entries(variants))('%j can be published, and is reported by its own name', async (name, value) => {
    const result = imported(null, name)
    expect(result.findings).toEqual([])
    const outcome = (await createImportedEvaluator(result, 0))('f', { targetingKey: 'u' })
    // An empty name is no default.
    const served = outcome.variant === null ? null : [outcome.value, outcome.name ?? outcome.variant]
    expect(served).toEqual(name === '' ? null : [value, name])
  })

  it.each<[string, Json, Json | undefined]>([
    ['written', { if: [isPro, '100%', 'Variant A'] }, 100],
    ['behind a condition that names it', { if: [{ '===': ['100%', '100%'] }, 'Variant A', 'off'] }, 1],
    ['a number', { if: [isPro, -5, 'off'] }, -5],
    ['drawn', { fractional: [['eu/de', 1]] }, 49],
    ['drawn by a text that is a name', { fractional: ['100%', ['eu/de', 1]] }, 49],
    ['computed', { cat: ['eu', '/', 'de'] }, 49],
    ['a list', { if: [isPro, ['Variant A'], 'off'] }, 1],
    ['taken from the context', { var: 'name' }, 100],
    ['nothing', { var: 'missing' }, 4],
    ['what only its key is called here', { if: [isPro, 'Variant-A', 'off'] }, undefined],
    ['what only its key is called here, computed', { cat: ['Variant', '-A'] }, undefined],
  ])('are served where the result is %s', async (_, targeting, value) => {
    const ask = await createImportedEvaluator(imported(targeting), 0)
    const { value: served, errorCode } = ask('f', { targetingKey: 'u', plan: 'pro', name: '100%' })
    expect(served).toBe(value)
    expect(errorCode).toBe(value === undefined ? 'GENERAL' : null)
  })
})
