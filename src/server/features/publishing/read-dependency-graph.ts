import type {
  GraphEdge,
  GraphNeighborhoodInput,
  GraphNode,
  GraphNodeId,
  GraphView,
} from '../../../shared/features/publishing/schemas/graph.ts'
import { attributesRead } from '../../../shared/impact/attributes-read.ts'
import { graphOf } from '../../../shared/impact/graph.ts'
import { connectedNodesIn, type GraphPart, neighborhoodIn } from '../../../shared/impact/neighborhood.ts'
import { limits } from '../../../shared/limits.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { allReferences, headsContainingText, referencesOfSubjects } from './graph-queries.ts'
import { invariantsNaming } from './invariant-queries.ts'
import { headsOf } from './queries.ts'
import type { Subject } from './subject-queries.ts'

type Reference = { kind: Subject['kind']; key: string; toKind: Subject['kind']; toKey: string }
type Heads = Awaited<ReturnType<typeof headsOf>>

type InvariantReference = Awaited<ReturnType<typeof invariantsNaming>>[number]

/**
 * Returns everything connected to a flag, segment, promise or attribute of the environment within `depth` references. A
 * missing subject is returned alone.
 */
export async function readDependencyGraph(
  ctx: EnvironmentCtx,
  { focus, depth }: Pick<GraphNeighborhoodInput, 'focus' | 'depth'>,
): Promise<GraphView> {
  const { db, environment } = ctx
  const promises = new Map<string, InvariantReference>()
  const edges: GraphEdge[] = []
  const note = (found: readonly InvariantReference[]) => {
    for (const one of found.filter(({ key }) => !promises.has(key))) {
      promises.set(one.key, one)
      edges.push(...edgesOfPromise(one))
    }
  }
  if (focus.kind === 'attribute') edges.push(...(await readersOf(ctx, focus)))
  if (focus.kind === 'promise') note(await invariantsNaming(db, environment, { keys: [focus.key] }))
  // for these two, the first step is already done
  const isMade = focus.kind === 'attribute' || focus.kind === 'promise'
  let ring: readonly GraphNodeId[] = isMade ? edges.flatMap(({ from, to }) => [from, to]) : [focus]
  const reached = new Set<string>()
  for (let step = isMade ? 1 : 0; step < depth; step += 1) {
    const fresh = ring.filter(isSubject).filter(({ kind, key }) => !reached.has(`${kind} ${key}`))
    if (fresh.length === 0) break
    for (const { kind, key } of fresh) reached.add(`${kind} ${key}`)
    const found = (await referencesOfSubjects(db, environment, fresh)).map(edgeOf)
    edges.push(...found)
    note(await invariantsNaming(db, environment, { subjects: fresh }))
    ring = [...found, ...[...promises.values()].flatMap(edgesOfPromise)].flatMap(({ from, to }) => [from, to])
  }
  const part = neighborhoodIn({ things: [], edges }, focus, depth, limits.graphNodes)
  const heads = await headsOf(db, environment, part.things.filter(isSubject))
  const promised = [...promises.values()].flatMap(edgesOfPromise)
  const graph = graphOf(documentsOf(heads))
  const whole = neighborhoodIn({ ...graph, edges: [...graph.edges, ...promised] }, focus, depth, limits.graphNodes)
  return viewOf({ ...whole, more: whole.more + part.more }, heads, promises)
}

const isSubject = (thing: GraphNodeId): thing is Subject => thing.kind === 'flag' || thing.kind === 'segment'

const edgesOfPromise = ({ key, names }: InvariantReference): GraphEdge[] =>
  names.map((to) => ({ from: { kind: 'promise', key }, to, kind: 'about' }))

/**
 * Returns the connected flags and segments of the environment with their promises. If there are too many, those with
 * the most connections.
 */
export async function readWholeDependencyGraph({ db, environment }: EnvironmentCtx): Promise<GraphView> {
  const edges = (await allReferences(db, environment)).map(edgeOf)
  const tied = edges.flatMap(({ from, to }) => [from, to]).filter(isSubject)
  const found = await invariantsNaming(db, environment, { subjects: tied })
  const promises = new Map(found.map((one) => [one.key, one]))
  const promised = found.flatMap(edgesOfPromise)
  const part = connectedNodesIn({ things: [], edges: [...edges, ...promised] }, limits.graphNodes)
  const heads = await headsOf(db, environment, part.things.filter(isSubject))
  const graph = graphOf(documentsOf(heads))
  const places = new Set(part.things.map(({ kind, key }) => `${kind} ${key}`))
  const among = ({ from, to }: GraphEdge) =>
    places.has(`${from.kind} ${from.key}`) && places.has(`${to.kind} ${to.key}`)
  return viewOf({ ...part, edges: [...graph.edges, ...promised].filter(among) }, heads, promises)
}

async function readersOf({ db, environment }: EnvironmentCtx, focus: GraphNodeId): Promise<GraphEdge[]> {
  const heads = await headsContainingText(db, environment, focus.key)
  return heads.flatMap(({ kind, key, document }) =>
    attributesRead(document).includes(focus.key) ? [{ from: { kind, key }, to: focus, kind: 'reads' as const }] : [],
  )
}

/** The kind of reference is refined later from the documents. */
const edgeOf = ({ kind, key, toKind, toKey }: Reference): GraphEdge => ({
  from: { kind, key },
  to: { kind: toKind, key: toKey },
  kind: toKind === 'segment' ? 'segment' : 'asks',
})

export function documentsOf(heads: readonly Pick<Heads[number], 'kind' | 'key' | 'document'>[]) {
  const flags: Record<string, FlagDocument> = {}
  const segments: Record<string, SegmentDocument> = {}
  for (const { kind, key, document } of heads) {
    // Safe cast: a head's document has the head's kind.
    if (kind === 'flag') flags[key] = document as FlagDocument
    else segments[key] = document as SegmentDocument
  }
  return { flags, segments }
}

function viewOf(
  { things, edges, more }: GraphPart,
  heads: Heads,
  promises: ReadonlyMap<string, InvariantReference>,
): GraphView {
  const { flags, segments } = documentsOf(heads)
  const own = <T>(record: Readonly<Record<string, T>>, key: string) => (Object.hasOwn(record, key) ? record[key] : null)
  const nodeOf = ({ kind, key }: GraphNodeId): GraphNode => ({
    kind,
    key,
    flag: kind === 'flag' ? stateOf(own(flags, key) ?? null) : null,
    segment: kind === 'segment' ? sizeOf(own(segments, key) ?? null) : null,
    promise: kind === 'promise' ? saysOf(promises.get(key)) : null,
  })
  return { nodes: things.map(nodeOf), edges: [...edges], more }
}

const stateOf = (document: FlagDocument | null): GraphNode['flag'] =>
  document && {
    on: document.on,
    type: document.type,
    variants: Object.entries(document.variants).map(([key, value]) => ({ key, on: value === true })),
    rules: document.rules.length,
    serve: document.otherwise,
  }

const sizeOf = (document: SegmentDocument | null): GraphNode['segment'] =>
  document && {
    included: document.included.length,
    excluded: document.excluded.length,
    condition: document.when !== null,
  }

const saysOf = (promise: InvariantReference | undefined): GraphNode['promise'] =>
  promise === undefined
    ? null
    : { name: promise.name, sentence: promiseSentence(promise.statement), force: promise.force }
