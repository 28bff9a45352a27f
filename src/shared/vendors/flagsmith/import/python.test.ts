import { expect, it } from 'vitest'
import type { Json } from '../../../schemas/keys.ts'
import { createImportedEvaluator } from '../../importing/imported-evaluator.ts'
import { assembleFlagsmith } from './assemble.ts'
import { compileFlagsmith } from './compile.ts'

const state = (id: number, enabled: boolean) => ({ feature: { id: 1, name: 'f' }, enabled, django_id: id })

const asked = async (condition: object, context: Record<string, Json>): Promise<Json | undefined> => {
  const rules = [{ type: 'ALL', conditions: [condition] }]
  const { config, refused } = assembleFlagsmith({
    ...{ api_key: 'env-key', name: 'Production', feature_states: [state(1, false)] },
    project: { segments: [{ id: 10, name: 's', rules, feature_states: [state(2, true)] }] },
  })
  if (config === undefined) throw new Error(refused)
  const ask = await createImportedEvaluator(compileFlagsmith(config, 'python'), 0)
  return ask('f', { targetingKey: 'user-273239', ...context }).value
}

// Expected results from Flagsmith's Python engine (7e2cfc7).
it.each<[string, string, Json, Json | undefined, boolean]>([
  ['EQUAL', 'a', '7', '007', true],
  ['EQUAL', 'a', '1.5', 1, false],
  ['EQUAL', 'a', '1.0:semver', true, true],
  ['GREATER_THAN', 'a', '17.5', 18, false],
  ['GREATER_THAN', 'a', '17.5', 18.5, true],
  ['GREATER_THAN', 'a', 'v1.2.3:semver', '1.5.0', false],
  ['LESS_THAN', 'a', 'b', '.5', true],
  ['LESS_THAN', 'a', '\uFFFD', '\u{1F600}', false],
  ['GREATER_THAN', 'a', '\uFFFD', '\u{1F600}', true],
  ['NOT_EQUAL', 'a', 'x', 7, false],
  ['CONTAINS', 'a', '2', '123', false],
  ['CONTAINS', 'a', '', '', true],
  ['CONTAINS', 'a', 'b:semver', 'abc', false],
  ['NOT_CONTAINS', 'a', 'x', '123', false],
  ['NOT_CONTAINS', 'a', 'x', '.5', true],
  ['REGEX', 'a', '', 'abc', true],
  ['REGEX', 'a', 'T', true, true],
  ['IN', 'a', '0,1', 0, true],
  ['IN', 'a', '', '', true],
  ['IN', 'a', '[1,2]', 2, true],
  ['IN', 'a', '1.5', 1.5, false],
  ['IN', 'a', '01234', '01234', false],
  ['IN', 'a', 'true', true, false],
  ['MODULO', 'a', '3|2', -1, true],
  ['MODULO', 'a', '3|1', true, true],
  ['MODULO', 'a', '2|0', '0x10', false],
  ['PERCENTAGE_SPLIT', 'a', '50', '.5', true],
  ['PERCENTAGE_SPLIT', 'a', '50', undefined, false],
  ['PERCENTAGE_SPLIT', '$.identity', '100', 'x', false],
  ['IS_SET', '$.identity.traits.a', '', 'x', true],
  ['IS_SET', '$.identity.traits.first name', '', 'x', false],
])('%s of %s with %j is for %j: %s', async (operator, property_, value, trait, answer) => {
  const context: Record<string, Json> = trait === undefined ? {} : { a: trait, 'first name': trait }
  expect(await asked({ operator, property_, value }, context)).toBe(answer)
})
