import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { findProject } from './queries.ts'

/** Refuses the key of a new flag unless it is, as a whole, what the project's pattern asks for. */
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
