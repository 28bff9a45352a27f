import { expect, it } from 'vitest'
import { everyModule } from '../../../../tests/support/every-module.ts'
import type { Json } from '../../schemas/keys.ts'
import { runWithFullBudget } from '../meter.ts'
import { jsonlogic } from './jsonlogic.ts'

const answer = (expression: Json, context: unknown = {}) =>
  runWithFullBudget(() => jsonlogic(expression, 'shift', everyModule)(context, { flagKey: 'flag', nowMs: 0 }))

it.each<[Json[], Json]>([
  [[], null],
  [['alone'], 'alone'],
  [[true, 'then'], 'then'],
  [[false, 'then'], null],
  [[true, 'then', 'else'], 'then'],
  [[false, 'then', 'else'], 'else'],
  [[false, 'then', true, 'second'], 'second'],
  [[false, 'then', false, 'second'], null],
  [[false, 'then', false, 'second', 'else'], 'else'],
])('if %j is %j: pairs of a condition and its value, and a last one for all else', (args, expected) => {
  expect(answer({ if: args })).toBe(expected)
})

it.each<[string, string, string, boolean | null]>([
  ['1.2.3', '=', '1.2.3', true],
  ['1.2.3', '!=', '1.2.4', true],
  ['1.2.3', '<', '1.2.10', true],
  ['1.3.0', '~', '1.3.9', true],
  ['1.3.0', '~', '1.4.0', false],
  ['1.3.0', '^', '1.9.0', true],
  ['1.3.0', '^', '2.3.0', false],
  ['1.3.0', '?', '1.3.0', null],
])('sem_ver %s %s %s is %s: ~ keeps major and minor, ^ the major', (version, operator, wanted, expected) => {
  expect(answer({ sem_ver: [{ var: 'version' }, operator, wanted] }, { version })).toBe(expected)
})
