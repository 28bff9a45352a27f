import { describe, expect, it } from 'vitest'
import { flagdFlag, launchDarklyPayload } from '../../../../tests/support/bundles.ts'
import type { Vendor } from '../../features/imports/schemas/import.ts'
import { previewOf } from './preview.ts'
import { vendorOf } from './vendors.ts'

/*
 * An invalid flag affects only itself: all others are imported as from a valid file, and the invalid one is listed with
 * the location of the problem.
 */

type Member = Record<string, unknown>
type Shape = {
  /** A file with three flags: one, two and three. */
  readonly file: (two: unknown) => unknown
  readonly flag: (key: string) => Member
  /** Fields that a flag requires, with a fixed type. */
  readonly needs: readonly string[]
}

const record = (flag: (key: string) => Member, file: (flags: unknown) => unknown, needs: readonly string[]): Shape => ({
  file: (two) => file({ one: flag('one'), two, three: flag('three') }),
  flag,
  needs,
})

const list = (flag: (key: string) => Member, file: (flags: unknown) => unknown, needs: readonly string[]): Shape => ({
  file: (two) => file([flag('one'), two, flag('three')]),
  flag,
  needs,
})

const shapes: Readonly<Record<Vendor, Shape>> = {
  launchdarkly: record(
    (key) => (launchDarklyPayload({ [key]: {} }) as { flags: Record<string, Member> }).flags[key] ?? {},
    (flags) => ({ flags }),
    ['variations', 'rules', 'targets'],
  ),
  unleash: list(
    (name) => ({ name, enabled: true, strategies: [{ name: 'default', parameters: {} }] }),
    (features) => ({ version: 2, features }),
    ['name', 'enabled', 'strategies'],
  ),
  growthbook: record(
    () => ({ defaultValue: false, rules: [{ force: true, condition: { plan: 'pro' } }] }),
    (features) => ({ status: 200, features }),
    ['rules'],
  ),
  flagsmith: list(
    (name) => ({ feature: { id: name.length, name }, enabled: true, django_id: name.length, feature_state_value: 'a' }),
    (states) => ({ api_key: 'x', name: 'production', project: { segments: [] }, feature_states: states }),
    ['feature', 'enabled', 'django_id'],
  ),
  configcat: record(
    () => ({ t: 0, v: { b: true }, r: [] }),
    (f) => ({ p: { s: 'salt' }, f }),
    ['t', 'v', 'r'],
  ),
  posthog: list(
    (key) => ({ key, active: true, filters: { groups: [{ properties: [], rollout_percentage: 100 }] } }),
    (flags) => ({ flags, group_type_mapping: {}, cohorts: {} }),
    ['key', 'active', 'filters'],
  ),
  flagd: record(
    () => flagdFlag(),
    (flags) => ({ flags }),
    ['state', 'variants', 'defaultVariant'],
  ),
  featurevisor: record(
    () => ({ bucketBy: 'userId', traffic: [{ key: '1', segments: '*', percentage: 100_000 }] }),
    (features) => ({ schemaVersion: '2', revision: '1', segments: {}, features }),
    ['bucketBy', 'traffic'],
  ),
  split: list(
    (name) => ({
      name,
      seed: 1,
      status: 'ACTIVE',
      killed: false,
      defaultTreatment: 'off',
      conditions: [
        {
          conditionType: 'ROLLOUT',
          matcherGroup: { combiner: 'AND', matchers: [{ matcherType: 'ALL_KEYS' }] },
          partitions: [{ treatment: 'on', size: 100 }],
        },
      ],
    }),
    (d) => ({ ff: { d, s: -1, t: 1 } }),
    ['name', 'seed', 'defaultTreatment', 'conditions'],
  ),
  flipt: list(
    (key) => ({ key, name: key, enabled: true, type: 'BOOLEAN_FLAG_TYPE', rollouts: [] }),
    (flags) => ({ version: '1.4', namespace: 'default', flags }),
    ['key', 'enabled', 'rollouts'],
  ),
  statsig: list(
    (name) => ({ name, salt: name, enabled: true, defaultValue: false, rules: [] }),
    (gates) => ({ feature_gates: gates, dynamic_configs: [], has_updates: true, time: 1 }),
    ['name', 'salt', 'enabled', 'rules'],
  ),
  'go-feature-flag': record(
    () => ({ variations: { on: true, off: false }, targeting: [], defaultRule: { variation: 'on' } }),
    (flags) => flags,
    ['variations', 'targeting', 'defaultRule'],
  ),
}

