import { type Fields, isFields, listed } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { LdConfig, LdFlag, LdSegment } from './config.ts'

const segmentsIn = (rules: unknown): Reference[] =>
  listed(rules)
    .flatMap(({ clauses }) => listed(clauses))
    .flatMap(({ op, values }) => (op === 'segmentMatch' && Array.isArray(values) ? (values as unknown[]) : []))
    .flatMap((value): Reference[] => (typeof value === 'string' ? [{ kind: 'segment', theirs: value }] : []))

const usesOf = (member: unknown): Reference[] => {
  const { prerequisites, rules }: Fields = isFields(member) ? member : {}
  const flags = listed(prerequisites).map(({ key }): Reference => ({ kind: 'flag', theirs: String(key) }))
  return [...flags, ...segmentsIn(rules)]
}

const rules: readonly MemberRule[] = [
  { kind: 'flag', at: ['flags'], schema: LdFlag, uses: usesOf },
  { kind: 'segment', at: ['segments'], schema: LdSegment, uses: usesOf },
]

export const readLdConfig = (file: string, value: unknown): ReadMembers<LdConfig> =>
  readMembers(LdConfig, { file, vendor: 'LaunchDarkly', value, rules })
