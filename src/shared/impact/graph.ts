import { referencesOf } from '../datafile/references.ts'
import type { GraphEdge, GraphNodeId } from '../features/publishing/schemas/graph.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { attributesRead } from './attributes-read.ts'

export interface Graph {
  readonly things: readonly GraphNodeId[]
  /** Edges from the referring to the referenced node. */
  readonly edges: readonly GraphEdge[]
}

/** Documents by kind and key, of one environment or a part of it. */
export interface Documents {
  readonly flags: Readonly<Record<string, FlagDocument>>
  readonly segments: Readonly<Record<string, SegmentDocument>>
}

/** Returns a text that identifies a node. */
export const placeOf = ({ kind, key }: GraphNodeId): string => `${kind} ${key}`

/**
 * Builds the graph of flags, segments and the attributes they read. A flag *requires* another, *asks* one in a
 * condition, uses a *segment*, and *reads* an attribute. Referenced nodes are included even if their documents are
 * missing.
 */
export const graphOf = ({ flags, segments }: Documents): Graph => {
  const things = new Map<string, GraphNodeId>()
  const edges: GraphEdge[] = []
  const note = ({ kind, key }: GraphNodeId): GraphNodeId => {
    const thing = { kind, key }
    const known = things.get(placeOf(thing))
    if (known !== undefined) return known
    things.set(placeOf(thing), thing)
    return thing
  }
  const draw = (from: GraphNodeId, document: FlagDocument | SegmentDocument) => {
    const prerequisites = 'prerequisites' in document ? document.prerequisites : []
    for (const key of new Set(prerequisites.map(({ flag }) => flag)))
      edges.push({ from, to: note({ kind: 'flag', key }), kind: 'requires' })
    for (const named of referencesOf('prerequisites' in document ? { ...document, prerequisites: [] } : document))
      edges.push({ from, to: note(named), kind: named.kind === 'segment' ? 'segment' : 'asks' })
    for (const key of attributesRead(document))
      edges.push({ from, to: note({ kind: 'attribute', key }), kind: 'reads' })
  }
  for (const [key, document] of Object.entries(flags)) draw(note({ kind: 'flag', key }), document)
  for (const [key, document] of Object.entries(segments)) draw(note({ kind: 'segment', key }), document)
  return { things: [...things.values()], edges }
}
