import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { released } from '../../migrations/released.ts'
import { aFolder } from './folder.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')
const { at: last } = Object.values(released).at(-1) ?? { at: 'HEAD' }

/** Whether the git history contains the last release. It does not in a shallow clone. */
export const hasReleased = await run('git', ['cat-file', '-e', `${last}^{commit}`], { cwd: root }).then(
  () => true,
  () => false,
)

/** The server of the last release as a program for `startProcess`: its own sources with today's modules. */
export async function releasedServer(): Promise<readonly string[]> {
  const folder = await aFolder('released')
  const archive = path.join(folder, 'sources.tar')
  await run('git', ['archive', '-o', archive, last, 'src', 'migrations', 'scripts', 'package.json'], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return [path.join(folder, 'scripts/dev-server.mjs')]
}
