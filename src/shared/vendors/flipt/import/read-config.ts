import { isFields, listed } from '../../importing/assembly.ts'
import { type MemberRule, type ReadMembers, type Reference, readMembers } from '../../importing/read-members.ts'
import { FliptConfig, FliptFlag, FliptSegment } from './config.ts'

const keysIn = (ref: unknown): unknown[] => {
  if (Array.isArray(ref)) return ref as unknown[]
  if (!isFields(ref)) return ref == null ? [] : [ref]
  return [...keysIn(ref['key']), ...keysIn(ref['keys'])]
}

const usesOf = (flag: unknown): Reference[] =>
  [...listed(isFields(flag) ? flag['rules'] : undefined), ...listed(isFields(flag) ? flag['rollouts'] : undefined)]
    .flatMap(({ segment, segments }) => [...keysIn(segment), ...keysIn(segments)])
    .map((key): Reference => ({ kind: 'segment', theirs: String(key) }))

const rules: readonly MemberRule[] = [
  { kind: 'flag', at: ['flags'], schema: FliptFlag, uses: usesOf },
  { kind: 'segment', at: ['segments'], schema: FliptSegment },
]

export const readFliptConfig = (file: string, value: unknown): ReadMembers<FliptConfig> =>
  readMembers(FliptConfig, { file, vendor: 'Flipt', value, rules })
