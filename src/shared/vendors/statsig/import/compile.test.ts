import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../schemas/keys.ts'
import { findStatsigCircles } from './circle.ts'
import { compileStatsig } from './compile.ts'
import { StatsigConfig, type StatsigSpec } from './config.ts'

const spec = (name: string, more: object = {}) => ({ name, salt: 's', enabled: true, rules: [], ...more })
const rule = (more: object = {}) => ({ id: 'r', passPercentage: 100, conditions: [{ type: 'public' }], ...more })
const asking = (names: readonly string[], type = 'pass_gate') =>
  names.map((targetValue) => rule({ conditions: [{ type, targetValue }] }))

const compiled = (given: object) =>
  compileStatsig(StatsigConfig.parse({ feature_gates: [], dynamic_configs: [], layer_configs: [], ...given }))

const blocked = (given: object): string[] =>
  compiled(given).findings.flatMap(({ severity, subject, message }) =>
    severity === 'block' ? [`${subject}: ${message}`] : [],
  )

describe('gates, configs and layers', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'A', 'a.config', 'a.layer', 'a.config-2', 'a.config.layer'))

  it('all come along, whatever they are called', () => {
    fc.assert(
      fc.property(names, names, names, (gates, configs, layers) => {
        const valued = (kind: string) => (name: string) => spec(name, { defaultValue: { [kind]: name } })
        const { flags } = compiled({
          feature_gates: gates.map((name) => spec(name)),
          dynamic_configs: configs.map(valued('config')),
          layer_configs: layers.map(valued('layer')),
        })
        const served = Object.values(flags).flatMap(({ variants }): Json[] => Object.values(variants).slice(0, 1))
        const wanted = [
          ...gates.map(() => true),
          ...configs.map((name) => ({ config: name })),
          ...layers.map((name) => ({ layer: name })),
        ]
        const sorted = (list: readonly Json[]) => list.map((one) => JSON.stringify(one)).toSorted()
        expect(sorted(served)).toEqual(sorted(wanted))
      }),
    )
  })

  it.each<[string, string[]]>([
    ['companyID', ['companyID', 'companyid', 'companyId']],
    ['companyid', ['companyid', 'companyID', 'companyId']],
    ['Device', ['Device', 'device']],
  ])('are divided by %s as programs spell it', (idType, spelled) => {
    const { flags } = compiled({ feature_gates: [spec('a', { rules: [rule({ idType, passPercentage: 50 })] })] })
    const text = JSON.stringify(flags['a']?.rules)
    for (const name of spelled) expect(text).toContain(`["customIDs","${name}"]`)
  })

  it('hand over to no more than can be read', () => {
    const handing = Array.from({ length: 14 }, (_, at) => {
      const next = at === 13 ? undefined : `c${at + 1}`
      return spec(`c${at}`, { rules: [rule({ configDelegate: next }), rule({ id: 'q', configDelegate: next })] })
    })
    expect(blocked({ dynamic_configs: handing })[0]).toMatch(/^flag c0: What it hands over to comes to more than/)
  })
})

it('a condition that is not known is named, where it is asked for by a gate, too', () => {
  const unheard = { type: 'user_field', operator: 'sounds_like', field: 'a', targetValue: 'b' }
  const gates = [spec('a', { rules: [rule({ conditions: [unheard] })] }), spec('b', { rules: asking(['a']) })]
  expect(compiled({ feature_gates: gates }).findings.map(({ message }) => message.slice(0, 45))).toEqual([
    'The condition user_field sounds_like is not k',
    'A gate that it asks has a condition that is n',
  ])
})

describe('gates that come to ask themselves', () => {
  it.each<[string, object[], string]>([
    ['directly', [spec('a', { rules: asking(['a']) })], 'flag a'],
    ['by another', [spec('a', { rules: asking(['b']) }), spec('b', { rules: asking(['a'], 'fail_gate') })], 'flag a'],
    ['as segments', [spec('segment:a', { entity: 'segment', rules: asking(['segment:a']) })], 'segment segment:a'],
  ])('%s are left out, with the way', (_, gates, subject) => {
    expect(blocked({ feature_gates: gates }).find((one) => one.startsWith(subject))).toMatch(
      /It comes to ask itself, on which its SDKs give up: \S+ asks /,
    )
  })

  it('are found in any graph, and nothing that ends is', () => {
    const graph = fc.array(fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 2 }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(graph, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (edges, enabled) => {
        const gates = new Map<string, StatsigSpec>(
          edges.map((to, at) => [
            String(at),
            spec(String(at), { enabled: enabled[at], rules: asking(to.map(String)) }) as StatsigSpec,
          ]),
        )
        const next = (at: number) => (enabled[at] === true ? (edges[at] ?? []) : [])
        const reached = (from: number) => {
          const seen = new Set<number>(next(from))
          for (const at of seen) for (const to of next(at)) seen.add(to)
          return seen
        }
        const isCircle = (at: number) => reached(at).has(at)
        const circles = findStatsigCircles(gates)
        const all = [...edges.keys()]
        const found = all.filter((at) => circles.has(String(at)))
        expect(found).toEqual(expect.arrayContaining(all.filter(isCircle)))
        expect(found.every((at) => isCircle(at) || [...reached(at)].some(isCircle))).toBe(true)
      }),
    )
  })
})
