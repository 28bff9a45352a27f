import { applyImport } from '../../src/server/features/imports/apply-import.ts'
import type { ImportCtx } from '../../src/server/features/imports/import-ctx.ts'
import { listItems } from '../../src/server/features/imports/list-items.ts'
import { uploadBundle } from '../../src/server/features/imports/upload-bundle.ts'
import { heads } from '../../src/server/features/publishing/queries.ts'
import type { ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'
import { createVault } from '../../src/server/platform/kernel/vault.ts'
import { preview } from '../../src/server/platform/threads/uploads/preview-job.ts'
import { ApplyImportInput, ListItemsInput } from '../../src/shared/features/imports/schemas/import.ts'
import { bundleOf, flagdFlag } from './bundles.ts'
import { inEnvironment } from './people.ts'

// Runs the job without its process, which upload-reader.test.ts tests.
const uploads = { preview }
const vault = createVault('of this test')
/** A context with an upload reader. */
export const importing = (ctx: ProjectCtx): ImportCtx => ({ ...ctx, uploads, vault })

/** Uploads files of another system. */
export const upload = (ctx: ProjectCtx, files: Readonly<Record<string, unknown>>) =>
  uploadBundle(importing(ctx), { bytes: bundleOf(files) })

/** Applies an import run. */
export const apply = (
  ctx: ProjectCtx,
  { number, run }: { number: number; run: { number: number } },
  more: object = {},
) => applyImport(ctx, ApplyImportInput.parse({ project: ctx.project.key, source: number, run: run.number, ...more }))

/** Returns the items of a source's import run. */
export const itemsOf = async (ctx: ProjectCtx, source: number) =>
  (await listItems(ctx, ListItemsInput.parse({ project: ctx.project.key, source }))).items

/** Returns an environment's documents by key. */
export const headsIn = async (ctx: ProjectCtx, environment: string) =>
  Object.fromEntries(
    (await heads(ctx.db, (await inEnvironment(ctx, environment)).environment)).map((one) => [one.key, one.document]),
  )

/** Returns the digest of each environment. Zeros if nothing was published. */
export const digests = async (ctx: ProjectCtx) => {
  const rows = await ctx.db
    .selectFrom('environment')
    .leftJoin('revision', (on) =>
      on.onRef('revision.environmentId', '=', 'environment.id').onRef('revision.number', '=', 'environment.headNumber'),
    )
    .select(['environment.key', 'revision.digest'])
    .where('environment.projectId', '=', ctx.project.id)
    .orderBy('environment.key')
    .execute()
  return Object.fromEntries(rows.map(({ key, digest }) => [key, digest ?? '0'.repeat(32)]))
}

/** Returns the latest revision number of each environment. */
export const headNumbers = async (ctx: ProjectCtx) => {
  const rows = await ctx.db
    .selectFrom('environment')
    .select(['key', 'headNumber'])
    .where('projectId', '=', ctx.project.id)
    .execute()
  return Object.fromEntries(rows.map(({ key, headNumber }) => [key, headNumber]))
}

/** A flagd file. */
export const flagd = (flags: Readonly<Record<string, object>>) => ({ flags })

/** Two flags in production and staging. */
export const twoFlags = {
  'flags.production.json': flagd({ checkout: flagdFlag(), banner: flagdFlag({ state: 'DISABLED' }) }),
  'flags.staging.json': flagd({ checkout: flagdFlag({ defaultVariant: 'on' }), banner: flagdFlag() }),
}
