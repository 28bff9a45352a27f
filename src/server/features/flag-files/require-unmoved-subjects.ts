import type { z } from 'zod'
import type { ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { checkBase } from '../publishing/check-base.ts'
import { lockEnvironment } from '../publishing/queries.ts'

/** Throws `revision/stale` if one of the subjects was published since, for entries that must be applied exactly. */
export async function requireUnmovedSubjects(
  tx: ProjectCtx & { readonly db: Tx },
  { entries }: Pick<z.output<typeof ApplyFilesInput>, 'entries'>,
): Promise<void> {
  const keys = [...new Set(entries.map(({ environment }) => environment))]
  const environments = []
  for (const key of keys) environments.push(await proveEnvironment(tx.db, tx.project, key))
  // all publishers lock in this order
  for (const environment of environments.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { headNumber } = await lockEnvironment(tx.db, environment)
    const own = entries.filter((entry) => entry.environment === environment.key)
    for (const base of new Set(own.map((entry) => entry.base))) {
      const subjects = own.filter((entry) => entry.base === base)
      await checkBase({ ...tx, environment }, headNumber, base, subjects)
    }
  }
}
