import { isFields, listed } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { StatsigConfig, StatsigSpec } from './config.ts'

/** The gates and configs that a spec refers to. */
const usesOf = (spec: unknown): Reference[] => {
  const rules = listed(isFields(spec) ? spec['rules'] : undefined)
  const gates = rules
    .flatMap(({ conditions }) => listed(conditions))
    .filter(({ type }) => typeof type === 'string' && /^(?:multi_)?(?:pass|fail)_gate$/i.test(type))
    .flatMap(({ targetValue }) => (Array.isArray(targetValue) ? (targetValue as unknown[]) : [targetValue]))
  const delegates = rules.flatMap(({ configDelegate }) => (typeof configDelegate === 'string' ? [configDelegate] : []))
  return [...gates, ...delegates].map((name): Reference => ({ kind: 'flag', theirs: String(name) }))
}

const rules = ['feature_gates', 'dynamic_configs', 'layer_configs'].map(
  (list): MemberRule => ({ kind: 'flag', at: [list], schema: StatsigSpec, uses: usesOf }),
)

export const readStatsigConfig = (file: string, value: unknown): ReadMembers<StatsigConfig> =>
  readMembers(StatsigConfig, { file, vendor: 'Statsig', value, rules })
