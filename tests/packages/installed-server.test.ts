import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../src/shared/version.ts'
import { testDatabase } from '../support/database.ts'
import { endsWithFile } from '../support/file-end.ts'
import { aFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = await aFolder('installed')
let databaseUrl: string
beforeAll(async () => {
  databaseUrl = (await testDatabase()).url
})

/** Runs a program and returns its output. Fails after two minutes. */
const run = async (program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env) =>
  (await promisify(execFile)(program, args, { cwd, env, timeout: 120_000, killSignal: 'SIGKILL' })).stdout

/** Starts the installed server. `ready` resolves when it serves, and rejects with its output if it exits first. */
const start = (bin: string, port: number) => {
  const env = { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl, FANION_DATA_DIR: `${folder}/data` }
  const server = endsWithFile(
    spawn(process.execPath, [bin, 'start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const ended = once(server, 'exit')
  const serves = async () => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      if (answer?.status === 200) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const failed = ended.then(([code]) => Promise.reject(new Error(`the server ended with ${code}:\n${said}`)))
  failed.catch(() => {})
  return {
    ready: () => Promise.race([serves(), failed]),
    stop: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}

describe('the server as npm pack makes it', { timeout: 300_000 }, () => {
  it('installs small without the database, and serves its packages to npm and npx', async () => {
    await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], root)
    const [tarball = ''] = await readdir(folder)
    await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n')
    const flags = ['--omit=dev', '--omit=optional', '--no-audit', '--no-fund', '--prefer-offline']
    await run('npm', ['install', `./${tarball}`, ...flags], folder)
    expect((await readdir(path.join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      '@node-rs',
      'fanion',
    ])
    const size = await run('du', ['-sm', 'node_modules'], folder)
    console.log(`installed without the database: ${size.split('\t')[0]} MB`)
    expect(Number.parseInt(size, 10)).toBeLessThan(60)

    const bin = path.join(folder, 'node_modules/fanion/bin/fanion.js')
    expect(await run(process.execPath, [bin], folder)).toMatch(/start .*\n[^]* audit /)
    const port = await freePort()
    const server = start(bin, port)
    try {
      await server.ready()
      const address = `http://127.0.0.1:${port}`
      for (const name of ['sdk', 'cli', 'api']) {
        const { versions } = await (await fetch(`${address}/npm/@fanion%2f${name}`)).json()
        expect(Object.keys(versions)).toEqual([version])
      }
      const cold = { ...process.env, npm_config_cache: path.join(folder, 'cold') }
      const npx = ['--yes', `${address}/sdk/fanion-cli.tgz`, '--version']
      expect((await run('npx', npx, os.tmpdir(), cold)).trim()).toBe(version)
    } finally {
      await server.stop()
    }
  })
})
