import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { freePort } from '../tests/support/free-port.ts'
import { hundredFlags } from './hundred-flags.ts'

const folder = path.join(import.meta.dirname, 'unleash')
const admin = '*:*.fanion-bench-admin'

export type UnleashServer = {
  version: string
  url: URL
  /** Tokens of the environment `development`. */
  backend: string
  frontend: string
  /** Turns the first flag on or off in development. */
  turn: (on: boolean) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a real unleash-server with the hundred flags in development, in its own process and with its own PostgreSQL.
 * Installs it in bench/unleash if needed. Raises its rate limits.
 */
export async function unleashServer(): Promise<UnleashServer> {
  if (!existsSync(path.join(folder, 'node_modules'))) {
    console.log('Installing unleash-server in bench/unleash.')
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' })
  }
  const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-unleash-'))
  const cluster = await startEmbedded({ home })
  const port = await freePort()
  const [backend, frontend] = ['default:development.fanion-bench-backend', 'default:development.fanion-bench-frontend']
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: await ensureDatabase(cluster, 'unleash'),
    DATABASE_SSL: 'false',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(port),
    CHECK_VERSION: 'false',
    SEND_TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    INIT_ADMIN_API_TOKENS: admin,
    INIT_BACKEND_API_TOKENS: backend,
    INIT_CLIENT_API_TOKENS: backend,
    INIT_FRONTEND_API_TOKENS: frontend,
    SDK_API_RATE_LIMIT_PER_MINUTE: '100000000',
    TOKEN_AUTHENTICATION_RATE_LIMIT_PER_MINUTE: '100000000',
  }
  const child = spawn(process.execPath, ['node_modules/unleash-server/dist/server.js'], { cwd: folder, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += String(text)))
  process.once('exit', () => child.kill())
  const url = new URL(`http://127.0.0.1:${port}`)
  while (!(await answers(new URL('/health', url)))) {
    if (child.exitCode !== null) throw new Error(`unleash-server ended with ${child.exitCode}: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const call = async (method: string, address: string, body?: unknown) => {
    const response = await fetch(new URL(address, url), {
      method,
      headers: { authorization: admin, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`unleash-server ${address}: ${response.status} ${await response.text()}`)
    return response
  }
  await furnish(call)
  const { version } = JSON.parse(
    execFileSync(process.execPath, ['-p', "JSON.stringify(require('./node_modules/unleash-server/package.json'))"], {
      cwd: folder,
      encoding: 'utf8',
    }),
  )
  const at = `/api/admin/projects/default/features/${hundredFlags[0]?.key}/environments/development`
  return {
    version,
    url,
    backend,
    frontend,
    turn: async (on) => void (await call('POST', `${at}/${on ? 'on' : 'off'}`, {})),
    stop: async () => {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
      await cluster.stop('immediate')
      await rm(home, { recursive: true, force: true })
    },
  }
}

const answers = (address: URL) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )

/** Creates the hundred flags, on in development. */
async function furnish(call: (method: string, address: string, body: unknown) => Promise<unknown>): Promise<void> {
  await call('POST', '/api/admin/context', { name: 'country' })
  for (const { key, countries, percentage } of hundredFlags) {
    const features = '/api/admin/projects/default/features'
    await call('POST', features, { name: key, type: 'release' })
    await call('POST', `${features}/${key}/environments/development/strategies`, {
      name: 'flexibleRollout',
      parameters: { rollout: String(percentage), stickiness: 'default', groupId: key },
      constraints: countries.length > 0 ? [{ contextName: 'country', operator: 'IN', values: countries }] : [],
    })
    await call('POST', `${features}/${key}/environments/development/on`, {})
  }
}
