import type { GraphEdge, GraphNode, GraphNodeId } from '../../../../shared/features/publishing/schemas/graph.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { servedWords } from '../variants/served.ts'

/** One-letter marks by kind. */
export const kindLetters: Record<GraphNodeId['kind'], string> = {
  flag: 'F',
  segment: 'S',
  attribute: 'A',
  promise: 'P',
}

export const kindWords: Record<GraphNodeId['kind'], string> = {
  flag: 'flag',
  segment: 'segment',
  attribute: 'attribute',
  promise: 'promise',
}

/** Edges described from the dependent’s side. */
export const dependencyWords: Record<GraphEdge['kind'], string> = {
  requires: 'requires',
  asks: 'asks',
  segment: 'uses',
  reads: 'reads',
  about: 'is about',
}

/** Edges described from the dependency’s side. */
export const dependentWords: Record<GraphEdge['kind'], string> = {
  requires: 'required by',
  asks: 'asked by',
  segment: 'used by',
  reads: 'read by',
  about: 'promised by',
}

export const nameOf = ({ key, promise }: GraphNode): string => promise?.name ?? key

/** State in the environment: `off`, `on 43%`, `3 rules`, `84 keys`, `attribute`. */
export const stateWords = ({ kind, flag, segment, promise }: GraphNode): string => {
  if (kind === 'promise') return promise === null ? 'not here' : promise.force
  if (kind === 'attribute') return 'attribute'
  if (kind === 'segment') {
    if (segment === null) return 'not here'
    if (segment.condition || segment.included === 0) return 'segment'
    return counted(segment.included, 'key')
  }
  if (flag === null) return 'not here'
  if (!flag.on) return 'off'
  if (flag.rules > 0) return counted(flag.rules, 'rule')
  const [first] = servedWords(flag.serve) ?? []
  return first === undefined ? 'on' : `${first.variant} ${first.share}`.trim()
}
