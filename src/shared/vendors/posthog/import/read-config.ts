import { isFields } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { PhConfig, PhFlag, PhGroup } from './config.ts'

/** The cohorts and flags that a flag or cohort refers to, at any depth. */
const usesOf = (node: unknown): Reference[] => {
  if (Array.isArray(node)) return node.flatMap(usesOf)
  if (!isFields(node)) return []
  if (node['type'] === 'cohort') {
    const { value } = node
    const ids = Array.isArray(value) ? (value as unknown[]) : [value]
    return ids.map((id): Reference => ({ kind: 'segment', theirs: String(id) }))
  }
  if (node['type'] === 'flag') return [{ kind: 'flag', theirs: String(node['key']) }]
  return Object.values(node).flatMap(usesOf)
}

const rules: readonly MemberRule[] = [
  { kind: 'flag', at: ['flags'], schema: PhFlag, uses: usesOf },
  { kind: 'segment', at: ['cohorts'], schema: PhGroup, uses: usesOf },
]

export const readPhConfig = (file: string, value: unknown): ReadMembers<PhConfig> =>
  readMembers(PhConfig, { file, vendor: 'PostHog', value, rules })
