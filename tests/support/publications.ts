import { publish } from '../../src/server/features/publishing/publish.ts'
import { createSegment } from '../../src/server/features/segments/create-segment.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { EnvironmentCtx } from '../../src/server/platform/kernel/ctx.ts'
import type { Entry } from '../../src/shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { readStored } from './log.ts'
import { aLiveFlag, aProject, inEnvironment } from './people.ts'

export const flagKeys = ['alpha', 'bravo', 'charlie']
export const segmentKeys = ['beta', 'staff']

/** An environment of a new project with three flags and two segments. */
export async function anEnvironment(db: Db, key = 'development'): Promise<EnvironmentCtx> {
  const { project } = await aProject(db)
  for (const flag of flagKeys) await aLiveFlag(project, flag)
  for (const segment of segmentKeys) {
    const empty = { included: [], excluded: [], when: null }
    const input = { project: project.project.key, key: segment, name: segment, description: '', document: empty }
    await createSegment(project, input)
  }
  return inEnvironment(project, key)
}

export const flagEntry = (flag: FlagDocument): Entry => ({ kind: 'flag', key: flag.key, document: { ...flag } })
export const removal = (kind: 'flag' | 'segment', key: string): Entry => ({ kind, key, document: null })

/** The stored data of the environment. `until` is the last revision to replay. */
export const storedOf = (ctx: EnvironmentCtx, until?: number) => readStored(ctx.db, ctx.environment.id, until)

/** Number of the environment's latest revision. */
export const headOf = async (ctx: EnvironmentCtx): Promise<number> => (await storedOf(ctx)).headNumber

/** Publishes on top of the latest revision. */
export const publishNow = async (ctx: EnvironmentCtx, entries: Entry[], message = '') =>
  publish(ctx, { base: await headOf(ctx), message, entries })
