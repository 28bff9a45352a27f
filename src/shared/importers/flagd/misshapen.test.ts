import { expect, it } from 'vitest'
import type { Json } from '../../schemas/keys.ts'
import { misshapenIn } from './misshapen.ts'
import { unbuildableIn } from './unbuildable.ts'

it.each<[string | null, Json]>([
  ['var', { var: [['deep'], 'AT'] }],
  [null, { var: ['deep', 'AT'] }],
  ['cat', { '==': [{ cat: { var: 'age' } }, '1'] }],
  [null, { cat: [{ var: 'age' }] }],
  ['missing', { missing: [['plan'], 'age'] }],
  ['missing', { missing: ['plan', null] }],
  [null, { missing: ['plan', 'age'] }],
  [null, { missing: { merge: ['plan', 'age'] } }],
  ['missing_some', { missing_some: [1, 'plan'] }],
  ['missing_some', { missing_some: [1] }],
  [null, { missing_some: [1, ['plan', 'age']] }],
])('finds %s in %j', (name, targeting) => {
  expect(misshapenIn(targeting)).toBe(name)
})

it.each<[string | null, Json]>([
  ['a division by 0', { '%': [null, 0] }],
  ['a division by 0', { '/': [5, null] }],
  [null, { '%': [{ var: 'age' }, 0] }],
  [null, { '%': [null, 3] }],
])('cannot be built: %s in %j', (what, targeting) => {
  expect(unbuildableIn(targeting)).toBe(what)
})
