import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { CreateFlagInput, Flag } from '../../../shared/features/flags/schemas/flag-view.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { publishEverywhere } from '../publishing/publish-everywhere.ts'
import { firstDocument, firstVariants } from './first-documents.ts'
import { getFlag } from './get-flag.ts'
import { introduceFlag } from './introduce-flag.ts'
import { makeFlagRow } from './make-flag-row.ts'
import { flagView } from './view.ts'

/**
 * Creates a flag and publishes it to all environments: on in those of `onIn`, off in the others. Where the caller may
 * not change values, it is added without changing any (see `introduce-flag.ts`).
 */
export async function createFlag(ctx: ProjectCtx, input: z.output<typeof CreateFlagInput>): Promise<Flag> {
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
  return inTransaction(ctx, async (tx) => {
    const { key, name, description, type, tags, permanence, visibleToClients } = input
    const facts = { key, name, description, type, tags, permanence, visibleToClients }
    const row = { ...facts, variants: variants.map((variant) => variant.key), expectedEnd: null, schema: null }
    await makeFlagRow(tx, row, input)
    // together with the colon after it, four full blocks of the hash
    const salt = tx.newSecret(12).slice(0, 15)
    // read after the insert: an environment created concurrently either waited for it or is included here
    const everywhere = await proveEnvironments(tx.db, tx.project)
    await publishEverywhere(tx, everywhere, `Created flag ${input.key}`, (environment) => {
      const on = input.onIn.includes(environment.key)
      return introduceFlag({ ...tx, environment }, firstDocument(input, variants, on, salt), on)
    })
    return flagView(await getFlag(tx, input.key))
  })
}
