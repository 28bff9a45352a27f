import type {
  EnvironmentDependents,
  GraphDependentsInput,
  GraphEdge,
} from '../../../shared/features/publishing/schemas/graph.ts'
import { type DependentPath, dependentPathsOf } from '../../../shared/impact/dependent-paths.ts'
import { graphOf } from '../../../shared/impact/graph.ts'
import { limits } from '../../../shared/limits.ts'
import { promiseSentence } from '../../../shared/text/promise/promise-sentence.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironments } from '../../platform/kernel/scope.ts'
import { referencesLeadingTo } from './graph-queries.ts'
import { invariantsNaming } from './invariant-queries.ts'
import { headsOf } from './queries.ts'
import { documentsOf } from './read-dependency-graph.ts'

/**
 * Lists what depends on a flag or segment in each environment, shortest paths first. Environments without dependents
 * are omitted. Dependents and enforced promises prevent archiving.
 */
export async function listDependents(
  ctx: ProjectCtx,
  { focus }: Pick<GraphDependentsInput, 'focus'>,
): Promise<EnvironmentDependents[]> {
  const all: EnvironmentDependents[] = []
  for (const environment of await proveEnvironments(ctx.db, ctx.project)) {
    const hanging = await dependentsIn(ctx, environment, focus)
    if (hanging.paths.length + hanging.promises.length > 0) all.push(hanging)
  }
  return all
}

async function dependentsIn(
  { db }: ProjectCtx,
  environment: ProvenEnvironment,
  focus: GraphDependentsInput['focus'],
): Promise<EnvironmentDependents> {
  const references = await referencesLeadingTo(db, environment, [focus])
  const edges = references.map(
    ({ kind, key, toKind, toKey }): GraphEdge => ({
      from: { kind, key },
      to: { kind: toKind, key: toKey },
      kind: toKind === 'segment' ? 'segment' : 'asks',
    }),
  )
  const paths = dependentPathsOf({ things: [], edges }, [focus])
  const told = paths.slice(0, limits.hangingPaths)
  const users = [...new Map(told.flat().map(({ from }) => [`${from.kind} ${from.key}`, from])).values()]
  // Safe cast: references start at a flag or a segment.
  const heads = await headsOf(db, environment, users as GraphDependentsInput['focus'][])
  const known = graphOf(documentsOf(heads)).edges
  return {
    environment: environment.key,
    paths: told.map((path) => withKinds(path, known)),
    more: paths.length - told.length,
    promises: await invariantsBlockingArchive(db, environment, focus),
  }
}

/** Promises that prevent archiving a flag. Its own examples do not, because they become inactive with it. */
async function invariantsBlockingArchive(
  db: ProjectCtx['db'],
  environment: ProvenEnvironment,
  focus: GraphDependentsInput['focus'],
) {
  if (focus.kind !== 'flag') return []
  const found = await invariantsNaming(db, environment, { subjects: [focus] })
  return found.flatMap(({ key, name, statement, force, flag }) =>
    force === 'refuses' && flag !== focus.key ? [{ key, name, sentence: promiseSentence(statement) }] : [],
  )
}

/** Adds to each step of a path the kind of reference that the documents show. */
const withKinds = (path: DependentPath, known: readonly GraphEdge[]): GraphEdge[] =>
  path.map(
    (edge) =>
      known.find(
        ({ from, to }) =>
          from.kind === edge.from.kind &&
          from.key === edge.from.key &&
          to.kind === edge.to.kind &&
          to.key === edge.to.key,
      ) ?? edge,
  )
