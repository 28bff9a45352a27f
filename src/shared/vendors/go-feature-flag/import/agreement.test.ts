import { describe, expect, it } from 'vitest'
import { draws } from '../../../../../tests/support/seed.ts'
import type { Json } from '../../../schemas/keys.ts'
import { chance, oneOf, type Random } from '../../importing/sample.ts'
import { seeded } from '../../importing/seeded.ts'
import { compileGoFeatureFlag } from './compile.ts'
import { GoffConfig } from './config.ts'
import { checkGoff } from './self-check.ts'

const nowMs = Date.parse('2026-06-01T12:00:00Z')
const rounds = draws(60)
const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => oneOf(random, list) ?? list[0]

const compared = (random: Random): string => {
  const path = pick(random, ['plan', 'age', 'version', 'paid', 'key', 'targetingKey', 'anonymous', 'e-mail', 'a:b_c'])
  const order = pick(random, ['gt', 'lt', 'ge', 'le', 'eq', 'ne', '==', '!=', '>', '<=', 'EQ'])
  const kind = random()
  if (kind < 0.1) return `${path} pr`
  if (kind < 0.2) return `${path} ${pick(random, ['eq', 'ne'])} ${pick(random, ['true', 'false', 'null'])}`
  if (kind < 0.35) return `${path} ${order} ${pick(random, ['0', '1', '7', '-1', '-7', '18'])}`
  if (kind < 0.45) return `${path} ${order} ${pick(random, ['0.5', '-1.25', '7.0', '1.5e2'])}`
  if (kind < 0.55) return `${path} ${order} ${pick(random, ['1.2.3', '2.0.0', '0.0.1'])}`
  if (kind < 0.7) {
    return `${path} in ${pick(random, ['["pro","team"]', '["a", "B"]', '[1,7]', '[1.5,2.0]', '"pro"'])}`
  }
  const text = pick(random, ['pro', 'PRO', '', '2.3.0', 'é', '￿', '😀', '日本', 'a\\"b'])
  return `${path} ${pick(random, [order, 'co', 'sw', 'ew', 'CO'])} "${text}"`
}

const query = (random: Random, depth = 0): string => {
  const kind = random()
  if (depth > 2 || kind < 0.5) return compared(random)
  if (kind < 0.65) return `not (${query(random, depth + 1)})`
  if (kind < 0.75) return `( ${query(random, depth + 1)} )`
  return `${query(random, depth + 1)} ${pick(random, ['and', 'or'])} ${query(random, depth + 1)}`
}

const names: readonly [string, ...string[]] = ['on', 'off', 'Off', 'z1', '10', 'é', '😀', '￿']
const dates: readonly [string, ...string[]] = [
  '2026-01-01T00:00:00Z',
  '2026-05-31T00:00:00+02:00',
  '2026-06-02T00:00:00Z',
  '2027-01-01T00:00:00Z',
]

const served = (random: Random): Record<string, Json> => {
  const kind = random()
  const some = names.filter(() => chance(random, 0.4))
  if (kind < 0.4 && some.length > 0) {
    return { percentage: Object.fromEntries(some.map((name) => [name, pick(random, [0, 1, 10, 33.3, 50, 12.5])])) }
  }
  if (kind < 0.55) {
    const step = () => ({
      variation: pick(random, names),
      date: pick(random, dates),
      percentage: pick(random, [0, 10, 100, 55.5]),
    })
    return { progressiveRollout: { initial: step(), end: step() } }
  }
  return { variation: pick(random, names) }
}

const rule = (random: Random, at: number): Record<string, Json> => ({
  ...served(random),
  ...(chance(random, 0.7) ? { name: `rule ${at}` } : {}),
  query: query(random),
  ...(chance(random, 0.1) ? { disable: true } : {}),
})

const flag = (random: Random): Json => ({
  variations: Object.fromEntries(names.map((name) => [name, `value of ${name}`])),
  targeting: Array.from({ length: Math.floor(random() * 4) }, (_, at) => rule(random, at)),
  defaultRule: served(random),
  ...(chance(random, 0.2) ? { bucketingKey: pick(random, ['plan', 'team.id', '']) } : {}),
  ...(chance(random, 0.1) ? { disable: true } : {}),
  ...(chance(random, 0.15) ? { experimentation: { start: pick(random, dates), end: pick(random, dates) } } : {}),
  ...(chance(random, 0.3)
    ? { scheduledRollout: [{ date: pick(random, dates), targeting: [rule(random, 0)], defaultRule: served(random) }] }
    : {}),
})

describe('checkGoff', () => {
  it('finds nobody whom an imported flag answers otherwise, over random files', { timeout: 300_000 }, async () => {
    let compared = 0
    for (let seed = 1; seed <= rounds; seed += 1) {
      const random = seeded(seed)
      const config = GoffConfig.parse({ 'my-flag': flag(random), 'Flag 2': flag(random) })
      const result = await checkGoff(config, compileGoFeatureFlag(config, {}, nowMs), { count: 20, random, nowMs })
      expect([seed, result.examples.slice(0, 1), result.mismatches && config]).toEqual([seed, [], 0])
      compared += result.compared
    }
    expect(compared).toBeGreaterThan(rounds * 20)
  })

  it('finds an import that moves somebody', async () => {
    const of = (share: number) =>
      GoffConfig.parse({ a: { variations: { x: 1, y: 2 }, defaultRule: { percentage: { x: share, y: 100 - share } } } })
    const check = { count: 400, random: seeded(1), nowMs }
    const { mismatches } = await checkGoff(of(50), compileGoFeatureFlag(of(40), {}, nowMs), check)
    expect(mismatches).toBeGreaterThan(10)
  })
})
