import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { version } from '../../src/shared/version.ts'
import { aFolder } from '../support/folder.ts'

const run = promisify(execFile)
export const root = path.resolve(import.meta.dirname, '../..')

/** Installs the built package into an empty folder, like a user would. Returns the folder. */
export const installPackage = async (): Promise<string> => {
  const folder = await aFolder('consumer')
  const consumer = path.join(folder, 'consumer')
  await mkdir(consumer)
  const tarball = path.join(root, `dist/packages/fanion-sdk-${version}.tgz`)
  if (!existsSync(tarball)) throw new Error('there is no packed library: npm run build makes it')
  await writeFile(path.join(consumer, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n')
  await run('npm', ['install', tarball, '--offline', '--no-audit', '--no-fund'], { cwd: consumer })
  return consumer
}

/** Every Node.js on this machine that the SDK supports, by version: the project's, and those on the PATH. */
export const findNodes = async (): Promise<[version: string, file: string][]> => {
  const files = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'))
  const found = new Map<string, string>()
  for (const file of new Set([
    process.execPath,
    ...files.filter((name) => existsSync(name)).map((name) => realpathSync(name)),
  ])) {
    const { stdout } = await run(file, ['--version'])
    const version = stdout.trim()
    if (Number(version.slice(1).split('.')[0]) >= 20 && !found.has(version)) found.set(version, file)
  }
  return [...found]
}
