// Makes an npm tarball of a finished folder, and records the release date next to it. The server serves both.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './project.mjs'

/** Version and licence of all our packages, equal to the server's. */
export const { version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

/** Folder of the tarballs: the argument, or dist/packages. */
export const destination = path.resolve(process.argv[2] ?? path.join(root, 'dist/packages'))

// the date of the sources, not of the build, because package managers delay new packages
function releaseDay() {
  const epoch = Number(process.env.SOURCE_DATE_EPOCH)
  if (epoch > 0) return new Date(epoch * 1_000).toISOString()
  if (!existsSync(path.join(root, '.git'))) return new Date().toISOString()
  const git = spawnSync('git', ['log', '-1', '--format=%cI'], { cwd: root, encoding: 'utf8' })
  return new Date(git.status === 0 ? git.stdout.trim() : Date.now()).toISOString()
}

/** Writes the manifest into the folder and packs it. Equal sources result in equal bytes. */
export function packFolder(folder, manifest) {
  mkdirSync(destination, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const pack = spawnSync('npm', ['pack', '--silent', '--pack-destination', destination], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (pack.status !== 0) {
    console.error(`npm pack failed; ${path.relative(process.cwd(), folder)} holds the package as it is`)
    process.exit(pack.status ?? 1)
  }
  const file = path.join(destination, pack.stdout.trim())
  const note = file.replace(/\.tgz$/, '.json')
  writeFileSync(`${note}.part`, JSON.stringify({ released: releaseDay(), manifest }))
  renameSync(`${note}.part`, note)
  console.log(path.relative(process.cwd(), file))
}

/** Returns the `exports` of entries that exist as ES modules and CommonJS, each with its own types. */
export const exportsOf = (names) => ({
  ...Object.fromEntries(
    names.map((name) => [
      name === 'index' ? '.' : `./${name}`,
      {
        import: { types: `./${name}.d.ts`, default: `./${name}.js` },
        require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
      },
    ]),
  ),
  './package.json': './package.json',
})
