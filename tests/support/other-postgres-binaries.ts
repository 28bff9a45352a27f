import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Binaries } from '../../src/server/platform/db/embedded/binaries.ts'

/** The binaries in the folder FANION_TEST_POSTGRES_BIN, to run tests on another PostgreSQL than the bundled one. */
export function otherPostgresBinaries(): Binaries | undefined {
  const folder = process.env['FANION_TEST_POSTGRES_BIN']
  if (!folder) return undefined
  const postgres = path.join(folder, 'postgres')
  const said = execFileSync(postgres, ['--version'], { encoding: 'utf8' })
  return { postgres, initdb: path.join(folder, 'initdb'), major: Number(/ (\d+)/.exec(said)?.[1]) }
}
