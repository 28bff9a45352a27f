import type { z } from 'zod'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { referencesOf } from '../../../shared/datafile/references.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AsOfInput } from '../../../shared/features/publishing/schemas/history.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { referencesLeadingTo } from './graph-queries.ts'
import {
  createdAtOf,
  type DatedDocument,
  documentsAt,
  findRevision,
  headNumberOf,
  revisionAt,
} from './history-queries.ts'
import { pastDocuments } from './past-documents.ts'
import type { Subject } from './subject-queries.ts'

type AsOfTime = Pick<z.output<typeof AsOfInput>, 'revision' | 'at'>
type AsOfSubjects = Pick<z.output<typeof AsOfInput>, 'subjects' | 'dependents'>

/**
 * Returns the environment's datafile at one of its revisions or at a past time, byte for byte as it was served. With
 * subjects, contains only these and everything they refer to.
 */
export async function datafileAsOf(ctx: EnvironmentCtx, when: AsOfTime & AsOfSubjects): Promise<Datafile> {
  const { environment, project } = ctx
  const { number, publishedAt, digest } = await revisionAsOf(ctx, when)
  const flags: Record<string, FlagDocument> = {}
  const segments: Record<string, SegmentDocument> = {}
  for (const { kind, key, document } of await documentsAsked(ctx, number, when)) {
    // Safe cast: a subject's document has the subject's kind.
    if (kind === 'flag') flags[key] = document as FlagDocument
    else segments[key] = document as SegmentDocument
  }
  return {
    format: 1,
    project: project.key,
    environment: environment.key,
    revision: number,
    publishedAt: publishedAt.toISOString(),
    digest,
    flags: inOrder(flags),
    segments: inOrder(segments),
  }
}

async function documentsAsked(ctx: EnvironmentCtx, number: number, { subjects, dependents = false }: AsOfSubjects) {
  const { db, environment } = ctx
  if (subjects === undefined) return pastDocuments(db, environment, number)
  const named = dependents ? await referencesLeadingTo(db, environment, subjects) : []
  const found: DatedDocument[] = []
  const asked = new Set<string>()
  // terminates: publishing rejects cycles, and each subject is read only once
  for (let next: readonly Subject[] = [...subjects, ...named]; next.length > 0; ) {
    const fresh = next.filter(({ kind, key }) => !asked.has(`${kind} ${key}`))
    for (const { kind, key } of fresh) asked.add(`${kind} ${key}`)
    const documents = await documentsAt(db, environment, number, fresh)
    found.push(...documents)
    next = documents.flatMap(({ document }) => referencesOf(document))
  }
  return found
}

/** The requested revision: the one named, the newest at that time, or the current one. */
export async function revisionAsOf(ctx: EnvironmentCtx, { revision, at }: AsOfTime) {
  const { db, environment } = ctx
  const number = revision ?? (at === undefined ? await headNumberOf(db, environment) : undefined)
  const row = number === undefined ? await revisionAt(db, environment, new Date(at ?? 0)) : await find(ctx, number)
  return row ?? { number: 0, publishedAt: (await createdAtOf(db, environment)).createdAt, digest: digestOf({}, {}) }
}

async function find({ db, environment }: EnvironmentCtx, number: number) {
  if (number === 0) return undefined
  const row = await findRevision(db, environment, number)
  if (row) return row
  const head = await headNumberOf(db, environment)
  const sentence = `${environment.name} has no revision ${number}. The latest is ${head}.`
  throw new FanionError('revision/not-found', { environment: environment.key, revision: number, head }, sentence)
}

const inOrder = <T>(documents: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(documents).sort(([a], [b]) => (a < b ? -1 : 1)))
