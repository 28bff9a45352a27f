import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { byField, list, record } from '../../../schemas/bounded.ts'
import { FlagDocument, FlagType, Rule } from '../../../schemas/flag.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { SegmentDocument } from '../../../schemas/segment.ts'
import { Permanence, Tag, ValueSchema } from '../../flags/schemas/flag-view.ts'
import { Description } from '../../projects/schemas/project.ts'

/** Names are looked at where they are given anew; a file may hold one that was given before. */
const name = z.string().trim().min(1).max(limits.nameLength)

/** A rule as a file has it: which run measures it, the environment knows. */
export const FiledRule = Rule.omit({ run: true })

/** A flag in one environment, as its file has it. What is the same in all of them stands above, and is left out here. */
export const FiledState = FlagDocument.omit({ key: true, type: true }).extend({
  variants: FlagDocument.shape.variants.optional(),
  prerequisites: FlagDocument.shape.prerequisites.default([]),
  rules: list(FiledRule).max(limits.rulesPerFlag).default([]),
  salt: FlagDocument.shape.salt.optional(),
  visibleToClients: z.boolean().optional(),
})
export type FiledState = z.infer<typeof FiledState>

/** A flag in a file: what its project knows of it, and how it stands in each environment that the file speaks of. */
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
  /** What divides its users; without one it keeps the one it has, and a new flag gets one. */
  salt: FlagDocument.shape.salt.optional(),
  environments: record(ScopeKey, FiledState).default({}),
})
export type FiledFlag = z.infer<typeof FiledFlag>

/** A segment in one environment, as its file has it. */
export const FiledAudience = SegmentDocument.omit({ key: true }).extend({
  included: SegmentDocument.shape.included.default([]),
  excluded: SegmentDocument.shape.excluded.default([]),
  when: SegmentDocument.shape.when.default(null),
})
export type FiledAudience = z.infer<typeof FiledAudience>

/** A segment in a file. */
export const FiledSegment = z.strictObject({
  segment: Key,
  name,
  description: Description.default(''),
  environments: record(ScopeKey, FiledAudience).default({}),
})
export type FiledSegment = z.infer<typeof FiledSegment>

/** What one file holds: `flag` or `segment` says which, and its key. */
export const Filed = byField({ flag: FiledFlag, segment: FiledSegment })
export type Filed = FiledFlag | FiledSegment
