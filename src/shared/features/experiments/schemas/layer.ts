import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { Instant, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { RunNumber } from '../../runs/schemas/run.ts'

/** A range of a layer's line: `[from, to)`, in units of 0.001 %. */
export const Stretch = z.strictObject({
  from: z.int().min(0).max(limits.weightUnits),
  to: z.int().min(0).max(limits.weightUnits),
})
export type Stretch = z.infer<typeof Stretch>

/** A bucketing line on which experiments hold ranges that do not overlap, so that no user is in two of them. */
export const Layer = z.strictObject({
  key: ScopeKey,
  name: z.string(),
  /** The attribute that identifies users. Null is the targeting key. */
  by: z.string().nullable(),
  createdAt: Instant,
  /** The held ranges, by environment and from left to right. */
  held: list(Stretch.extend({ environment: ScopeKey, run: RunNumber, experiment: ScopeKey })),
})
export type Layer = z.infer<typeof Layer>

export const CreateLayerInput = InProject.extend({
  key: ScopeKey,
  name: Name,
  by: z.string().min(1).max(limits.valueLength).nullable().default(null),
})
export type CreateLayerInput = z.input<typeof CreateLayerInput>

export const LayerReference = InProject.extend({ layer: ScopeKey })
export type LayerReference = z.infer<typeof LayerReference>
