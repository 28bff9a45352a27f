import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fillDemoProject } from '../../src/server/commands/demo/fill-demo-project.ts'
import { startTraffic } from '../../src/server/commands/demo/traffic.ts'
import { readConfig } from '../../src/server/config.ts'
import { ensureDatabase } from '../../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../../src/server/platform/db/embedded/start.ts'
import { startServer } from '../../src/server/server.ts'

/** Starts the demo with its applications on a new server and database. */
export async function livelyDemo() {
  const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-pictures-'))
  const cluster = await startEmbedded({ home })
  const databaseUrl = await ensureDatabase(cluster, 'pictures')
  const server = await startServer(readConfig({ PORT: '0', FANION_DATA_DIR: home, LOG_LEVEL: 'error' }), databaseUrl)
  const demo = await fillDemoProject(server)
  const endTraffic = startTraffic(demo)
  return {
    url: server.url,
    owner: demo.owner,
    stop: async () => {
      await endTraffic()
      await server.close()
      await cluster.stop('immediate')
      await rm(home, { recursive: true, force: true })
    },
  }
}
