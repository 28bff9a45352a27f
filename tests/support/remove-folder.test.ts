import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isAlive } from '../../src/server/platform/db/embedded/owner.ts'
import { endsWithFile } from './file-end.ts'
import { aFolder } from './folder.ts'
import { removeFolder } from './remove-folder.ts'

/** A process that keeps writing files into a folder and ignores SIGTERM. */
const writer = `
  import { writeFileSync } from 'node:fs'
  process.on('SIGTERM', () => {})
  for (let n = 0; ; n++) {
    writeFileSync(process.argv[1] + '/' + n, '')
    if (n === 20) process.stdout.write('writes')
  }`

it('a folder that a process still writes in is removed, and the process is gone before', async () => {
  const folder = await aFolder('written')
  const child = endsWithFile(spawn(process.execPath, ['--input-type=module', '-e', writer, folder]))
  await once(child.stdout, 'data')
  const gone = once(child, 'exit')
  await removeFolder(folder)
  expect(existsSync(folder)).toBe(false)
  await gone
})

it('a PostgreSQL whose owner is gone ends with the folder it lives in', async () => {
  const home = await aFolder('orphan')
  const start = path.resolve(import.meta.dirname, '../../src/server/platform/db/embedded/start.ts')
  const owner = `import { startEmbedded } from '${start}'
    console.log((await startEmbedded({ home: process.argv[1], fast: true })).pid)`
  const child = endsWithFile(spawn(process.execPath, ['--input-type=module', '-e', owner, home]))
  const [pid] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(Number(pid))).toBe(true)
  await removeFolder(home)
  expect(isAlive(Number(pid))).toBe(false)
  expect(existsSync(home)).toBe(false)
})
