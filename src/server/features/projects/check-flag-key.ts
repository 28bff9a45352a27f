import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { findProject } from './queries.ts'

/** Throws unless the whole key of a new flag matches the project's pattern. */
export async function checkFlagKey(ctx: ProjectCtx, key: string): Promise<void> {
  const { flagKeyPattern } = await findProject(ctx.db, ctx.project)
  if (flagKeyPattern === null || new RegExp(`^(?:${flagKeyPattern})$`, 'u').test(key)) return
  const expected = `a key that matches ${flagKeyPattern}`
  throw new FanionError(
    'request/invalid',
    { problems: [{ path: 'key', problem: `it is "${key}"`, expected }] },
    `Flag keys in ${ctx.project.name} must match ${flagKeyPattern}.`,
  )
}
