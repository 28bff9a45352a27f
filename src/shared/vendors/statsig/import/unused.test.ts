import { expect, it } from 'vitest'
import type { Json } from '../../../schemas/keys.ts'
import { compileStatsig } from './compile.ts'
import { StatsigConfig } from './config.ts'

const blocked = (given: { [key: string]: Json }): string[] => {
  const config = StatsigConfig.parse({ feature_gates: [], dynamic_configs: [], layer_configs: [], ...given })
  return compileStatsig(config).findings.map(({ severity, subject, path }) => `${severity} ${subject}: ${path}`)
}

it.each<[{ [key: string]: Json }, string[]]>([
  [{ has_updates: null }, ['block project: has_updates']],
  [{ has_updates: false }, ['block project: has_updates']],
  [{ time: null }, ['block project: time']],
  [{ time: -1 }, ['block project: time']],
  [{ layer_configs: null }, ['block project: layer_configs']],
  [{ has_updates: true, time: 1_700_000_000_000 }, []],
  [{}, []],
])('says that the SDK does not use a download: %j', (given, expected) => {
  expect(blocked(given)).toEqual(expected)
})
