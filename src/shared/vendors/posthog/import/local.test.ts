import { expect, it } from 'vitest'
import { compilePostHog } from './compile.ts'
import { PhConfig, type PhProperty } from './config.ts'
import type { Evaluator } from './scope.ts'

const blocked = (evaluator: Evaluator, property: PhProperty): string[] => {
  const flags = [{ key: 'beta' }, { key: 'checkout', filters: { groups: [{ properties: [property] }] } }]
  const { findings } = compilePostHog(PhConfig.parse({ flags }), evaluator)
  return findings.flatMap(({ severity, path }) => (severity === 'block' ? [path] : []))
}

const dependsOn = (key: string, chain: string[]): PhProperty => ({
  key,
  type: 'flag',
  operator: 'flag_evaluates_to',
  value: true,
  dependency_chain: chain,
})
const matching = (value: string): PhProperty => ({ key: 'plan', type: 'person', operator: 'regex', value })

it.each<[string, PhProperty, string[]]>([
  ['a flag that its chain lacks', dependsOn('Beta', ['beta']), ['dependency_chain']],
  ['nothing of a flag in its chain', dependsOn('beta', ['beta']), []],
  ['a pattern beyond ASCII', matching('^é'), ['value']],
  ['a pattern that looks ahead', matching('a(?=b)'), ['value']],
  ['nothing of a plain pattern', matching('^(?:pro|team)$'), []],
])('reports what the SDK cannot answer by itself: %s', (_, property, paths) => {
  const under = paths.map((path) => `filters.groups.0.${path}`)
  expect(blocked('local', property)).toEqual(under)
  expect(blocked('server', property)).toEqual([])
})

it.each<[string, string[], string[]]>([
  ['true', [], []],
  ['false', [], []],
  ['true', ['true'], ['true']],
  ['control', ['control'], ['control']],
])('a flag that answers the text %s, of the variants %j', (value, variants, asked) => {
  const multivariate = { variants: variants.map((key) => ({ key, rollout_percentage: 50 })) }
  const properties = [{ ...dependsOn('beta', ['beta']), value }]
  const flags = [
    { key: 'beta', filters: { multivariate } },
    { key: 'checkout', filters: { groups: [{ properties }] } },
  ]
  const { flags: imported } = compilePostHog(PhConfig.parse({ flags }), 'local')
  expect(JSON.stringify(imported['checkout']?.rules)).toContain(`"variantIn":${JSON.stringify(asked)}`)
})
