import { refusalOf } from '../../../shared/datafile/problems.ts'
import { validationSteps } from '../../../shared/datafile/validate-environment.ts'
import { FanionError, type Problem } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { dependentPathsOf } from '../../../shared/impact/dependent-paths.ts'
import { graphOf } from '../../../shared/impact/graph.ts'
import { limits } from '../../../shared/limits.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { runYielding } from '../../platform/kernel/yielding-map.ts'
import { stepsWithCachedProofs } from '../../platform/threads/patterns/with-proofs.ts'
import { checkRuns } from './check-runs.ts'
import { type PublishContext, publishContextOf } from './publish-queries.ts'

type Documents = { flags: Record<string, FlagDocument>; segments: Record<string, SegmentDocument> }

/**
 * Rejects entries of flags or segments that the project lacks, and documents that are invalid alone or together with
 * their dependencies and dependents. Throws `ProofsWanted` if patterns are not proven yet.
 */
export const checkEntries = async ({ db, environment }: EnvironmentCtx, entries: readonly Entry[]): Promise<void> =>
  checkEntriesIn(await publishContextOf(db, environment, entries), entries, 'proposed')

/**
 * Like `checkEntries`, with a context that is already read. Published rules may name only open runs; proposed ones may
 * also name runs that their change is going to open.
 */
export async function checkEntriesIn(
  context: PublishContext,
  entries: readonly Entry[],
  runs: 'open' | 'proposed' = 'open',
): Promise<void> {
  checkKnown(context, entries)
  checkRuns(context, entries, runs)
  const schemas = context.flags.flatMap(({ key, schema }) => (schema === null ? [] : [[key, schema] as const]))
  const keysOf = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind).map((entry) => entry.key)
  const problems = await runYielding(
    stepsWithCachedProofs((prove) =>
      validationSteps(documentsAfter(context, entries), {
        changed: { flags: keysOf('flag'), segments: keysOf('segment') },
        schemas: Object.fromEntries(schemas),
        attributes: context.attributes,
        prove,
      }),
    ),
  )
  const refusal = refusalOf(problems)
  if (refusal) throw withHanging(refusal, context, entries)
}

/** Adds the dependency paths, shortest first, to an error about removing something that others use. */
function withHanging(refusal: FanionError, context: PublishContext, entries: readonly Entry[]): FanionError {
  const gone = entries.filter(({ document }) => document === null).map(({ kind, key }) => ({ kind, key }))
  if (gone.length === 0 || !['flag/required-by', 'segment/in-use'].includes(refusal.code)) return refusal
  const hanging = dependentPathsOf(graphOf(documentsAfter(context, entries)), gone).slice(0, limits.hangingPaths)
  return new FanionError(refusal.code, { ...refusal.details, hanging }, refusal.message)
}

/** The neighborhood's documents after the publish. */
function documentsAfter({ places }: PublishContext, entries: readonly Entry[]): Documents {
  const documents: Documents = { flags: {}, segments: {} }
  for (const { kind, key, document } of [...places, ...entries]) {
    // Safe cast: a subject's document has the subject's kind.
    if (document === null) delete documents[`${kind}s`][key]
    else if (kind === 'flag') documents.flags[key] = document as FlagDocument
    else documents.segments[key] = document as SegmentDocument
  }
  return documents
}

function checkKnown(context: PublishContext, entries: readonly Entry[]): void {
  const flags = new Map(context.flags.map((row) => [row.key, row]))
  const segments = new Map(context.segments.map((row) => [row.key, row]))
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
    if (row.archived) throw new FanionError('flag/archived', { [entry.kind]: entry.key })
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
}
