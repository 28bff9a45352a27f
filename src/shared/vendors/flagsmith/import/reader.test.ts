import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../schemas/keys.ts'
import { readFlagsmith } from './reader.ts'

let ids = 0
const state = (id: number, name: string, value: Json = null, more: object = {}) => {
  ids += 1
  return { feature: { id, name }, enabled: true, django_id: ids, feature_state_value: value, ...more }
}

const page = (name: string, states: object[], more: object = {}, project: object = {}) => ({
  name: `${name}.json`,
  value: { api_key: name, name, project: { segments: [], ...project }, feature_states: states, ...more },
})

const read = (...parts: ReturnType<typeof page>[]) =>
  readFlagsmith.assemble(parts, {}, 0).environments.map(({ name, compile }) => ({ name, ...compile({}) }))

const override = (identifier: string, value: string) => ({
  identifier,
  identity_features: [state(1, 'a', value)],
})

describe('environments of one project', () => {
  const values = fc.constantFrom<Json>(null, 'x', 'y')
  const names = fc.uniqueArray(fc.constantFrom('a', 'a.enabled', 'a.enabled-2', 'b'), { minLength: 1 })

  it('come to the same flags of the same types, and to all of them', () => {
    fc.assert(
      fc.property(names, fc.array(values, { minLength: 8, maxLength: 8 }), (features, given) => {
        const valueOf = (environment: number, at: number) => given[environment * 4 + at] ?? null
        const pages = [0, 1].map((environment) =>
          page(
            `e${environment}`,
            features.map((name, at) => state(at + 1, name, valueOf(environment, at))),
          ),
        )
        const [first, second] = read(...pages).map(({ flags }) => flags)
        const types = (flags: typeof first) => Object.entries(flags ?? {}).map(([key, { type }]) => [key, type])
        const valued = features.filter((_, at) => valueOf(0, at) !== null || valueOf(1, at) !== null)
        expect(types(first)).toHaveLength(features.length + valued.length)
        expect(types(second)).toEqual(types(first))
      }),
    )
  })

  it('have one document of all pages of one', () => {
    const states = [state(1, 'a', 'x')]
    const pages = ['u1', 'u2'].map((who) => page('e', states, { identity_overrides: [override(who, 'y')] }))
    const all = read(...pages)
    expect(all.map(({ name }) => name)).toEqual(['e'])
    expect(JSON.stringify(all[0]?.segments)).toMatch(/u1.*u2/)
  })

  it('are not joined of pages that were read at different times', () => {
    const pages = ['x', 'y'].map((value) => page('e', [state(1, 'a', value)]))
    expect(() => read(...pages)).toThrow(/^e\.json and e\.json are one environment at different times\./)
  })
})

describe('a feature', () => {
  const visibleIn = (project: object) => {
    const [one] = read(page('e', [state(1, 'a', 'x'), state(2, 'b')], {}, project))
    return Object.entries(one?.flags ?? {}).flatMap(([key, flag]) => (flag.visibleToClients ? [key] : []))
  }

  it('of server-side keys alone is not visible to client keys', () => {
    expect(visibleIn({ server_key_only_feature_ids: [1] })).toEqual(['b'])
    expect(visibleIn({})).toEqual(['a', 'a.enabled', 'b'])
  })

  it.each<[string, object, object, object, number]>([
    ['by the project', {}, { hide_disabled_flags: true }, { enabled: false }, 1],
    ['by the environment', { hide_disabled_flags: true }, { hide_disabled_flags: false }, { enabled: false }, 1],
    ['by neither', { hide_disabled_flags: false }, { hide_disabled_flags: true }, { enabled: false }, 0],
    ['and is enabled', { hide_disabled_flags: true }, {}, {}, 0],
  ])('that is hidden while it is disabled, %s, is told of', (_, environment, project, more, told) => {
    const [one] = read(page('e', [state(1, 'a', 'x', more)], environment, project))
    const said = (one?.findings ?? []).filter(({ message }) => message.includes('hides disabled features'))
    expect(said.map(({ severity, subject }) => `${severity} ${subject}`)).toEqual(Array(told).fill('warn flag a'))
  })
})

it('identities are found by the same segment, whoever comes before them', () => {
  const segmentsOf = (...overrides: object[]) => {
    const [one] = read(page('e', [state(1, 'a', 'x')], { identity_overrides: overrides }))
    return Object.entries(one?.segments ?? {})
  }
  const [[alone] = []] = segmentsOf(override('u', 'y'))
  const both = segmentsOf(override('v', 'z'), override('u', 'y'))
  expect(both).toHaveLength(2)
  expect(both.find(([key]) => key === alone)?.[1].when).toMatchObject({ all: expect.anything() })
  expect(JSON.stringify(both.find(([key]) => key === alone)?.[1])).toContain('"u"')
})
