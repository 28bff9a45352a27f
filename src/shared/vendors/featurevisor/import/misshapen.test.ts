import { expect, it } from 'vitest'
import type { Json } from '../../../schemas/keys.ts'
import { compileFeaturevisor } from './compile.ts'
import { FvConfig } from './config.ts'

const blocked = (segment: Json, feature: { [key: string]: Json }): string[] => {
  const traffic = [{ key: 't', segments: 's', percentage: 100_000 }]
  const features = { checkout: { bucketBy: 'userId', traffic, ...feature } }
  const { findings } = compileFeaturevisor(FvConfig.parse({ segments: { s: { conditions: segment } }, features }), 2)
  return findings.flatMap(({ severity, subject, path }) => (severity === 'block' ? [`${subject}: ${path}`] : []))
}

const overriding = (override: Json): { [key: string]: Json } => ({
  variablesSchema: { size: { type: 'integer', defaultValue: 1 } },
  variations: [{ value: 'a', variableOverrides: { size: [override] } }],
})

it.each([
  ['conditions of a segment that are null', null, {}, ['segment s: conditions']],
  ['conditions that are a number in a text', '[12]', {}, ['segment s: conditions']],
  ['a condition among others', { or: ['*', { not: [null] }] }, {}, ['segment s: conditions']],
  ['a force', '*', { force: [{ conditions: [true] }] }, ['flag checkout: force.0.conditions']],
  ['enabled', '*', { force: [{ segments: '*', enabled: null }] }, ['flag checkout: force.0.enabled']],
  [
    'the segments of traffic',
    '*',
    { traffic: [{ key: 't', segments: { and: [null] }, percentage: 1 }] },
    ['flag checkout: traffic.0.segments'],
  ],
  [
    'an override',
    '*',
    overriding({ conditions: '[é', value: 2 }),
    ['flag checkout: variations.0.variableOverrides.size'],
  ],
  ['nothing, of what the SDK answers', [], { force: [{ conditions: null, segments: '["s"]' }] }, []],
  ['nothing, of an override for everyone', '{"and":[]}', overriding({ conditions: '*', value: 2 }), []],
] as const)('reports %s', (_, segment, feature, expected) => {
  expect(blocked(segment as Json, feature as unknown as { [key: string]: Json })).toEqual(expected)
})
