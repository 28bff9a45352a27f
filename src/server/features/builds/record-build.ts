import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { checkContract } from '../../../shared/features/builds/check-contract.ts'
import type { BuildDeclaration, BuildReceipt } from '../../../shared/features/builds/schemas/build.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { type BuildKind, deleteOldestBuilds, documentsOf, lockLogShared, upsertBuild } from './queries.ts'

/** Identifies a build: SHA-256 of its declaration, independent of field order. */
const digestOfBuild = (build: BuildDeclaration): string =>
  createHash('sha256').update(canonicalJson(build)).digest('hex')

const mostOf: Record<BuildKind, number> = {
  server: limits.buildsPerEnvironment,
  client: limits.clientBuildsPerEnvironment,
}

/**
 * Stores a build's declaration and returns its mismatches with the environment. A concurrent publish either sees the
 * build or is seen by it. `kept` is the declaration to store, if some flags are left out.
 */
export async function recordBuild(
  db: Db,
  now: Date,
  { environmentId, kind }: { readonly environmentId: string; readonly kind: BuildKind },
  build: BuildDeclaration,
  kept: BuildDeclaration = build,
): Promise<BuildReceipt> {
  const digest = digestOfBuild(build)
  return db.transaction().execute(async (tx) => {
    if (!(await lockLogShared(tx, environmentId))) return { digest, findings: [] }
    await upsertBuild(tx, { environmentId, kind, digest }, kept, now)
    await deleteOldestBuilds(tx, environmentId, kind, mostOf[kind])
    const documents = await documentsOf(
      tx,
      environmentId,
      build.flags.map(({ key }) => key),
    )
    return { digest, findings: checkContract(build, documents) }
  })
}
