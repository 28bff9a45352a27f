import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type {
  ChosenKey,
  EnvironmentMapping,
  ImportOptions,
  ImportSummary,
} from '../../../shared/features/imports/schemas/import.ts'
import type { Context } from '../../../shared/schemas/context.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import type { AssignedKeys } from '../../platform/threads/uploads/preview-job.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { readSampleContexts } from '../publishing/read-sample-contexts.ts'
import type { ImportCtx } from './import-ctx.ts'
import { proposedMapping } from './mapping.ts'
import { findImportSource, importSourcesOf, lastRuns, replaceItems, subjectsOf, updateRun } from './queries.ts'

/** The result of reading a bundle, and the existing source of the same project, if any. */
export type Outcome = {
  readonly summary: ImportSummary
  readonly chunks: readonly string[]
  readonly sourceNumber: number | undefined
}

/** Encryption purpose of a run's bundle. */
export const importBundlePurpose = (run: string): string => `import ${run}`

/** The keys of a source's subjects, which never change, and the chosen keys of new subjects. */
const knownBy = async (ctx: ImportCtx, source: string, chosen: readonly ChosenKey[]): Promise<AssignedKeys> => {
  const all = [...chosen, ...(await subjectsOf(ctx.db, source))]
  const of = (kind: 'flag' | 'segment') => [
    ...new Map(all.flatMap((one): [string, string][] => (one.kind === kind ? [[one.theirs, one.key]] : []))),
  ]
  return { flags: of('flag'), segments: of('segment') }
}

const chosenFor = async (ctx: ImportCtx, source: string): Promise<readonly ChosenKey[]> =>
  (await lastRuns(ctx.db, [source]))[0]?.keys ?? []

/** Maximum number of sample contexts per environment. More add little information. */
const keptMost = 1_000

/**
 * Recent sample contexts by our environment names, because the other system's environments often have the same names.
 */
async function keptFor(ctx: ImportCtx): Promise<Record<string, readonly Context[]>> {
  const found: Record<string, readonly Context[]> = {}
  for (const environment of await proveEnvironments(ctx.db, ctx.project)) {
    const { lines } = await readSampleContexts({ ...ctx, environment })
    // Safe cast: contexts are validated before they are stored.
    const contexts = Buffer.from(lines)
      .toString()
      .split('\n', keptMost)
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Context]))
    if (contexts.length === 0) continue
    for (const name of [environment.name, environment.key]) found[name.toLowerCase()] = contexts
  }
  return found
}

type ImportPreviewRequest = {
  readonly options: ImportOptions
  /** The number of the source to read again. */
  readonly source: number | undefined
  /** The system that the files come from, if the caller named it. */
  readonly vendor?: ImportSummary['vendor'] | undefined
  /** Chosen keys. By default those of the source's last run. */
  readonly keys?: readonly ChosenKey[]
}

/**
 * Creates the preview of a bundle in a worker thread. Throws `import/unreadable` with what the files seem to be and
 * what would work.
 */
export async function previewBundle(
  ctx: ImportCtx,
  bytes: Uint8Array,
  { options, source: number, vendor: wanted, keys }: ImportPreviewRequest,
): Promise<Outcome> {
  const named = number === undefined ? undefined : await findImportSource(ctx.db, ctx.project, number)
  if (number !== undefined && !named) throw new FanionError('import/not-found')
  const read = async (
    vendor: ImportSummary['vendor'] | undefined,
    known: AssignedKeys,
    chosen: readonly ChosenKey[],
  ) => {
    const subjects = chosen.map(({ kind, theirs }) => `${kind} ${theirs}`)
    const nowMs = ctx.now().getTime()
    const done = await ctx.uploads.preview(
      { bytes, options, nowMs, vendor, known, chosen: subjects, kept },
      ctx.project.id,
    )
    if ('unreadable' in done) throw new FanionError('import/unreadable', {}, done.unreadable)
    return done
  }
  const kept = await keptFor(ctx)
  if (named) {
    const chosen = keys ?? (await chosenFor(ctx, named.id))
    return { ...(await read(named.vendor, await knownBy(ctx, named.id, chosen), chosen)), sourceNumber: named.number }
  }
  const done = await read(wanted, { flags: [], segments: [] }, [])
  const { vendor, project } = done.summary
  const same = (await importSourcesOf(ctx.db, ctx.project)).find(
    (one) => one.vendor === vendor && one.name === (project || vendor),
  )
  if (!same) return { ...done, sourceNumber: undefined }
  const chosen = await chosenFor(ctx, same.id)
  const known = await knownBy(ctx, same.id, chosen)
  const agrees = agree(done.keys.flags, known.flags) && agree(done.keys.segments, known.segments)
  // earlier keys may differ from newly assigned ones, so the files are read again with the earlier keys
  return { ...(agrees ? done : await read(vendor, known, chosen)), sourceNumber: same.number }
}

/** Whether newly assigned keys equal those that would be assigned with knowledge of the earlier ones. */
const agree = (given: AssignedKeys['flags'], before: AssignedKeys['flags']): boolean => {
  const known = new Map(before)
  const taken = new Set(before.map(([, ours]) => ours.toLowerCase()))
  return given.every(
    ([theirs, ours]) => (known.get(theirs) ?? ours) === ours && (known.has(theirs) || !taken.has(ours.toLowerCase())),
  )
}

/** Stores the result of a run, which then waits to be imported. */
export async function storePreview(
  ctx: ImportCtx & { readonly db: Tx },
  run: { id: string; mapping: EnvironmentMapping },
  { summary, chunks }: Pick<Outcome, 'summary' | 'chunks'>,
): Promise<void> {
  await replaceItems(ctx.db, run.id, chunks)
  const mapping = proposedMapping(summary, await listEnvironments(ctx), run.mapping)
  await updateRun(ctx.db, run.id, {
    state: 'previewed',
    summary: JSON.stringify(summary),
    mapping: JSON.stringify(mapping),
    problem: null,
    endedAt: ctx.now(),
  })
}
