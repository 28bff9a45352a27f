import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { version } from '../../src/shared/version.ts'
import { testDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const folder = await mkdtemp(path.join(os.tmpdir(), 'fanion-installed-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the server as npm pack makes it', { timeout: 300_000 }, () => {
  it('installs small without the database, and serves its packages to npm and npx', async () => {
    await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root })
    const [tarball = ''] = await readdir(folder)
    await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n')
    const flags = ['--omit=dev', '--omit=optional', '--no-audit', '--no-fund', '--prefer-offline']
    await run('npm', ['install', `./${tarball}`, ...flags], { cwd: folder })
    const installed = await readdir(path.join(folder, 'node_modules'))
    expect(installed).not.toEqual(expect.arrayContaining(['typescript']))
    const { stdout: size } = await run('du', ['-sm', path.join(folder, 'node_modules')])
    console.log(`installed without the database: ${size.split('\t')[0]} MB`)
    expect(Number.parseInt(size, 10)).toBeLessThan(60)

    const bin = path.join(folder, 'node_modules/fanion/bin/fanion.js')
    expect((await run(process.execPath, [bin])).stdout).toMatch(/start .*\n.*audit/)
    const [{ url }, port] = [await testDatabase(), await freePort()]
    const env = { ...process.env, PORT: String(port), DATABASE_URL: url, FANION_DATA_DIR: path.join(folder, 'data') }
    const server = spawn(process.execPath, [bin, 'start'], { cwd: folder, env, stdio: 'ignore' })
    try {
      const address = `http://127.0.0.1:${port}`
      await expect
        .poll(
          () =>
            fetch(`${address}/readyz`).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 60_000 },
        )
        .toBe(200)
      for (const name of ['sdk', 'cli', 'api']) {
        const { versions } = await (await fetch(`${address}/npm/@fanion%2f${name}`)).json()
        expect(Object.keys(versions)).toEqual([version])
      }
      const npx = ['--yes', `${address}/sdk/fanion-cli.tgz`, '--version']
      const cold = { ...process.env, npm_config_cache: path.join(folder, 'cold') }
      expect((await run('npx', npx, { cwd: os.tmpdir(), env: cold })).stdout.trim()).toBe(version)
    } finally {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
  })
})
