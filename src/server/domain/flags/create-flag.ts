import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { CreateFlagInput, Flag } from '../../../shared/schemas/flag-view.ts'
import { uniqueViolation } from '../../db/failure.ts'
import { personIdOf } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../kernel/ctx.ts'
import { proveEnvironments } from '../../kernel/scope.ts'
import { checkFlagKey } from '../projects/check-flag-key.ts'
import { publishEverywhere } from '../revisions/publish-everywhere.ts'
import { bringIn } from './bring-in.ts'
import { firstDocument, firstVariants } from './first-documents.ts'
import { getFlag } from './get-flag.ts'
import { countFlags, insertFlag } from './queries.ts'
import { flagView } from './view.ts'

/**
 * Makes a flag and publishes it to every environment: on where `onIn` says, off elsewhere. Where the caller may not change
 * answers it comes without changing any (`bring-in.ts`).
 */
export async function createFlag(ctx: ProjectCtx, input: z.output<typeof CreateFlagInput>): Promise<Flag> {
  await checkFlagKey(ctx, input.key)
  const variants = firstVariants(input)
  const environments = await proveEnvironments(ctx.db, ctx.project)
  const unknown = input.onIn.findIndex((key) => !environments.some((environment) => environment.key === key))
  if (unknown >= 0) {
    const expected = `one of ${environments.map((environment) => environment.key).join(', ')}`
    const problem = {
      path: `onIn[${unknown}]`,
      problem: `environment "${input.onIn[unknown]}" doesn’t exist`,
      expected,
    }
    throw new FanionError('environment/not-found', { problems: [problem] })
  }
  try {
    return await inTransaction(ctx, async (tx) => {
      if ((await countFlags(tx.db, tx.project)) >= limits.flagsPerProject) {
        const details = { limit: 'flagsPerProject', value: limits.flagsPerProject }
        throw new FanionError(
          'limit/reached',
          details,
          `A project can have up to ${limits.flagsPerProject} flags. Archive some first.`,
        )
      }
      await insertFlag(tx.db, {
        id: tx.newId(),
        projectId: tx.project.id,
        key: input.key,
        name: input.name,
        description: input.description,
        type: input.type,
        schema: null,
        variants: variants.map((variant) => variant.key),
        tags: [...new Set(input.tags)],
        ownerId: personIdOf(tx.actor),
        permanence: input.permanence,
        expectedEnd: null,
        visibleToClients: input.visibleToClients,
        createdAt: tx.now(),
        createdBy: personIdOf(tx.actor),
        archivedAt: null,
        archivedBy: null,
      })
      const subject = `${tx.project.key}/${input.key}`
      await audit(tx, { action: 'flag.create', subject, projectId: tx.project.id, after: input })
      // with the colon behind it, four whole blocks of the hash
      const salt = tx.newSecret(12).slice(0, 15)
      // read behind the insert: an environment made meanwhile waited for it, or is there now
      const everywhere = await proveEnvironments(tx.db, tx.project)
      await publishEverywhere(tx, everywhere, `Created flag ${input.key}`, (environment) => {
        const on = input.onIn.includes(environment.key)
        return bringIn({ ...tx, environment }, firstDocument(input, variants, on, salt), on)
      })
      return flagView(await getFlag(tx, input.key))
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'flag_key') throw error
    const problem = {
      path: 'key',
      problem: `"${input.key}" is taken`,
      expected: 'a key no other flag has, whatever its case',
    }
    throw new FanionError('flag/key-taken', { problems: [problem] })
  }
}
