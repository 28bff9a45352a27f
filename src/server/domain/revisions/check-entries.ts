import { refusalOf } from '../../../shared/datafile/problems.ts'
import { referencesOf } from '../../../shared/datafile/references.ts'
import { validateEnvironment } from '../../../shared/datafile/validate-environment.ts'
import { FanionError, type Problem } from '../../../shared/errors/fanion-error.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { Entry } from '../../../shared/schemas/revision.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Tx } from '../../db/pool.ts'
import type { EnvironmentCtx } from '../../kernel/ctx.ts'
import { flagRows, headsOf, segmentRows } from './queries.ts'
import { dependentsOf, reachableFrom } from './reference-queries.ts'

type Documents = { flags: Record<string, FlagDocument>; segments: Record<string, SegmentDocument> }

/**
 * Refuses entries about flags or segments that the project does not have, and documents that break a rule, alone or
 * together with what they refer to and what refers to them. Only that neighbourhood is read, not the environment.
 */
export async function checkEntries(
  ctx: EnvironmentCtx & { readonly db: Tx },
  entries: readonly Entry[],
): Promise<void> {
  const flags = await checkKnown(ctx, entries)
  const schemas = flags.flatMap(({ key, schema }) => (schema === null ? [] : [[key, schema] as const]))
  const keysOf = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind).map((entry) => entry.key)
  const refusal = refusalOf(
    validateEnvironment(await neighbourhood(ctx, entries), {
      changed: { flags: keysOf('flag'), segments: keysOf('segment') },
      // a column of JSON that zod checked when the flag was made
      schemas: Object.fromEntries(schemas) as Record<string, Json>,
    }),
  )
  if (refusal) throw refusal
}

/** The entries' documents as they will be, with everything they lead to and everything that names them. */
async function neighbourhood(ctx: EnvironmentCtx & { readonly db: Tx }, entries: readonly Entry[]): Promise<Documents> {
  const { db, environment } = ctx
  const named = entries.flatMap(({ document }) => (document === null ? [] : referencesOf(document)))
  const dependents = await dependentsOf(db, environment, entries)
  const reached = await reachableFrom(db, environment, [...named, ...dependents])
  const documents: Documents = { flags: {}, segments: {} }
  const put = ({
    kind,
    key,
    document,
  }: {
    kind: Entry['kind']
    key: string
    document: FlagDocument | SegmentDocument
  }) => {
    // a subject's document is of the subject's kind
    if (kind === 'flag') documents.flags[key] = document as FlagDocument
    else documents.segments[key] = document as SegmentDocument
  }
  for (const head of await headsOf(db, environment, reached)) put(head)
  for (const { kind, key, document } of entries) {
    if (document !== null) put({ kind, key, document })
    else if (kind === 'flag') delete documents.flags[key]
    else delete documents.segments[key]
  }
  return documents
}

async function checkKnown(ctx: EnvironmentCtx & { readonly db: Tx }, entries: readonly Entry[]) {
  const keysOf = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind).map((entry) => entry.key)
  const flags = new Map((await flagRows(ctx.db, ctx.environment, keysOf('flag'))).map((row) => [row.key, row]))
  const segments = new Map((await segmentRows(ctx.db, ctx.environment, keysOf('segment'))).map((row) => [row.key, row]))
  entries.forEach((entry, index) => {
    const row = (entry.kind === 'flag' ? flags : segments).get(entry.key)
    const problem = (path: string, text: string, expected: string): { problems: Problem[] } => ({
      problems: [{ path: `entries[${index}].${path}`, problem: text, expected }],
    })
    if (!row) {
      const details = problem(
        'key',
        `there is no ${entry.kind} "${entry.key}"`,
        `the key of a ${entry.kind} of this project`,
      )
      throw new FanionError(`${entry.kind}/not-found`, details)
    }
    if (entry.document === null) return
    if (row.archivedAt) throw new FanionError('flag/archived', { [entry.kind]: entry.key })
    if (entry.document.key !== entry.key) {
      const details = problem('document.key', `it is "${entry.document.key}"`, `"${entry.key}", as the entry says`)
      throw new FanionError('request/invalid', details)
    }
    const type = flags.get(entry.key)?.type
    if (entry.kind === 'flag' && type && entry.document.type !== type) {
      throw new FanionError(
        'flag/value-type',
        problem('document.type', `it is ${entry.document.type}`, `${type}, the type of the flag`),
      )
    }
  })
  return [...flags.values()]
}
