import { describe, expect, it } from 'vitest'
import { assembleFlagsmith } from './assemble.ts'

const variants = [{ id: 1, percentage_allocation: 50, multivariate_feature_option: { value: 'b' } }]

const assembled = (state: object) =>
  assembleFlagsmith({
    api_key: 'env',
    project: { segments: [] },
    feature_states: [{ feature: { id: 1, name: 'flag' }, enabled: true, feature_state_value: 'a', ...state }],
  })

describe('an environment document of Flagsmith', () => {
  it.each<[string, object]>([
    ['what identities are divided by', { multivariate_feature_state_values: variants }],
    ['the order of its values', { django_id: 1, multivariate_feature_state_values: [{ ...variants[0], id: null }] }],
  ])('costs the flag of which nothing says %s', (_, state) => {
    const { config, unread } = assembled(state)
    expect(config?.features).toEqual({})
    expect(unread).toMatchObject([
      { theirs: 'flag', message: expect.stringMatching(/Export the environment again\.$/) },
    ])
  })

  it.each<[string, object]>([
    ['a number', { django_id: 1, multivariate_feature_state_values: variants }],
    [
      'a UUID',
      { featurestate_uuid: '00000000-0000-4000-8000-000000000001', multivariate_feature_state_values: variants },
    ],
    ['nothing, and needs nothing', {}],
  ])('is read where a state is known by %s', (_, state) => {
    expect(assembled(state).config?.features['flag']?.value).toBe('a')
  })
})
