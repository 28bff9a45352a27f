import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { FlagType } from '../../../schemas/flag.ts'
import { Key } from '../../../schemas/keys.ts'
import { Serve } from '../../../schemas/split.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'
import { Force } from '../../promises/schemas/promise.ts'

/** A flag, a segment, a promise by its key, or an attribute by its path. */
export const GraphThing = z.strictObject({
  kind: z.enum(['flag', 'segment', 'attribute', 'promise']),
  key: z.string().min(1).max(limits.valueLength),
})
export type GraphThing = z.infer<typeof GraphThing>

/** A flag `requires` another, or `asks` one in a condition; it uses a `segment`; it `reads` an attribute. A promise is `about` what it names. */
export const GraphEdge = z.strictObject({
  from: GraphThing,
  to: GraphThing,
  kind: z.enum(['requires', 'asks', 'segment', 'reads', 'about']),
})
export type GraphEdge = z.infer<typeof GraphEdge>

/** A variant of a flag; `on` where it is the value true of a boolean flag. */
const GraphVariant = z.strictObject({ key: z.string(), on: z.boolean() })

/** One thing of a picture, and what it is in this environment; null where it is not there. */
export const GraphNode = GraphThing.extend({
  flag: z
    .strictObject({ on: z.boolean(), type: FlagType, variants: list(GraphVariant), rules: z.int(), serve: Serve })
    .nullable(),
  segment: z.strictObject({ included: z.int(), excluded: z.int(), condition: z.boolean() }).nullable(),
  promise: z.strictObject({ name: z.string(), sentence: z.string(), force: Force }).nullable(),
})
export type GraphNode = z.infer<typeof GraphNode>

/** `more`: how many things there are beyond those that are told. */
export const GraphView = z.strictObject({ nodes: list(GraphNode), edges: list(GraphEdge), more: z.int().min(0) })
export type GraphView = z.infer<typeof GraphView>

/** Around one thing, as far as `depth` edges. */
export const GraphAroundInput = InEnvironment.extend({
  focus: GraphThing,
  depth: z.int().min(1).max(limits.graphDepth).default(1),
})
export type GraphAroundInput = z.output<typeof GraphAroundInput>

export const GraphHangingInput = InProject.extend({
  focus: z.strictObject({ kind: z.enum(['flag', 'segment']), key: Key }),
})
export type GraphHangingInput = z.output<typeof GraphHangingInput>

/**
 * What leads to one thing in an environment, each by its shortest way, the shortest ways first; and the promises that refuse
 * and are about it there.
 */
export const Hanging = z.strictObject({
  environment: z.string(),
  paths: list(list(GraphEdge)),
  more: z.int().min(0),
  promises: list(z.strictObject({ key: Key, name: z.string(), sentence: z.string() })),
})
export type Hanging = z.infer<typeof Hanging>
