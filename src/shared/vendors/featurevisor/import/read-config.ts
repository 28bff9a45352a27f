import type { Json } from '../../../schemas/keys.ts'
import { isFields, listed } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { parsed } from './condition.ts'
import { FvConfig, FvFeature, FvSegment } from './config.ts'

const textsIn = (node: unknown): string[] => {
  if (typeof node === 'string') return [node]
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsIn) : []
}

const segmentsIn = (segments: unknown): Reference[] =>
  textsIn(parsed((segments ?? null) as Json)).map((theirs): Reference => ({ kind: 'segment', theirs }))

const usesOf = (feature: unknown): Reference[] => {
  if (!isFields(feature)) return []
  const { traffic, force, required, variations } = feature
  const parents = (Array.isArray(required) ? (required as unknown[]) : []).map((one): Reference => {
    return { kind: 'flag', theirs: String(isFields(one) ? one['key'] : one) }
  })
  const overrides = listed(variations).flatMap(({ variableOverrides }) =>
    isFields(variableOverrides) ? Object.values(variableOverrides).flatMap(listed) : [],
  )
  const targeted = [...listed(traffic), ...listed(force), ...overrides]
  return [...parents, ...targeted.flatMap(({ segments }) => segmentsIn(segments))]
}

const rules: readonly MemberRule[] = [
  { kind: 'flag', at: ['features'], schema: FvFeature, uses: usesOf },
  { kind: 'segment', at: ['segments'], schema: FvSegment },
]

export const readFvConfig = (file: string, value: unknown): ReadMembers<FvConfig> =>
  readMembers(FvConfig, { file, vendor: 'Featurevisor', value, rules })
