import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { ensureDatabase } from '../platform/db/embedded/database.ts'
import { ownedDatabase } from '../platform/db/embedded/running.ts'
import { startEmbedded } from '../platform/db/embedded/start.ts'
import { StartError } from '../start-error.ts'

/**
 * With the operator's database, or the embedded one of the data folder, which is started where no server runs. `there`: a folder
 * without one is refused; `new`: one is made in it, and a folder that a server runs on is refused.
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
