import { expect, it } from 'vitest'
import type { Json } from '../schemas/keys.ts'
import { flagdCompileProblem } from './flagd-compile-problem.ts'
import { flagdEngineDifference } from './flagd-engine-difference.ts'

it.each<[string | null, Json]>([
  ['a division by 0', { '%': [null, 0] }],
  ['a division by 0', { '/': [5, null] }],
  [null, { '%': [{ var: 'age' }, 0] }],
  [null, { '%': [null, 3] }],
  ['a division by 0', { '%': [{ '+': [1, 2] }, 0] }],
  ['a division by 0', { '/': [{ var: 'age' }, { '-': [1, 1] }] }],
  ['a division by 0', { if: [{ var: 'age' }, { '/': [1, 0] }, 'a'] }],
  ['+ of what is no number', { '+': [{ var: 'age' }, { cat: ['x', 'y'] }] }],
  ['max of what it fails on', { if: [{ var: 'age' }, { max: ['x'] }, 'a'] }],
  [null, { if: [{ var: 'age' }, { max: ['x'] }] }],
  [null, { or: [true, { max: ['x'] }] }],
  [null, { '%': [{ var: 'age' }, { '-': [1, 1] }] }],
])('cannot be built: %s in %j', (what, targeting) => {
  expect(flagdCompileProblem(targeting)).toBe(what)
})

it.each<[string | null, Json]>([
  ['<', { '<': [{ var: 'age' }, { var: 'limit' }] }],
  [null, { '<': [{ var: 'age' }, { '+': [1, 2] }] }],
  [null, { '===': [{ var: 'age' }, { var: 'limit' }] }],
  ['cat', { cat: [{ or: [{ var: 'plan' }, 'free'] }] }],
  ['cat', { cat: ['a', null] }],
  [null, { cat: ['a', { var: 'plan' }] }],
  ['cat', { if: [true, { cat: ['a', { var: 'plan' }] }] }],
  ['var', { if: [{ in: ['@', { var: 'user.email' }] }, 'a'] }],
  [null, { if: [{ in: ['@', { var: 'email' }] }, 'a'] }],
])('JavaScript’s engine has a way of its own with %s in %j', (name, targeting) => {
  expect(flagdEngineDifference(targeting)).toBe(name)
})
