import { access, constants, mkdtemp, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/server/platform/db/embedded/start.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { openDb } from '../../src/server/platform/db/pool.ts'
import { otherPostgresBinaries } from './other-postgres-binaries.ts'
import { removeFolder } from './remove-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the run's PostgreSQL, with `fanion_template`, a migrated and empty database. */
    clusterUrl: string
  }
}

/**
 * Starts one disposable PostgreSQL for the run (from FANION_TEST_POSTGRES_BIN if set), or uses TEST_DATABASE_URL.
 * Creates a migrated template that each file clones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const home = await mkdtemp(path.join(await roomyPlace(), 'fanion-test-'))
  const cluster = given
    ? undefined
    : await startEmbedded({ home, fast: true, maxConnections: 300, programs: otherPostgresBinaries() })
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

/** Prefers a RAM disk with enough space: a database has about 750 files, and most test files create one. */
async function roomyPlace(): Promise<string> {
  const memory = '/dev/shm'
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    if (bavail * bsize > 4 * 2 ** 30) return memory
  } catch {
    // No RAM disk here.
  }
  return os.tmpdir()
}

/** Returns the URL of another database on the same server. */
export const urlOf = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href
