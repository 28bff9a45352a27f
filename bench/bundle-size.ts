// What each entry of the client library adds to a bundle, beside OpenFeature's own clients: `node bench/bundle-size.ts`.
// Bundled by esbuild for browsers, minified, ES2022; gzip at level 9. React and OpenFeature are left out of our entries.
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')
const sdk = (entry: string) => path.join(root, 'src/client/sdk', entry, 'index.ts')

const subjects: readonly [name: string, code: string, external: string[]][] = [
  ['@fanion/sdk/browser', `export { createFanion } from '${sdk('browser')}'`, []],
  ['@fanion/sdk/browser with defineFlags', `export { createFanion, defineFlags } from '${sdk('browser')}'`, []],
  ['@fanion/sdk/react, on top', `export { FanionProvider, useFlag } from '${sdk('react')}'`, ['react']],
  ['@fanion/sdk/openfeature-web, on top', `export * from '${sdk('openfeature-web')}'`, ['@openfeature/web-sdk']],
  ['@fanion/sdk/edge', `export { createFanion } from '${sdk('edge')}'`, []],
  ['@openfeature/web-sdk', `export { OpenFeature } from '@openfeature/web-sdk'`, []],
  [
    '@openfeature/web-sdk + ofrep-web-provider',
    `export { OpenFeature } from '@openfeature/web-sdk'; export * from '@openfeature/ofrep-web-provider'`,
    [],
  ],
]

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
console.log(row(['entry', 'minified, bytes', 'gzip, bytes']))
console.log(row(['---', '---:', '---:']))
for (const [name, contents, external] of subjects) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    splitting: true,
    outdir: 'bundle',
    format: 'esm',
    target: 'es2022',
    external,
    write: false,
  })
  // What an entry loads only when an environment needs it is not part of what a page loads first.
  const first = outputFiles.find(({ path: file }) => file.endsWith('stdin.js'))
  const loaded = outputFiles.filter((file) => file === first || first?.text.includes(path.basename(file.path)) === true)
  const bytes = Buffer.concat(loaded.filter((file) => !isOnDemand(file.path, first?.text ?? '')).map((f) => f.contents))
  console.log(row([name, String(bytes.length), String(gzipSync(bytes, { level: 9 }).length)]))
}

function isOnDemand(file: string, entry: string): boolean {
  return entry.includes(`import("./${path.basename(file)}")`)
}
