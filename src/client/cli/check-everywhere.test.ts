import { describe, expect, it } from 'vitest'
import { aDatafile, aFlag, where } from '../../../tests/support/builders.ts'
import { readModule } from '../../shared/codegen/read-module.ts'
import { checkEverywhere } from './check-everywhere.ts'

const text = `import { defineFlags } from '@fanion/sdk'

type Context = {
  targetingKey?: string
  country?: string
}

export const flags = defineFlags<Context>()({
  checkout: { type: 'boolean', default: false },
  newHero: { key: 'hero', type: 'string', variants: ['classic', 'compact'], default: 'classic' },
})
`
const hero = (served: string, variants: Record<string, string> = { classic: 'classic', compact: 'compact' }) =>
  aFlag('hero').with({ type: 'string', variants, offVariant: 'classic', otherwise: { variant: served } })
const environment = (name: string, ...flags: ReturnType<typeof aFlag>[]) => ({
  ...aDatafile(flags),
  environment: name,
})
const country = { name: 'country', type: 'string' as const, required: false, knownValues: [] }
const findings = (...environments: ReturnType<typeof environment>[]) =>
  checkEverywhere(readModule(text), environments, [country])

describe('declarations and all environments', () => {
  it('fit where each could serve the program', () => {
    const fine = [aFlag('checkout').rule(where('country', 'is', 'NO'), 'on'), hero('compact')]
    expect(findings(environment('staging', ...fine), environment('production', ...fine))).toEqual([])
  })

  it('are told where they do not fit, once for all environments where it is the same, at their lines', () => {
    const found = findings(
      environment('staging', aFlag('checkout').rule(where('plan', 'is', 'pro'), 'on'), hero('compact')),
      environment('production', hero('classic', { classic: 'classic', bold: 'bold' })),
      environment('test', hero('compact')),
    )
    expect(found.map(({ kind, environments, line }) => [kind, environments.join(), line])).toEqual([
      ['attribute-missing', 'staging', 9],
      ['missing', 'production,test', 9],
      ['variant-unknown', 'production', 10],
    ])
    expect(found.map(({ sentence }) => sentence)).toEqual([
      'checkout: its rules read plan, which the code doesn’t send',
      'checkout: declared here, but gone from the server',
      'newHero (hero): the server may serve "bold", which is not declared here',
    ])
  })
})
