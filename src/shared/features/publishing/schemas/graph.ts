import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { FlagType } from '../../../schemas/flag.ts'
import { Key } from '../../../schemas/keys.ts'
import { Serve } from '../../../schemas/split.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'
import { InvariantEnforcement } from '../../promises/schemas/promise.ts'

/** A node's identity: a flag, segment or promise by its key, or an attribute by its path. */
export const GraphNodeId = z.strictObject({
  kind: z.enum(['flag', 'segment', 'attribute', 'promise']),
  key: z.string().min(1).max(limits.valueLength),
})
export type GraphNodeId = z.infer<typeof GraphNodeId>

/**
 * A flag `requires` another flag, or `asks` for it in a condition. It uses a `segment` and `reads` an attribute. A
 * promise is `about` its subjects.
 */
export const GraphEdge = z.strictObject({
  from: GraphNodeId,
  to: GraphNodeId,
  kind: z.enum(['requires', 'asks', 'segment', 'reads', 'about']),
})
export type GraphEdge = z.infer<typeof GraphEdge>

/** A variant of a flag. `on` is true for the value true of a boolean flag. */
const GraphVariant = z.strictObject({ key: z.string(), on: z.boolean() })

/** A node and its state in this environment. Null if it does not exist there. */
export const GraphNode = GraphNodeId.extend({
  flag: z
    .strictObject({ on: z.boolean(), type: FlagType, variants: list(GraphVariant), rules: z.int(), serve: Serve })
    .nullable(),
  segment: z.strictObject({ included: z.int(), excluded: z.int(), condition: z.boolean() }).nullable(),
  promise: z.strictObject({ name: z.string(), sentence: z.string(), force: InvariantEnforcement }).nullable(),
})
export type GraphNode = z.infer<typeof GraphNode>

/** `more`: the number of nodes that are not included. */
export const GraphView = z.strictObject({ nodes: list(GraphNode), edges: list(GraphEdge), more: z.int().min(0) })
export type GraphView = z.infer<typeof GraphView>

/** The neighborhood of one node, up to `depth` edges away. */
export const GraphNeighborhoodInput = InEnvironment.extend({
  focus: GraphNodeId,
  depth: z.int().min(1).max(limits.graphDepth).default(1),
})
export type GraphNeighborhoodInput = z.output<typeof GraphNeighborhoodInput>

export const GraphDependentsInput = InProject.extend({
  focus: z.strictObject({ kind: z.enum(['flag', 'segment']), key: Key }),
})
export type GraphDependentsInput = z.output<typeof GraphDependentsInput>

/**
 * The dependents of one subject in an environment, each with its shortest path, shortest paths first. Also the enforced
 * promises about it.
 */
export const EnvironmentDependents = z.strictObject({
  environment: z.string(),
  paths: list(list(GraphEdge)),
  more: z.int().min(0),
  promises: list(z.strictObject({ key: Key, name: z.string(), sentence: z.string() })),
})
export type EnvironmentDependents = z.infer<typeof EnvironmentDependents>
