import { expect, it } from 'vitest'
import type { Json } from '../../../schemas/keys.ts'
import { misshapenIn } from './misshapen.ts'

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
