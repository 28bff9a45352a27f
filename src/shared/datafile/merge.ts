import type { FlagDocument, Rule } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import {
  type Choices,
  chooser,
  type FieldClash,
  type FieldMerge,
  fields,
  list,
  record,
  set,
  whole,
} from './merge-field.ts'

type MergesOf<T> = { [field in keyof Required<T>]: FieldMerge }

const rule: MergesOf<Rule> = {
  id: whole,
  name: whole,
  when: whole,
  serve: whole,
  run: whole,
  pre: whole,
  sticky: whole,
  onUnknown: whole,
  gate: whole,
  onGateMiss: whole,
}

const flag: MergesOf<FlagDocument> = {
  key: whole,
  type: whole,
  on: whole,
  variants: record(whole),
  offVariant: whole,
  prerequisites: list('flag', whole),
  rules: list('id', fields(rule)),
  otherwise: whole,
  salt: whole,
  visibleToClients: whole,
  order: whole,
  hashKey: whole,
  outputs: record(whole),
  requires: whole,
  off: whole,
}

const segment: MergesOf<SegmentDocument> = { key: whole, included: set, excluded: set, when: whole }

const documents = { flag: fields(flag), segment: fields(segment) }
type Documents = { flag: FlagDocument; segment: SegmentDocument }

/**
 * The result of a merge. If there are clashes, the document contains theirs in those places, and is for display only.
 */
export type Merge<T> = { document: T; clashes: FieldClash[] }

/**
 * Merges one document field by field (three-way). A field that only one side changed since `base` is taken from that
 * side. Rules are matched by id, prerequisites by flag, variants by key, and segment members one by one; moves and
 * edits are combined.
 * Two different changes of one field clash, unless `choices` names a side for its path. Null means that the document
 * does not exist.
 */
export function merge<K extends keyof Documents, D extends Documents[K] | null>(
  kind: K,
  base: D,
  theirs: D,
  yours: D,
  choices: Choices = {},
): Merge<D> {
  const clashes: FieldClash[] = []
  const document = documents[kind]({ base, theirs, yours }, [], chooser(choices, clashes))
  // Safe cast: every field comes from one of three documents of this kind.
  return { document: document as D, clashes }
}
