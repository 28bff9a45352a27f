import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { accountFor, startAs } from '../../src/server/platform/db/embedded/account.ts'
import { endsWithFile } from './file-end.ts'
import { aFolder } from './folder.ts'
import { freePort } from './free-port.ts'

/** Path of PgBouncer: `npm test` finds or installs it and sets PGBOUNCER_PATH. */
export const pgbouncerPath = [process.env['PGBOUNCER_PATH'], '/usr/sbin/pgbouncer'].find(
  (file) => file && existsSync(file),
)

/** Starts a PgBouncer in front of a database and returns the database's URL through it. Stopped when the file ends. */
export async function startPgbouncer(databaseUrl: string, mode: 'session' | 'transaction', size = 20): Promise<string> {
  const folder = await aFolder('pgbouncer')
  const port = await freePort()
  const { hostname, port: to, username, password, pathname } = new URL(databaseUrl)
  const file = path.join(folder, 'pgbouncer.ini')
  const target = `host=${hostname} port=${to} user=${username} password='${decodeURIComponent(password)}'`
  await writeFile(
    file,
    `[databases]
${pathname.slice(1)} = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
`,
  )
  await chmod(folder, 0o755)
  const child = endsWithFile(startAs(accountFor(folder), pgbouncerPath ?? 'pgbouncer', ['-q', file], { stdio: 'pipe' }))
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}: ${output}`)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (connected) return url
    await wait(20)
  }
}
