import { limits } from '../../../shared/limits.ts'
import { type FormatName, formatNames } from '../../../shared/vendors/exporting/formats.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/**
 * The systems whose SDKs recently read rules of an environment. SDKs that receive only evaluated values are omitted,
 * because they lose nothing.
 */
export const formatsRead = async (
  db: Db,
  environment: Pick<ProvenEnvironment, 'id'>,
  now: Date,
): Promise<FormatName[]> => {
  const rows = await db
    .selectFrom('readerFormat')
    .select('format')
    .where('environmentId', '=', environment.id)
    .where('lastSeenAt', '>=', new Date(now.getTime() - limits.readerKeptMs))
    .execute()
  const seen = new Set(rows.map(({ format }) => format))
  return formatNames.filter((name) => seen.has(name))
}
