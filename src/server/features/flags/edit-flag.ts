import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Flag, UpdateFlagInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { findMember } from '../members/queries.ts'
import { checkSchema } from './check-schema.ts'
import { getFlag } from './get-flag.ts'
import { lockFlags, schemaOf, updateFlag } from './queries.ts'
import { flagView } from './view.ts'

/** Updates a flag's metadata. What it serves is published instead. */
export async function editFlag(ctx: ProjectCtx, input: z.output<typeof UpdateFlagInput>): Promise<Flag> {
  return inTransaction(ctx, async (tx) => {
    await lockFlags(tx.db, tx.project, [input.flag])
    const before = await getFlag(tx, input.flag)
    if (before.archivedAt) throw new FanionError('flag/archived', { flag: before.key })
    const change = {
      name: input.name ?? before.name,
      description: input.description ?? before.description,
      tags: [...new Set(input.tags ?? before.tags)],
      permanence: input.permanence ?? before.permanence,
      ownerId: await ownerFor(tx, before.ownerId, input.owner),
      expectedEnd: endOf(before.expectedEnd, input.expectedEnd),
    }
    const { schema } = input
    if (schema) await checkSchema(tx, before.key, schema)
    const wasSchema = schema === undefined ? undefined : await schemaOf(tx.db, before.id)
    await updateFlag(tx.db, before.id, {
      ...change,
      ...(schema === undefined ? {} : { schema: schema && JSON.stringify(schema) }),
    })
    const { name, description, tags, permanence, ownerId, expectedEnd } = before
    const subject = `${tx.project.key}/${before.key}`
    const was = { name, description, tags, permanence, ownerId, expectedEnd }
    await audit(tx, {
      action: 'flag.update',
      subject,
      projectId: tx.project.id,
      before: { ...was, schema: wasSchema },
      after: { ...change, schema },
    })
    return flagView(await getFlag(tx, before.key))
  })
}

/** The new expected end: unchanged, another time, or null for none. */
const endOf = (current: Date | null, asked: string | null | undefined): Date | null => {
  if (asked === undefined) return current
  return asked === null ? null : new Date(asked)
}

/** The new owner. Must be a member, unless unchanged. */
async function ownerFor(ctx: ProjectCtx, current: string | null, asked: string | null | undefined) {
  if (asked === undefined || asked === current) return current
  if (asked !== null && !(await findMember(ctx.db, ctx.project, asked))) throw new FanionError('member/not-found')
  return asked
}
