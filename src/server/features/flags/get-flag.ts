import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { findFlag } from './queries.ts'

/** Returns the flag's row, or throws `flag/not-found`. */
export async function getFlag(ctx: ProjectCtx, key: string) {
  const row = await findFlag(ctx.db, ctx.project, key)
  if (row?.key === key) return row
  const near = row ? ` Did you mean "${row.key}"?` : ''
  const sentence = `Project "${ctx.project.key}" has no flag "${key}".${near}`
  throw new FanionError('flag/not-found', { project: ctx.project.key, flag: key }, sentence)
}
