import { describe, expect, it } from 'vitest'
import type { Json } from '../../../schemas/keys.ts'
import { createImportedEvaluator } from '../../importing/imported-evaluator.ts'
import { compilePostHog } from './compile.ts'
import { PhConfig } from './config.ts'

/*
 * The server is not available as a package. These results come from its published rules: operator and value of the
 * property, the person's value, and whether it matches.
 */

type Row = [operator: string, value: Json, has: Json | undefined, matches: boolean]

const rows: Row[] = [
  ['semver_lt', '2.0.0', '2.0.0-beta.1', true],
  ['semver_eq', '3.8.0', '3.08', true],
  ['semver_gte', '3', 3.08, true],
  ['semver_eq', '1.2.3', '1.2.3+build.7', false],
  ['semver_neq', '1.2.3', 'no version', false],
  ['semver_neq', '1.2.3', undefined, false],
  ['semver_tilde', '1', '1.5.0', false],
  ['semver_tilde', '1.2', '1.2.9', true],
  ['semver_caret', '1.2.3', '1.9.0', true],
  ['semver_caret', '1.2.3', '1.9.0-beta', false],
  ['semver_wildcard', '1.*', '1.5.0', true],
  ['semver_wildcard', '1.2.*', '1.3.0', false],
  ['semver_wildcard', '*', '0.0.1', true],
  ['exact', 'false', 'hello', true],
  ['exact', 'true', 'hello', false],
  ['exact', ['Pro'], 'pRO', true],
  ['exact', 1, '1', true],
  ['exact', 'null', null, true],
  ['is_not', 'a', undefined, true],
  ['between', [1, 5], '3', true],
  ['between', [1, 5], 6, false],
  ['not_between', [1, 5], undefined, true],
  ['not_between', [1, 5], 'many', false],
  ['icontains_multi', ['x', 'LO'], 'hello', true],
  ['not_icontains_multi', ['x', 'LO'], 'hello', false],
  ['not_icontains_multi', ['x'], undefined, true],
  ['gt', 5, ' 6 ', false],
  ['gt', '5', '6e0', true],
  ['is_date_before', '2026-01-02', '1767225600', true],
  ['is_date_exact', '2026-01-01', '2026-01-01T00:00:00Z', true],
]

const flagWith = (properties: Json[], more: object = {}) =>
  compilePostHog(
    PhConfig.parse({ flags: [{ key: 'flag', active: true, filters: { groups: [{ properties }], ...more } }] }),
  )

describe("PostHog's server", () => {
  it.each(rows)('%s %j of %j: %s', async (operator, value, has, matches) => {
    const ask = await createImportedEvaluator(flagWith([{ key: 'p', type: 'person', operator, value }]), 0)
    const outcome = ask('flag', { targetingKey: 'user', ...(has === undefined ? {} : { p: has }) })
    expect(outcome.enabled).toBe(matches)
  })

  it('reads who is asked for as a property', async () => {
    const ask = await createImportedEvaluator(flagWith([{ key: 'distinct_id', operator: 'exact', value: 'me' }]), 0)
    expect(ask('flag', { targetingKey: 'me' }).enabled).toBe(true)
    expect(ask('flag', { targetingKey: 'you' }).enabled).toBe(false)
  })

  it('lets enrolment decide before the conditions', async () => {
    const ask = await createImportedEvaluator(flagWith([], { feature_enrollment: true }), 0)
    const enrolled = (value: Json) => ask('flag', { targetingKey: 'a', '$feature_enrollment/flag': value }).enabled
    expect([enrolled(true), enrolled('true'), enrolled(false), ask('flag', { targetingKey: 'a' }).enabled]).toEqual([
      ...[true, true, false, true],
    ])
  })

  it('keeps payloads, and holds out by the older form', async () => {
    const old = [{ properties: [], rollout_percentage: 100, variant: 'holdout-7' }]
    const ask = await createImportedEvaluator(flagWith([], { payloads: { true: '{"a":1}' } }), 0)
    expect(ask('flag', { targetingKey: 'a' }).payload).toEqual({ a: 1 })
    const held = await createImportedEvaluator(flagWith([], { holdout_groups: old }), 0)
    expect(held('flag', { targetingKey: 'a' }).value).toBe('holdout-7')
  })
})
