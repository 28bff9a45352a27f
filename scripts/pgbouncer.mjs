// Finds PgBouncer for the tests of a connection pooler. Installs it on Debian and Ubuntu as root.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { installDebian } from './debian.mjs'

const found = () => {
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/sbin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ]
  return [process.env.PGBOUNCER_PATH, ...folders.map((f) => path.join(f, 'pgbouncer'))].find((p) => p && existsSync(p))
}

/** Returns the path of PgBouncer, installed if possible. */
export const installPgbouncer = () => found() ?? (installDebian('pgbouncer') ? found() : undefined)

/** Returns the path of PgBouncer. Without one, prints that its tests are skipped. */
export function ensurePgbouncer() {
  const path = installPgbouncer()
  if (!path) {
    console.warn(
      'There is no PgBouncer here, so connection poolers are not tested. Install it (Debian, Ubuntu: sudo apt-get install ' +
        'pgbouncer), or set its path: PGBOUNCER_PATH=/path/to/pgbouncer npm test',
    )
  }
  return path
}
