import { compileSchema } from '../../../shared/datafile/json-schema.ts'
import { FanionError, type Problem } from '../../../shared/errors/fanion-error.ts'
import type { ValueSchema } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { withCachedProofs } from '../../platform/threads/patterns/with-proofs.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { headsOfFlags } from './queries.ts'

const most = 20

/**
 * Throws if the JSON Schema is invalid, or if a current value in some environment violates it: such a flag could not
 * even be turned off there. The environments stay locked, so that no other value is published in between.
 */
export async function checkSchema(
  ctx: ProjectCtx & { readonly db: Tx },
  flag: string,
  schema: ValueSchema,
): Promise<void> {
  const environments = await proveEnvironments(ctx.db, ctx.project)
  for (const environment of environments.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await lockEnvironment(ctx.db, environment)
  const heads = await headsOfFlags(ctx.db, ctx.project, [flag])
  const problems = withCachedProofs((prove): Problem[] => {
    const check = compileSchema(schema, (source, ignoreCase) => prove(source, ignoreCase, 'schema'))
    if (typeof check !== 'function') return [{ path: 'schema', problem: check.problem, expected: check.expected }]
    return heads.flatMap(({ environment, document }) =>
      // Safe cast: these are heads of flags.
      Object.entries((document as FlagDocument).variants).flatMap(([variant, value]) =>
        check(value).map(({ path, expected }) => ({
          path: 'schema',
          problem: `the value of ${[variant, ...path].join('.')} in ${environment} doesn’t meet it`,
          expected: `a schema that it meets, or a value that ${expected}`,
        })),
      ),
    )
  })
  if (problems.length > 0) throw new FanionError('flag/schema-violation', { problems: problems.slice(0, most) })
}
