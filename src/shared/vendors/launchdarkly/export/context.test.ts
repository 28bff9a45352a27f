import { describe, expect, it } from 'vitest'
import { aFlag } from '../../../../../tests/support/builders.ts'
import { compile } from '../../../engine/compile.ts'
import { evaluate } from '../../../engine/evaluate.ts'
import { everyFamily } from '../../../engine/operators/every-family.ts'
import { contextFromLaunchDarkly } from './context.ts'

const compiled = compile(
  {
    ...{
      format: 1 as const,
      project: 'p',
      environment: 'e',
      revision: 1,
      publishedAt: '2026-01-01T00:00:00.000Z',
      digest: '',
    },
    flags: {
      plan: aFlag('plan').rule({ attribute: 'plan', operator: 'is', values: ['pro'] }, 'on'),
      key: aFlag('key').rule({ attribute: 'targetingKey', operator: 'is', values: ['u'] }, 'on'),
    },
    segments: {},
  },
  everyFamily,
)
const ask = (flag: string, given: unknown) => {
  const context = contextFromLaunchDarkly(given)
  return context === undefined ? undefined : evaluate(compiled, flag, context, 0).value
}

describe('a context of LaunchDarkly’s', () => {
  it.each([
    ['a user', { kind: 'user', key: 'u', plan: 'pro' }, true],
    ['a user of before there were kinds', { key: 'u', custom: { plan: 'pro' } }, true],
    ['several kinds', { kind: 'multi', user: { key: 'u', plan: 'pro' }, org: { key: 'o', plan: 'free' } }, true],
    ['another kind', { kind: 'org', key: 'u', plan: 'pro' }, false],
    ['several others', { kind: 'multi', org: { key: 'u', plan: 'pro' } }, false],
  ])('is read as the user it holds: %s', (_, context, is) => {
    expect([ask('plan', context), ask('key', context)]).toEqual([is, is])
  })

  it.each([
    [null],
    ['u'],
    [[]],
    [{}],
    [{ kind: 'user' }],
    [{ kind: 'user', key: '' }],
    [{ kind: 'user', key: 5 }],
    [{ kind: 5, key: 'u' }],
    [{ kind: 'multi' }],
    [{ kind: 'multi', user: { key: '' } }],
    [{ kind: 'multi', user: 'u' }],
  ])('is none: %j', (given) => {
    expect(contextFromLaunchDarkly(given)).toBeUndefined()
  })
})
