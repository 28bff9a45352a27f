import { isFields, listed } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { GbConfig, GbFeature } from './config.ts'

const usesOf = (feature: unknown): Reference[] =>
  listed(isFields(feature) ? feature['rules'] : undefined)
    .flatMap(({ parentConditions }) => listed(parentConditions))
    .map(({ id }): Reference => ({ kind: 'flag', theirs: String(id) }))

const rules: readonly MemberRule[] = [{ kind: 'flag', at: ['features'], schema: GbFeature, uses: usesOf }]

export const readGbConfig = (file: string, value: unknown): ReadMembers<GbConfig> =>
  readMembers(GbConfig, { file, vendor: 'GrowthBook', value, rules })
