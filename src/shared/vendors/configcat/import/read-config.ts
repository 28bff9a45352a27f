import { isFields, listed } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { CcConfig, CcSegment, CcSetting } from './config.ts'

/** Conditions refer to segments by index, so an unreadable segment keeps its position. */
const rulesFor = (value: unknown): readonly MemberRule[] => {
  const segments: readonly unknown[] = isFields(value) && Array.isArray(value['s']) ? (value['s'] as unknown[]) : []
  const nameOf = (segment: unknown, i: number): string => {
    const name = isFields(segment) ? segment['n'] : undefined
    return typeof name === 'string' && name !== '' ? name : `s[${i}]`
  }
  const usesOf = (setting: unknown): Reference[] =>
    listed(isFields(setting) ? setting['r'] : undefined)
      .flatMap(({ c }) => listed(c))
      .flatMap(({ p, s }): Reference[] => {
        const flag: Reference[] = isFields(p) ? [{ kind: 'flag', theirs: String(p['f']) }] : []
        const at = isFields(s) ? Number(s['s']) : -1
        return at in segments ? [...flag, { kind: 'segment', theirs: nameOf(segments[at], at) }] : flag
      })
  return [
    { kind: 'flag', at: ['f'], schema: CcSetting, uses: usesOf },
    {
      kind: 'segment',
      at: ['s'],
      schema: CcSegment,
      keyOf: (segment) => (isFields(segment) ? segment['n'] : undefined),
      placeholder: (theirs) => ({ n: theirs, r: [] }),
    },
  ]
}

export const readCcConfig = (file: string, value: unknown): ReadMembers<CcConfig> =>
  readMembers(CcConfig, { file, vendor: 'ConfigCat', value, rules: rulesFor(value) })
