import type { SdkKey } from '../../../../shared/features/access/schemas/sdk-key.ts'
import { allows } from '../../../../shared/permissions.ts'
import type { ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { roleIn } from '../../../platform/kernel/scope.ts'
import { keysOf } from './queries.ts'
import { keyView } from './view.ts'

/** Returns the SDK keys of the environments where the caller may see them, newest first, including revoked ones. */
export async function listKeys(ctx: ProjectCtx): Promise<SdkKey[]> {
  const rows = await keysOf(ctx.db, ctx.project)
  return rows.filter((row) => allows(roleIn(ctx.project, row.environment), 'key.read')).map(keyView)
}