const wrong: readonly unknown[] = [null, 7, 'text', true, [], [7], { a: 7 }]

const without = (member: Member, field: string): Member =>
  Object.fromEntries(Object.entries(member).filter(([name]) => name !== field))

/** A flag broken in many ways: replaced as a whole, a field missing, and a field of every other type. */
const breaksOf = ({ flag, needs }: Shape): [string, unknown][] => [
  ...wrong.map((value): [string, unknown] => [`all of it ${JSON.stringify(value)}`, value]),
  ...needs.flatMap((field): [string, unknown][] => [
    [`no ${field}`, without(flag('two'), field)],
    ...wrong.map((value): [string, unknown] => [
      `${field} ${JSON.stringify(value)}`,
      { ...flag('two'), [field]: value },
    ]),
  ]),
]

const cases = Object.entries(shapes).flatMap(([vendor, shape]) =>
  breaksOf(shape).map(([how, two]): [string, string, unknown] => [vendor, how, two]),
)

const read = (value: unknown) => previewOf([{ name: 'production.json', value }])

describe('a file with a broken flag', () => {
  it.each(cases)('of %s with %s brings in the other two, and names it', async (vendor, _, two) => {
    const { file, flag } = shapes[vendor as Vendor]
    expect(vendorOf(file(two))).toBe(vendor)
    const whole = await read(file(flag('two')))
    const { items } = await read(file(two))
    const documentsOf = (of: typeof items, key: string) => of.find(({ item }) => item.theirs === key)?.documents
    for (const key of ['one', 'three']) expect(documentsOf(items, key)).toEqual(documentsOf(whole.items, key))
    const others = items.filter(({ item }) => !/^(?:one|three)(?:\.variation)?$/.test(item.theirs))
    expect(others.length).toBeGreaterThan(0)
    const unexplained = others.filter(({ item }) => item.verdict === 'left-out' && !/\w.*\.$/.test(item.why.join(' ')))
    expect(unexplained).toEqual([])
  })

  it('has a sentence with the place and what is there', async () => {
    const { items } = await read(shapes.launchdarkly.file({ ...shapes.launchdarkly.flag('two'), rules: 'all' }))
    expect(items.find(({ item }) => item.theirs === 'two')?.item).toMatchObject({
      verdict: 'left-out',
      why: ['Its “rules” should be a list, but is the text "all". Correct it in the file and read it again.'],
    })
  })

  it('leaves out what needs it', async () => {
    const flag = shapes.launchdarkly.flag
    const { items, summary } = await read({
      flags: {
        parent: { ...flag('parent'), variations: 'none' },
        child: { ...flag('child'), prerequisites: [{ key: 'parent', variation: 0 }] },
        grandchild: { ...flag('grandchild'), prerequisites: [{ key: 'child', variation: 0 }] },
        other: flag('other'),
      },
    })
    expect(Object.fromEntries(items.map(({ item }) => [item.theirs, item.verdict]))).toEqual({
      parent: 'left-out',
      child: 'left-out',
      grandchild: 'left-out',
      other: 'exact',
    })
    expect(items.find(({ item }) => item.theirs === 'child')?.item.why).toEqual([
      'It needs flag parent, which can’t be read.',
    ])
    expect(summary.verdicts).toMatchObject({ exact: 1, 'left-out': 3 })
  })
})
