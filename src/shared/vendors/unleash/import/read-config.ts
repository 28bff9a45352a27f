import { type Fields, isFields, listed } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { UnleashConfig, UnleashFeature, UnleashSegment } from './config.ts'

const usesOf = (member: unknown): Reference[] => {
  const { dependencies, strategies }: Fields = isFields(member) ? member : {}
  const parents = listed(dependencies).map(({ feature }): Reference => ({ kind: 'flag', theirs: String(feature) }))
  const segments = listed(strategies)
    .flatMap(({ segments: ids }) => (Array.isArray(ids) ? (ids as unknown[]) : []))
    .map((id): Reference => ({ kind: 'segment', theirs: String(id) }))
  return [...parents, ...segments]
}

const rules: readonly MemberRule[] = [
  { kind: 'flag', at: ['features'], schema: UnleashFeature, uses: usesOf },
  {
    kind: 'segment',
    at: ['segments'],
    schema: UnleashSegment,
    keyOf: (segment) => (isFields(segment) ? segment['id'] : undefined),
  },
]

export const readUnleashConfig = (file: string, value: unknown): ReadMembers<UnleashConfig> =>
  readMembers(UnleashConfig, { file, vendor: 'Unleash', value, rules })
