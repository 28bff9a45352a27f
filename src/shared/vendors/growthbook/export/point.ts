import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { isAscii } from '../../exporting/leaf.ts'
import { isPrototypeName, notReadable } from '../../exporting/unreadable-reason.ts'
import { keyPath } from './path.ts'

/** The bucketing of an experiment or rollout: a seed, the hashed attribute, and the version of the hash. */
export type GbPoint = { readonly seed: string; readonly attribute: string; readonly hashVersion: 1 | 2 }

const versions = [
  { hashVersion: 1, algorithm: 'fnv1a-32', of: 1_000 },
  { hashVersion: 2, algorithm: 'fnv1a-32-twice', of: 10_000 },
] as const

/** Converts an imported bucketing point back. SDKs of other languages hash non-ASCII text differently. */
export const readPoint = ({ unit, hash, norm, noUnit }: ExtendedPoint, scope: FlagScope): GbPoint => {
  const version = versions.find(({ algorithm }) => algorithm === hash.algorithm) ?? notReadable('split-hash')
  const { hashVersion, of } = version
  const parts = hashVersion === 1 ? [...unit.parts].reverse() : unit.parts
  const [literal, attribute, ...more] = parts
  const isTheirs =
    noUnit === undefined &&
    unit.join === undefined &&
    unit.requires === undefined &&
    more.length === 0 &&
    hash.seed === undefined &&
    hash.hex === undefined &&
    norm.kind === 'mod' &&
    norm.mod === of &&
    norm.div === of &&
    norm.add === undefined
  if (!isTheirs || literal === undefined || !('literal' in literal)) return notReadable('other-vendor')
  if (attribute === undefined || !('attribute' in attribute)) return notReadable('other-vendor')
  const { attribute: read, presence, str, ...fields } = attribute
  if (presence !== 'truthy' || str !== 'js' || Object.values(fields).some((field) => field !== undefined))
    return notReadable('other-vendor')
  const by = hashedAttribute(JSON.stringify(read)) ?? notReadable('other-vendor')
  if (isPrototypeName(by)) return notReadable('attribute-name', by)
  if (!isAscii(literal.literal)) return notReadable('non-ascii', literal.literal)
  scope.provisos.add({ kind: 'ascii', attribute: by.replaceAll('\\', '\\\\').replaceAll('.', '\\.') })
  return { seed: literal.literal, attribute: by, hashVersion }
}

/** The hashed attribute, in the form that the importer writes: its name, or `id`. */
const hashedAttribute = (read: string): string | undefined => {
  if (read === '{"firstOf":[["id"],["targetingKey"]],"skip":"falsy"}') return keyPath
  const { firstOf } = JSON.parse(read) as { firstOf: string[][] }
  const [name] = firstOf[0] ?? []
  return name !== undefined && read === JSON.stringify({ firstOf: [[name]], skip: 'falsy' }) ? name : undefined
}
