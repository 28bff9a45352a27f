import { access, constants, mkdtemp, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/server/platform/db/embedded/start.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { openDb } from '../../src/server/platform/db/pool.ts'
import { otherPrograms } from './other-postgres.ts'
import { removeFolder } from './remove-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's PostgreSQL; `fanion_template` on it is migrated and empty. */
    clusterUrl: string
  }
}

/** One throw-away PostgreSQL for the run, of FANION_TEST_POSTGRES_BIN where that is set, or TEST_DATABASE_URL's; a migrated template that each file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const home = await mkdtemp(path.join(await roomyPlace(), 'fanion-test-'))
  const cluster = given
    ? undefined
    : await startEmbedded({ home, fast: true, maxConnections: 300, programs: otherPrograms() })
  const url = given ?? cluster?.url('postgres') ?? ''
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('drop database if exists fanion_template')
  await admin.query('create database fanion_template')
  await admin.end()
  const db = openDb(urlOf(url, 'fanion_template'), 1, () => undefined)
  await migrate(db)
  await db.destroy()
  project.provide('clusterUrl', url)
  return async () => {
    await cluster?.stop('immediate')
    await removeFolder(home)
  }
}

/** Memory, where there is enough that files can lie in: a database is some 750 of them, and most files of tests make one. */
async function roomyPlace(): Promise<string> {
  const memory = '/dev/shm'
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    if (bavail * bsize > 4 * 2 ** 30) return memory
  } catch {
    // no such place here
  }
  return os.tmpdir()
}

/** The address of another database of the same server. */
export const urlOf = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href
