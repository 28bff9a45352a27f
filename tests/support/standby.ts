import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { accountFor, startAs } from '../../src/server/platform/db/embedded/account.ts'
import { binaries } from '../../src/server/platform/db/embedded/binaries.ts'
import { startEmbedded } from '../../src/server/platform/db/embedded/start.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { openDb } from '../../src/server/platform/db/pool.ts'
import { atFileEnd, endsWithFile } from './file-end.ts'
import { aFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { otherPostgresBinaries } from './other-postgres-binaries.ts'

/**
 * Two PostgreSQL servers: one with a migrated database, and a hot standby that streams from it. The primary is copied
 * while it is stopped, because pg_basebackup is not bundled.
 */
export async function withStandby(): Promise<{ url: string; standbyUrl: string; stopStandby: () => Promise<void> }> {
  const home = await aFolder('primary')
  const programs = otherPostgresBinaries() ?? (await binaries())
  const options = { home, maxConnections: 40, programs }
  const first = await startEmbedded(options)
  const admin = new pg.Client({ connectionString: first.url('postgres') })
  await admin.connect()
  await admin.query('create database fanion')
  await admin.end()
  const db = openDb(first.url('fanion'), 1, () => undefined)
  await migrate(db)
  await db.destroy()
  await first.stop()

  const copy = path.join(await aFolder('standby'), 'postgres')
  await mkdir(copy, { mode: 0o700 })
  await cp(path.join(home, 'postgres'), copy, { recursive: true })
  await rm(path.join(copy, 'postmaster.pid'), { force: true })
  const primary = await startEmbedded(options)
  atFileEnd('databases', () => primary.stop('immediate'))
  const conninfo = primary.url('postgres').replaceAll("'", "''")
  await writeFile(path.join(copy, 'standby.signal'), '')
  await writeFile(path.join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  const port = await freePort()
  const args = ['-D', copy, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  args.push('-c', 'max_connections=40', '-c', 'hot_standby=on')
  const child = startAs(accountFor(copy), programs.postgres, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  endsWithFile(child)
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('ready to accept read-only connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`the standby ended:\n${said}`)))
  })
  const standbyUrl = primary.url('fanion').replace(`:${primary.port}/`, `:${port}/`)
  const stopStandby = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGINT')
    })
  return { url: primary.url('fanion'), standbyUrl, stopStandby }
}
