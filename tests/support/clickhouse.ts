import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { endsWithFile } from './file-end.ts'
import { aFolder } from './folder.ts'

const manifest = path.resolve(import.meta.dirname, '../clickhouse/package.json')

/**
 * Returns a node_modules folder with chdb, an in-process ClickHouse. Installed on demand into a cache next to npm's,
 * keyed by its manifest. Null, with a printed reason, if it is not available.
 */
export async function chdbModules(): Promise<string | null> {
  const version = createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12)
  const cache = process.env['FANION_TEST_CACHE'] || path.join(os.homedir(), '.cache', 'fanion-tests')
  const folder = path.join(cache, `clickhouse-${version}`)
  const modules = path.join(folder, 'node_modules')
  if (existsSync(modules)) return modules
  if (process.platform !== 'linux' || process.arch !== 'x64') return leftOut('chdb has no build for this machine')
  const building = `${folder}-${process.pid}`
  try {
    mkdirSync(building, { recursive: true })
    copyFileSync(manifest, path.join(building, 'package.json'))
    // No retries, so that a missing registry does not cause long waits.
    const options = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=0', '--fetch-timeout=60000']
    await promisify(execFile)('npm', ['install', ...options], { cwd: building, timeout: 240_000 })
    renameSync(building, folder)
  } catch (error) {
    rmSync(building, { recursive: true, force: true })
    // Another test file of this run was faster.
    if (!existsSync(modules))
      return leftOut(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
  return modules
}

const leftOut = (why: string): null => {
  console.log(`ClickHouse is left out of the tests: ${why}`)
  return null
}

/** ClickHouse over one folder, which outlives its server process. */
export type TestClickHouse = {
  readonly url: () => string
  /** Of the current process. */
  readonly pid: () => number
  /** Kills the process, like a machine failure. */
  readonly kill: () => Promise<void>
  /** Restarts it over the same folder. */
  readonly start: () => Promise<void>
}

/** Starts ClickHouse. Ends with the test file. */
export async function startClickHouse(modules: string): Promise<TestClickHouse> {
  const folder = path.join(await aFolder('clickhouse'), 'data')
  let port = 0
  let child: ReturnType<typeof spawn> | undefined
  const start = async () => {
    const begun = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'chdb-http.ts'), modules, folder, String(port)],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    endsWithFile(begun)
    child = begun
    let output = ''
    port = await new Promise<number>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        output += chunk.toString()
        const found = /"port":(\d+)/.exec(output)?.[1]
        if (found) resolve(Number(found))
      }
      begun.stdout.on('data', hear)
      begun.stderr.on('data', hear)
      begun.once('close', (code) => reject(new Error(`ClickHouse ended (${code}):\n${output}`)))
    })
  }
  const kill = async () => {
    const ended = new Promise((resolve) => child?.once('close', resolve))
    child?.kill('SIGKILL')
    await ended
  }
  await start()
  return { url: () => `clickhouse://default@127.0.0.1:${port}/fanion`, pid: () => child?.pid ?? 0, kill, start }
}
