import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { byField, list, record } from '../../../schemas/bounded.ts'
import { FlagDocument, FlagType, Rule } from '../../../schemas/flag.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { SegmentDocument } from '../../../schemas/segment.ts'
import { Permanence, Tag, ValueSchema } from '../../flags/schemas/flag-view.ts'
import { Description } from '../../projects/schemas/project.ts'

/** Names are validated when they are set. A file may contain an older name that would no longer be accepted. */
const name = z.string().trim().min(1).max(limits.nameLength)

/** A rule in a file. `run` is omitted: the environment knows which run measures a rule. */
export const FiledRule = Rule.omit({ run: true })

/**
 * A flag in one environment of its file. Values that are the same in all environments are stated once at the top level
 * and omitted here.
 */
export const FiledState = FlagDocument.omit({ key: true, type: true }).extend({
  variants: FlagDocument.shape.variants.optional(),
  prerequisites: FlagDocument.shape.prerequisites.default([]),
  rules: list(FiledRule).max(limits.rulesPerFlag).default([]),
  salt: FlagDocument.shape.salt.optional(),
  visibleToClients: z.boolean().optional(),
})
export type FiledState = z.infer<typeof FiledState>

/** A flag file: the flag's properties, and its state in each environment that the file covers. */
export const FiledFlag = z.strictObject({
  flag: Key,
  name,
  description: Description.default(''),
  type: FlagType,
  permanence: Permanence.default('temporary'),
  expectedEnd: Instant.nullable().default(null),
  tags: list(Tag).max(limits.tagsPerFlag).default([]),
  schema: ValueSchema.nullable().default(null),
  visibleToClients: z.boolean().default(false),
  variants: record(Key, Json).optional(),
  /** The salt of percentage rollouts. If omitted, an existing flag keeps its salt and a new flag gets one. */
  salt: FlagDocument.shape.salt.optional(),
  environments: record(ScopeKey, FiledState).default({}),
})
export type FiledFlag = z.infer<typeof FiledFlag>

/** A segment in one environment of its file. */
export const FiledAudience = SegmentDocument.omit({ key: true }).extend({
  included: SegmentDocument.shape.included.default([]),
  excluded: SegmentDocument.shape.excluded.default([]),
  when: SegmentDocument.shape.when.default(null),
})
export type FiledAudience = z.infer<typeof FiledAudience>

export const FiledSegment = z.strictObject({
  segment: Key,
  name,
  description: Description.default(''),
  environments: record(ScopeKey, FiledAudience).default({}),
})
export type FiledSegment = z.infer<typeof FiledSegment>

/** The content of one file. `flag` or `segment` contains the key and says which it is. */
export const FlagFileContent = byField({ flag: FiledFlag, segment: FiledSegment })
export type FlagFileContent = FiledFlag | FiledSegment
