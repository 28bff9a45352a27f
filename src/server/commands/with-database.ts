import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { ensureDatabase } from '../platform/db/embedded/database.ts'
import { ownedDatabase } from '../platform/db/embedded/running.ts'
import { startEmbedded } from '../platform/db/embedded/start.ts'
import { StartError } from '../start-error.ts'

/**
 * Runs `work` with the operator's database, or with the embedded one of the data folder, which is started if no server
 * runs. `there` requires an existing one; `new` creates one, and throws if a server runs on the folder.
 */
export async function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  which: 'there' | 'new',
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = config.databaseUrl ?? (await ownedDatabase(config.dataDir, 'fanion'))
  if (which === 'new' && url !== undefined && config.databaseUrl === undefined)
    throw new StartError('A Fanion server is running on this folder. Stop it, and restore into an empty folder.')
  if (url !== undefined) return work(url)
  if (which === 'there' && !existsSync(path.join(config.dataDir, 'postgres')))
    throw new StartError(
      `There is no database in ${config.dataDir}. Set FANION_DATA_DIR to the data folder of the server, or DATABASE_URL to its database.`,
    )
  const embedded = await startEmbedded({ home: config.dataDir })
  try {
    return await work(await ensureDatabase(embedded, 'fanion'))
  } finally {
    await embedded.stop()
  }
}
