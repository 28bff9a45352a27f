import { type MemberRule, type ReadMembers, readMembers } from '../../importing/read-members.ts'
import { GoffConfig, GoffFlag } from './config.ts'

const rules: readonly MemberRule[] = [{ kind: 'flag', at: [], schema: GoffFlag }]

export const readGoffConfig = (file: string, value: unknown): ReadMembers<GoffConfig> =>
  readMembers(GoffConfig, { file, vendor: 'GO Feature Flag', value, rules })
