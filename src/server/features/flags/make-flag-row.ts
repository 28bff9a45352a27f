import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { NewFlag } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { limits } from '../../../shared/limits.ts'
import { uniqueViolation } from '../../platform/db/failure.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { checkFlagKey } from '../projects/check-flag-key.ts'
import { countFlags, insertFlag } from './queries.ts'

/** Creates a flag's row, without any document. `told` is recorded in the audit log. */
export async function makeFlagRow(ctx: ProjectCtx & { readonly db: Tx }, flag: NewFlag, told: object): Promise<void> {
  await checkFlagKey(ctx, flag.key)
  if ((await countFlags(ctx.db, ctx.project)) >= limits.flagsPerProject) {
    const details = { limit: 'flagsPerProject', value: limits.flagsPerProject }
    const sentence = `A project can have up to ${limits.flagsPerProject} flags. Archive some first.`
    throw new FanionError('limit/reached', details, sentence)
  }
  const { schema, expectedEnd, tags, ...facts } = flag
  const me = personIdOf(ctx.actor)
  try {
    await insertFlag(ctx.db, {
      ...facts,
      id: ctx.newId(),
      projectId: ctx.project.id,
      schema: schema && JSON.stringify(schema),
      tags: [...new Set(tags)],
      ownerId: me,
      expectedEnd: expectedEnd === null ? null : new Date(expectedEnd),
      createdAt: ctx.now(),
      createdBy: me,
      archivedAt: null,
      archivedBy: null,
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'flag_key') throw error
    const problem = {
      path: 'key',
      problem: `"${flag.key}" is taken`,
      expected: 'a key no other flag has, whatever its case',
    }
    throw new FanionError('flag/key-taken', { problems: [problem] })
  }
  const subject = `${ctx.project.key}/${flag.key}`
  await audit(ctx, { action: 'flag.create', subject, projectId: ctx.project.id, after: told })
}
