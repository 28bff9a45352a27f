import type { Config } from '../config.ts'
import { ensureDatabase } from '../db/embedded/database.ts'
import { runningDatabase } from '../db/embedded/running.ts'
import { startEmbedded } from '../db/embedded/start.ts'

/** With the operator's database, or the embedded one of the data folder, which is started where no server runs. */
export async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const url = config.databaseUrl ?? runningDatabase(config.dataDir, 'fanion')
  if (url !== undefined) return work(url)
  const embedded = await startEmbedded({ home: config.dataDir })
  try {
    return await work(await ensureDatabase(embedded, 'fanion'))
  } finally {
    await embedded.stop()
  }
}
