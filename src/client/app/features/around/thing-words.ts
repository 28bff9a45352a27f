import type { GraphEdge, GraphNode, GraphThing } from '../../../../shared/features/publishing/schemas/graph.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { servedWords } from '../variants/served.ts'

/** What a kind of thing is marked with. */
export const letters: Record<GraphThing['kind'], string> = { flag: 'F', segment: 'S', attribute: 'A', promise: 'P' }

export const kindWords: Record<GraphThing['kind'], string> = {
  flag: 'flag',
  segment: 'segment',
  attribute: 'attribute',
  promise: 'promise',
}

/** An edge as a verb of what asks. */
export const asksWords: Record<GraphEdge['kind'], string> = {
  requires: 'requires',
  asks: 'asks',
  segment: 'uses',
  reads: 'reads',
  about: 'is about',
}

/** The same, told of what is asked. */
export const askedWords: Record<GraphEdge['kind'], string> = {
  requires: 'required by',
  asks: 'asked by',
  segment: 'used by',
  reads: 'read by',
  about: 'promised by',
}

/** What a thing is called where there is little room. */
export const nameOf = ({ key, promise }: GraphNode): string => promise?.name ?? key

/** What a thing is in the environment: `off`, `on 43%`, `3 rules`, `84 keys`, `attribute`. */
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
