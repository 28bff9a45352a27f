import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../sdk/installed.ts'

const run = promisify(execFile)

/** Packs the built SDK with another version, released `days` ago. Returns the package folder for a server. */
export async function release(home: string, version: string, days = 90): Promise<string> {
  const source = path.join(home, `source-${version}`)
  const folder = path.join(home, `packages-${version}`)
  await cp(path.join(root, 'dist/sdk'), source, { recursive: true })
  await mkdir(folder, { recursive: true })
  const manifest = { ...JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8')), version }
  await writeFile(path.join(source, 'package.json'), JSON.stringify(manifest))
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source })
  const [tarball = ''] = await readdir(folder)
  const released = new Date(Date.now() - days * 86_400_000).toISOString()
  await writeFile(path.join(folder, tarball.replace(/\.tgz$/, '.json')), JSON.stringify({ released, manifest }))
  return folder
}
