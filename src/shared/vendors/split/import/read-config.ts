import { isFields, listed } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { SplitConfig, SplitDefinition } from './config.ts'

const usesOf = (split: unknown): Reference[] => {
  if (!isFields(split)) return []
  const required = listed(split['prerequisites']).map(({ n }) => n)
  const asked = listed(split['conditions'])
    .flatMap(({ matcherGroup }) => listed(isFields(matcherGroup) ? matcherGroup['matchers'] : undefined))
    .flatMap(({ dependencyMatcherData: data }) => (isFields(data) ? [data['split']] : []))
  return [...required, ...asked].map((name): Reference => ({ kind: 'flag', theirs: String(name) }))
}

const rules: readonly MemberRule[] = [{ kind: 'flag', at: ['splits'], schema: SplitDefinition, uses: usesOf }]

export const readSplitConfig = (file: string, value: unknown): ReadMembers<SplitConfig> =>
  readMembers(SplitConfig, { file, vendor: 'Split', value, rules })
