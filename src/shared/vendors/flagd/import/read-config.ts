import { type MemberRule, type ReadMembers, readMembers } from '../../importing/read-members.ts'
import { FlagdConfig, FlagdFlag } from './config.ts'

const rules: readonly MemberRule[] = [{ kind: 'flag', at: ['flags'], schema: FlagdFlag }]

export const readFlagdConfig = (file: string, value: unknown): ReadMembers<FlagdConfig> =>
  readMembers(FlagdConfig, { file, vendor: 'flagd', value, rules })
