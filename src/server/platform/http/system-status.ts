import { statfs } from 'node:fs/promises'
import type { SystemStatus } from '../../../shared/features/status/schemas/system.ts'
import { version } from '../../../shared/version.ts'
import { readEventStoreFacts } from '../db/event-store-facts.ts'
import { databaseFacts } from '../db/facts.ts'
import type { Services } from './services.ts'

/** System status for operators: the version, database health, connected clients and configuration. */
export async function systemStatus(services: Services): Promise<SystemStatus> {
  const { config, db, measure, hub, tail, mail, metrics, publicUrl, now } = services
  const begun = performance.now()
  const database = await databaseFacts(db)
  const counted = await readEventStoreFacts(db, now())
  const size = await measure.size(db)
  return {
    version,
    node: process.version,
    startedAt: new Date(now().getTime() - process.uptime() * 1_000).toISOString(),
    memoryBytes: process.memoryUsage().rss,
    publicUrl: publicUrl(),
    database: { ...database, answeredInMs: Math.round(performance.now() - begun) },
    measured: {
      events: { ...counted.events, bytes: size.eventBytes },
      exposures: { ...counted.exposures, rows: size.exposures, bytes: size.exposureBytes },
      freeBytes: config.databaseUrl === undefined ? await freeBytes(config.dataDir) : null,
    },
    clockAheadMs: Math.round(services.clock.aheadMs ?? 0),
    notifications: tail.connected,
    logReadAt: tail.caughtUpAt?.toISOString() ?? null,
    connectedPrograms: hub.size,
    lastHour: metrics.lastHour?.minutes() ?? [],
    mail: mail !== null,
    privateAddresses: config.allowPrivateAddresses,
  }
}

/** Free bytes on a folder's disk. Null if unknown. */
const freeBytes = async (folder: string): Promise<number | null> => {
  const disk = await statfs(folder).catch(() => null)
  return disk === null ? null : disk.bavail * disk.bsize
}
